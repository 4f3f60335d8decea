import { z } from 'zod';
import { defineCalls } from './call.ts';
import { id, instant, nothing } from './fields.ts';

export const providerId = z.enum(['gmail', 'google_calendar', 'fireflies', 'fathom']);
export type ProviderId = z.infer<typeof providerId>;

export const integration = z.object({
  id,
  provider: providerId,
  name: z.string(),
  isConnected: z.boolean(),
  needsReauth: z.boolean(),
  lastSyncedAt: instant.nullable(),
  /** Only for a webhook: what the person has to paste into the Zap. */
  connectionData: z
    .object({
      webhook_token: z.string().optional(),
      /** The other spelling of `webhook_token` that the specification names. */
      webhookToken: z.string().optional(),
      /** 'v1' when absent. */
      webhook_api_version: z.string().optional(),
    })
    .optional(),
  /** What it is doing now; absent when it rests. */
  progress: z
    .object({
      phase: z.enum(['waiting', 'discovering', 'backfilling', 'updating']),
      processed: z.number().int(),
      total: z.number().int().nullable(),
    })
    .optional(),
  /** Activities stored from it. */
  storedActivities: z.number().int().optional(),
  /** What went wrong last, in a sentence. */
  lastError: z.string().optional(),
});
export type Integration = z.infer<typeof integration>;

export const integrationCalls = defineCalls({
  'GET /api/integrations': {
    summary: 'The integrations of the person, and the providers that can be connected here.',
    access: 'person',
    answer: z.object({
      integrations: z.array(integration),
      availableProviders: z.array(providerId),
    }),
  },
  'POST /api/integrations/{provider}/auth': {
    summary: 'Begins to connect a provider and answers the address to send the person to.',
    access: 'person',
    params: z.object({ provider: providerId }),
    answer: z.object({
      /** An https address, or one with the scheme `api-key:` or `webhook:`. */
      authUrl: z.string(),
      integrationId: id.optional(),
      webhookToken: z.string().optional(),
    }),
    errors: ['NOT_FOUND', 'NETWORK_ERROR'],
  },
  'GET /api/integrations/{provider}/oauth/callback': {
    summary: 'Where the provider sends the person back to; redirects to /oauth/success.',
    access: 'secret',
    params: z.object({ provider: providerId }),
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
    }),
    answer: 'redirect',
  },
  'POST /api/integrations/{provider}/callback': {
    summary:
      'Completes a connection that needs no redirect: for Fathom with the `state` of its `webhook:` address, for an API key with the key as `code`. Waits a few seconds at most for a first result.',
    access: 'person',
    params: z.object({ provider: providerId }),
    body: z.object({
      code: z.string(),
      /** For an API key: Base64 of JSON {userId, provider, type, timestamp, nonce}. */
      state: z.string(),
    }),
    answer: z.object({
      integration: integration.optional(),
      syncResults: z.object({ activities: z.number().int() }).optional(),
    }),
    errors: ['NOT_FOUND', 'NETWORK_ERROR'],
  },
  'DELETE /api/integrations/{id}': {
    summary: 'Revokes the grant, forgets the credentials and keeps what was stored.',
    access: 'person',
    params: z.object({ id }),
    answer: nothing,
    errors: ['NOT_FOUND'],
  },
  'POST /api/integrations/{id}/sync': {
    summary: 'Starts a sync, if none runs, and answers where it stands.',
    access: 'person',
    params: z.object({ id }),
    answer: z.object({ integration }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
