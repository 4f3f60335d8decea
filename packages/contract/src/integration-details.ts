import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { day, id, instant } from './fields.ts';
import { integration } from './integrations.ts';
import { limits } from './limits.ts';

/** An item that could not be read. */
export const failedItem = z.object({
  /** The provider's own id. */
  itemId: z.string(),
  reason: z.string(),
  attempts: z.number().int(),
  failedAt: instant,
  /** When it is retried automatically; null when only a user can retry it. */
  retryAt: instant.nullable(),
});

/** For each day with activity: the provider's count for the tracked domains, and the stored count. */
const completenessDay = z.object({
  day,
  atProvider: z.number().int(),
  stored: z.number().int(),
  /** At the provider and not stored; read again since. */
  missing: z.number().int(),
  /** Stored and gone at the provider; removed since. */
  gone: z.number().int(),
});

export const completeness = z.object({
  /** Null before the first comparison. */
  checkedAt: instant.nullable(),
  isRunning: z.boolean(),
  /** Newest first. */
  days: z.array(completenessDay),
});

/** The location of a message, or why it was not imported. */
export const messageLocationRule = z.enum([
  'stored',
  'not-tracked',
  'draft',
  'spam',
  'trash',
  'excluded',
  'failed',
  'too-old',
  'not-yet-synced',
  'missed',
  'not-found',
]);

/** An account that shows a stored message. */
const messageLocation = z.object({
  activityId: id,
  accountId: id,
  accountName: z.string(),
  workspaceName: z.string(),
  workspaceSlug: z.string(),
  organizationSlug: z.string(),
});

export const integrationDetailEndpoints = defineEndpoints({
  'GET /api/integrations/{id}/failed-items': {
    summary: 'What could not be read, the latest first, at most 500.',
    access: 'person',
    scope: 'connections:read',
    level: 'full',
    params: z.object({ id }),
    response: z.object({
      items: z.array(failedItem).max(limits.failedItemsListed),
      total: z.number().int(),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/integrations/{id}/failed-items/retry': {
    summary:
      'Retries one failed item or all of them, in the background where the provider has to be requested.',
    access: 'person',
    scope: 'connections:write',
    cost: 'high',
    level: 'full',
    params: z.object({ id }),
    body: z.object({
      /** All of them when absent. */
      itemId: z.string().min(1).max(1_000).optional(),
    }),
    response: z.object({ integration }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/integrations/{id}/completeness': {
    summary: 'What the last comparison with the provider found, day by day.',
    access: 'person',
    scope: 'connections:read',
    level: 'full',
    params: z.object({ id }),
    response: completeness,
    errors: ['NOT_FOUND'],
  },
  'POST /api/integrations/{id}/completeness': {
    summary:
      'Compares what is stored with what the provider has, in the background, and repairs differences.',
    access: 'person',
    scope: 'connections:write',
    level: 'full',
    params: z.object({ id }),
    response: z.object({ integration }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/integrations/{id}/message-location': {
    summary: 'Where a message is stored, or why it is not, by its Message-ID or a link to it.',
    access: 'person',
    scope: 'activities:read',
    level: 'full',
    params: z.object({ id }),
    query: z.object({ message: z.string().trim().min(1).max(limits.messageReferenceLength) }),
    response: z.object({
      rule: messageLocationRule,
      /** One sentence. */
      explanation: z.string(),
      /** When it was sent or received, if it was found. */
      occurredAt: instant.optional(),
      /** For 'failed': what to try again. */
      itemId: z.string().optional(),
      /** For 'stored': the accounts that show it; empty if its domains are not shared. */
      places: z.array(messageLocation).optional(),
      /** For 'not-tracked': the domains that could be tracked to have it. */
      domains: z.array(z.string()).optional(),
      /** For 'not-yet-synced': when the sync that imports it begins. */
      nextSyncAt: instant.optional(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'NETWORK_ERROR', 'RATE_LIMITED'],
  },
});
