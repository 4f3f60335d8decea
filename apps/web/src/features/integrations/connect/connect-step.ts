import type { EndpointResponse } from '@repo/contract/endpoints';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { webhookDetails, type WebhookDetails } from '../webhook/webhook-details.ts';

/** The next step to connect a provider. */
export type ConnectStep =
  | { kind: 'enter-api-key' }
  | { kind: 'sign-in' }
  /** The connection is made without leaving the page; `state` names it to the server. */
  | { kind: 'complete-webhook'; state: string }
  | { kind: 'show-webhook'; webhook: WebhookDetails }
  | { kind: 'leave'; url: string };

/** Reads the next step from the response to the request for authorization. */
export function connectStep(
  { id, connection }: Pick<ProviderDescriptor, 'id' | 'connection'>,
  {
    authUrl,
    integrationId,
    webhookToken,
  }: EndpointResponse<'POST /api/integrations/{provider}/auth'>,
): ConnectStep {
  if (authUrl.startsWith('webhook:')) {
    return { kind: 'complete-webhook', state: new URL(authUrl).searchParams.get('state') ?? '' };
  }
  if (connection === 'webhook') {
    const url = authUrl || webhookDetails(id, { id: integrationId ?? '' }).url;
    return { kind: 'show-webhook', webhook: { url, token: webhookToken } };
  }
  if (authUrl.startsWith('api-key:')) return { kind: 'enter-api-key' };
  // Only http(s) addresses: a `javascript:` address would run in the page's origin.
  if (!/^https?:\/\//i.test(authUrl)) {
    throw new Error('The server returned an address that cannot be opened.');
  }
  return { kind: 'leave', url: authUrl };
}
