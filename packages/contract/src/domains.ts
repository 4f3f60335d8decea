import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { id, instant, emptyObject, shareLevel } from './fields.ts';
import { limits } from './limits.ts';

export const trackedDomain = z.object({
  id,
  /** The displayed name: Unicode, not punycode. */
  domain: z.string(),
  addedAt: instant,
  activityCount: z.number().int(),
  sampleEmails: z.array(z.string()),
  sampleNames: z.array(z.string()),
  /** At most one. */
  workspaceShares: z.array(
    z.object({
      workspaceId: id,
      workspace: z.object({ name: z.string() }),
      /** How much of it colleagues see; of a full server. */
      level: shareLevel.optional(),
    }),
  ),
});
export type TrackedDomain = z.infer<typeof trackedDomain>;

export const discoveredDomain = z.object({
  domain: z.string(),
  activityCount: z.number().int(),
  sampleNames: z.array(z.string()).optional(),
  sampleEmails: z.array(z.string()).optional(),
});
export type DiscoveredDomain = z.infer<typeof discoveredDomain>;

/**
 * Why a correspondent is not offered as an account: an address at a public provider, a colleague, or a
 * mailing list.
 */
export const exclusionReason = z.enum(['free-mail', 'own-domain', 'list']);
export type ExclusionReason = z.infer<typeof exclusionReason>;

export const excludedDomain = z.object({
  domain: z.string(),
  reason: exclusionReason,
  activityCount: z.number().int(),
});
export type ExcludedDomain = z.infer<typeof excludedDomain>;

export const discoveryProgress = z.object({
  state: z.enum(['running', 'done', 'failed']),
  /** Emails read so far, and the total if the provider reports it. */
  processed: z.number().int(),
  total: z.number().int().nullable(),
  /** The failure; with the state 'done', that of one mailbox among several. */
  message: z.string().optional(),
});

export const previewedDomain = z.object({
  domain: z.string(),
  /** Emails, meetings and calls; the count so far while it is running. */
  activityCount: z.number().int(),
  isCounted: z.boolean(),
});
export type PreviewedDomain = z.infer<typeof previewedDomain>;

/** A position in the list of tracked domains: microseconds since 1970, `_`, and an id. */
const trackedDomainCursor = z
  .string()
  .regex(/^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is no cursor of this list');

export const domainEndpoints = defineEndpoints({
  'GET /api/accounts': {
    summary:
      'The domains that the user tracks, newest first: all of them (at most 10,000), or with `limit` a page at a time.',
    access: 'person',
    scope: 'domains:read',
    cost: costOfList({ isWholeByDefault: true }),
    level: 'specification',
    extras: ['limit', 'cursor'],
    responseExtras: ['domains.workspaceShares.level'],
    query: z.object({
      type: z.literal('domains'),
      /** The page size; a server may ignore it and return the whole list without `page`. */
      limit: z.coerce.number().int().min(1).max(limits.pageSize).optional(),
      /** `page.nextCursor` of the previous page. */
      cursor: trackedDomainCursor.optional(),
    }),
    response: z.object({
      domains: z.array(trackedDomain).max(limits.trackedDomains),
      /** Only with `limit`: the total, and the position of the next page, if any. */
      page: z.object({ total: z.number().int(), nextCursor: z.string().optional() }).optional(),
    }),
  },
  'DELETE /api/accounts/domains/{id}': {
    summary: 'Stops tracking a domain and removes what it published.',
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'specification',
    params: z.object({ id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'POST /api/accounts/domains/share': {
    summary: 'Shares a tracked domain with a workspace that has an account for it.',
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'specification',
    extras: ['level'],
    body: z.object({
      domainId: id,
      workspaceId: id,
      domain: z.string().optional(),
      /** How much of it colleagues see; the default of the workspace if absent. */
      level: shareLevel.optional(),
    }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'WORKSPACE_ACCOUNT_REQUIRED'],
  },
  'DELETE /api/accounts/domains/unshare': {
    summary: 'Stops sharing a domain with the workspace that it is shared with.',
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'specification',
    body: z.object({ domainId: id, workspaceId: id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/accounts/discover': {
    summary:
      'The domains that the user exchanged email with in the last days, most active first. Responds within the timeout of a request with what is known so far; `progress` says whether more is coming.',
    access: 'person',
    scope: 'domains:read',
    level: 'specification',
    extras: ['progress'],
    responseExtras: ['domainCount'],
    query: z.object({
      days: z.coerce.number().int().min(1).max(limits.discoveryDays).default(limits.discoveryDays),
      /** Requests an early response, with `progress`, instead of a complete one. */
      progress: z.stringbool().default(false),
    }),
    response: z.object({
      domains: z.array(discoveredDomain).max(limits.discoveredDomainsListed),
      /** How many there are, where only the most active are listed. */
      domainCount: z.number().int().optional(),
      progress: discoveryProgress.optional(),
      /** The excluded domains of those days, most active first, with the reason. */
      excluded: z
        .object({
          total: z.number().int(),
          domains: z.array(excludedDomain).max(limits.excludedDomainsListed),
        })
        .optional(),
      /** The number of days, today included, that an import of a domain reads back. */
      backfillDays: z.number().int().optional(),
    }),
    errors: ['CONFLICT', 'NETWORK_ERROR'],
  },
  'POST /api/accounts/preview': {
    summary:
      'How many activities an import of domains would bring, counted at the providers; nothing is stored. Responds at once with the counts so far: repeat the request until `state` is no longer `running`.',
    access: 'person',
    scope: 'domains:read',
    cost: 'high',
    level: 'full',
    body: z.object({ domains: z.array(z.string()).min(1).max(limits.domainsPerPreview) }),
    response: z.object({
      /** In the requested order, without domains that cannot be imported. */
      domains: z.array(previewedDomain).max(limits.domainsPerPreview),
      state: z.enum(['running', 'done', 'failed']),
      /**
       * Whether the counts are estimates: the search of a mailbox matches words, and also finds
       * similar domains. The import then adds that many or slightly fewer.
       */
      isEstimate: z.boolean(),
      /** The number of days, today included, that were counted. */
      backfillDays: z.number().int(),
      /** Why not everything can be counted now; shown to the user. */
      message: z.string().optional(),
    }),
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
});
