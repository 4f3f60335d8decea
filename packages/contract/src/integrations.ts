import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, instant, emptyObject, secretText } from './fields.ts';
import { limits } from './limits.ts';
import { providerDescriptor, providerId } from './providers.ts';

export const integration = z.object({
  id,
  provider: providerId,
  name: z.string(),
  isConnected: z.boolean(),
  needsReauth: z.boolean(),
  lastSyncedAt: instant.nullable(),
  /** The display name of the mailbox, calendar or account at the provider. */
  source: z.string().optional(),
  /** Only for a webhook: the text that the user has to paste into the Zap. */
  connectionData: z
    .object({
      webhook_token: secretText.optional(),
      /** The other spelling of `webhook_token` that the specification names. */
      webhookToken: secretText.optional(),
      /** 'v1' when absent. */
      webhook_api_version: z.string().optional(),
    })
    .optional(),
  /** The current step; absent while idle. */
  progress: z
    .object({
      /** `checking` is a reconciliation; renaming it would break pages opened before an upgrade. */
      phase: z.enum(['waiting', 'discovering', 'backfilling', 'checking', 'updating']),
      processed: z.number().int(),
      total: z.number().int().nullable(),
    })
    .optional(),
  storedActivities: z.number().int().optional(),
  /** The last error, as a sentence. */
  lastError: z.string().optional(),
  lastSync: z
    .object({
      endedAt: instant,
      outcome: z.enum(['done', 'failed']),
      /** Activities stored or updated. */
      stored: z.number().int(),
      removed: z.number().int(),
      failed: z.number().int(),
      message: z.string().optional(),
    })
    .optional(),
  /** When the next sync starts; absent during a sync and for webhooks. */
  nextSyncAt: instant.optional(),
  /** Present while its server reports changes at once, so that it need not wait for the next sync. */
  live: z
    .object({
      since: instant,
      /** The last reported change; absent before the first. */
      hintedAt: instant.optional(),
    })
    .optional(),
  /** Until when no requests are sent, as the provider requested (Retry-After); absent otherwise. */
  pausedUntil: instant.optional(),
  /** For providers with a daily quota: the requests allowed in 24 hours, and how many are left. */
  requestBudget: z.object({ limit: z.number().int(), left: z.number().int() }).optional(),
  /** Items that could not be read; they are retried. */
  failedItems: z.number().int().optional(),
  /**
   * Stored meetings with a privacy mark that cannot be read before a new sign-in. Only the user sees them
   * until then; absent if there are none.
   */
  withheldMeetings: z.number().int().optional(),
  /** Whether texts are captured; only of a mailbox whose provider lets the user choose. */
  capturesText: z.boolean().optional(),
});
export type Integration = z.infer<typeof integration>;

/** A user waits for an administrator of their organization to approve this application. */
const providerApproval = z.object({
  provider: providerId,
  /** The page on which an administrator approves it. */
  url: z.string(),
  requestedAt: instant,
  isApproved: z.boolean(),
});
export type ProviderApproval = z.infer<typeof providerApproval>;

/** Only with the sandbox: the values for trying out a connection. */
const sandboxHelp = z.object({
  /** The user's own keys, for providers that require one. */
  apiKeys: z.record(providerId, z.string()),
  /** Pages that send a sample to a webhook, for providers that are connected by one. */
  webhookSenders: z.record(providerId, z.string()),
});

export const integrationEndpoints = defineEndpoints({
  'GET /api/integrations': {
    summary: 'The integrations of the user, and the providers that can be connected here.',
    access: 'person',
    scope: 'connections:read',
    level: 'specification',
    responseExtras: ['providers', 'connections', 'approvals'],
    response: z.object({
      /** One of each provider: the one that was connected first. */
      integrations: z.array(integration),
      /** All of them, in the order of the providers and of their first connection. */
      connections: z.array(integration).optional(),
      availableProviders: z.array(providerId),
      /** The descriptors of the providers, in the order in which they are shown. */
      providers: z.array(providerDescriptor).optional(),
      /** Approvals that the user's administrator has to give; at most one of each provider. */
      approvals: z.array(providerApproval).optional(),
      sandbox: sandboxHelp.optional(),
    }),
  },
  'POST /api/integrations/{provider}/auth': {
    summary: 'Starts to connect a provider and returns the address to send the user to.',
    access: 'person',
    level: 'specification',
    extras: ['capturesText'],
    params: z.object({ provider: providerId }),
    query: z.object({
      /** False for who, when and the subject alone. Without it, a mailbox that is known stays as it is. */
      capturesText: z.stringbool().optional(),
    }),
    response: z.object({
      /** An https address, or one with the scheme `api-key:` or `webhook:`. */
      authUrl: z.string(),
      integrationId: id.optional(),
      webhookToken: z.string().optional(),
    }),
    errors: ['NOT_FOUND', 'NETWORK_ERROR'],
  },
  'GET /api/integrations/{provider}/oauth/callback': {
    summary:
      'The redirect URI of OAuth. Stores the grant as pending and redirects to /oauth/success with the one-time value that confirms it.',
    access: 'secret',
    level: 'specification',
    params: z.object({ provider: providerId }),
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
      error_description: z.string().optional(),
      /** In the answer to an administrator's link. */
      admin_consent: z.string().optional(),
    }),
    extras: ['error_description', 'admin_consent'],
    response: 'redirect',
  },
  'POST /api/integrations/{provider}/callback': {
    summary:
      'Completes a connection: for OAuth with the one-time `confirm` from the redirect to /oauth/success, by the user who started it; for Fathom with the `state` of its `webhook:` address; for an API key with the key as `code`. Waits a few seconds at most for the first result of an API key.',
    access: 'person',
    level: 'specification',
    params: z.object({ provider: providerId }),
    body: z.union(
      [
        z.object({ confirm: z.string().min(1).max(limits.confirmLength) }),
        z.object({
          code: z.string(),
          /** For an API key: Base64 of JSON {userId, provider, type, timestamp, nonce}. */
          state: z.string(),
        }),
      ],
      'Send either confirm, or code and state.',
    ),
    bodyLimit: limits.connectionBodyBytes,
    response: z.object({
      integration: integration.optional(),
      syncResults: z.object({ activities: z.number().int() }).optional(),
    }),
    errors: ['NOT_FOUND', 'NETWORK_ERROR', 'CONFLICT', 'LIMIT_REACHED', 'PAYLOAD_TOO_LARGE'],
  },
  'POST /api/webhooks/v1/{provider}/{integrationId}': {
    summary:
      'Receives a webhook delivery, authorized by the bearer token of the integration. Repeated deliveries are ignored; a delivery that cannot be read is stored as a failed item.',
    access: 'secret',
    level: 'specification',
    params: z.object({ provider: providerId, integrationId: id }),
    body: z.unknown(),
    acceptsForms: true,
    bodyLimit: limits.webhookBodyBytes,
    response: z.object({
      /** 'ignored': it concerns no tracked domain. */
      outcome: z.enum(['stored', 'ignored', 'failed']),
      reason: z.string().optional(),
    }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
  },
  'GET /api/integrations/events': {
    summary:
      'A stream of the integrations of the user, now and whenever one changes: events named "integrations" whose data is `{"integrations": […], "connections": […]}`; and an event named "accounts" whenever an account of their workspaces changes. The stream ends after some minutes; clients reconnect with the id of the last event in the header `Last-Event-ID` and receive only what changed since.',
    access: 'person',
    level: 'full',
    response: 'events',
    errors: ['RATE_LIMITED'],
  },
  'POST /api/integrations/{id}/webhook-token': {
    summary: 'Gives the webhook a new token; the previous one is refused from now on.',
    access: 'person',
    level: 'full',
    params: z.object({ id }),
    response: z.object({ integration }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'DELETE /api/integrations/{id}': {
    summary: 'Revokes the grant and deletes the credentials. Stored activities stay.',
    access: 'person',
    level: 'specification',
    params: z.object({ id }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'POST /api/integrations/{id}/sync': {
    summary: 'Starts a sync, if none runs, and returns its state.',
    access: 'person',
    scope: 'connections:write',
    level: 'specification',
    params: z.object({ id }),
    response: z.object({ integration }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
