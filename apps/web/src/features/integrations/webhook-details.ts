import type { Integration } from '@repo/contract/integrations';
import { apiUrl } from '../../lib/api/api-url.ts';
import { hasFeature } from '../../lib/features.ts';

const DEFAULT_VERSION = 'v1';

/** What a person pastes into their Zap. */
export type WebhookDetails = {
  url: string;
  /** Shown by the server when it is made, and perhaps never again. */
  token: string | undefined;
  /** The integration whose token can be replaced; absent where the server knows no way. */
  replaceable?: string | undefined;
};

export function webhookDetails(integration: WebhookIntegration): WebhookDetails {
  const { id, connectionData } = integration;
  const version = connectionData?.webhook_api_version ?? DEFAULT_VERSION;
  const path = `/api/webhooks/${encodeURIComponent(version)}/fathom/${encodeURIComponent(id)}`;
  return {
    url: new URL(apiUrl(path), window.location.origin).href,
    token: connectionData?.webhook_token ?? connectionData?.webhookToken,
    replaceable: hasFeature('webhook-tokens') ? id : undefined,
  };
}

type WebhookIntegration = Pick<Integration, 'id' | 'connectionData'>;
