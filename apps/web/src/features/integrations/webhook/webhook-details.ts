import type { Integration } from '@repo/contract/integrations';
import type { ProviderId } from '@repo/contract/providers';
import { apiUrl } from '#lib/api/api-url.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { isFullServer } from '#lib/server-level.ts';

const DEFAULT_VERSION = 'v1';

/** The address and token that the user enters in the service that sends to the webhook. */
export type WebhookDetails = {
  url: string;
  /** Shown by the server when it is made, and perhaps never again. */
  token: string | undefined;
  /** The integration with the token to replace; absent if the server cannot replace it. */
  replaceable?: string | undefined;
};

export function webhookDetails(
  provider: ProviderId,
  { id, connectionData }: Pick<Integration, 'id' | 'connectionData'>,
): WebhookDetails {
  const connection = fieldsOf(connectionData);
  const version = textOf(connection['webhook_api_version']) || DEFAULT_VERSION;
  const parts = [version, provider, id].map(encodeURIComponent);
  return {
    url: new URL(apiUrl(`/api/webhooks/${parts.join('/')}`), window.location.origin).href,
    token: textOf(connection['webhook_token']) || textOf(connection['webhookToken']) || undefined,
    replaceable: isFullServer() ? id : undefined,
  };
}
