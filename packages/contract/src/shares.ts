import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { errorCodes } from './error.ts';
import { id, typedText } from './fields.ts';
import { limits } from './limits.ts';

const ofWorkspace = z.object({ workspaceId: id });
const named = z.object({ id, name: z.string() });

/** The preview of sharing one of the user's domains with a workspace. */
export const plannedShare = z.object({
  domainId: id,
  /** The displayed name: Unicode, not punycode. */
  domain: z.string(),
  /** The account of the workspace for the domain; null when sharing creates it. */
  account: named.nullable(),
  /** A name for the account that sharing creates. */
  suggestedName: z.string(),
  /** The workspace that the domain is shared with now. */
  sharedWith: named.nullable(),
});
export type PlannedShare = z.infer<typeof plannedShare>;

export const shareResult = z.object({
  domainId: id,
  /** The account that the domain is shared with; absent when it was not shared. */
  account: named.optional(),
  /** The reason why the domain was not shared, for users. */
  problem: z.object({ code: z.enum(errorCodes), message: z.string() }).optional(),
});
export type ShareResult = z.infer<typeof shareResult>;

export const shareEndpoints = defineEndpoints({
  'POST /api/workspaces/{workspaceId}/shares/preview': {
    summary:
      "What sharing several of the user's domains with a workspace would do; changes nothing.",
    access: 'person',
    feature: 'bulk-sharing',
    params: ofWorkspace,
    body: z.object({ domainIds: z.array(id).min(1).max(limits.domainsPerSharePreview) }),
    response: z.object({
      /** In the order of the request; without those that the user does not track. */
      domains: z.array(plannedShare).max(limits.domainsPerSharePreview),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/shares': {
    summary:
      "Shares several of the user's domains with a workspace, one after the other, and creates the accounts that are missing. Responds after some seconds with the results so far: send the domains without a result again.",
    access: 'person',
    cost: 'high',
    feature: 'bulk-sharing',
    params: ofWorkspace,
    body: z.object({
      domains: z
        .array(
          z.object({
            domainId: id,
            /** The name of the account, if it has to be created. */
            name: typedText,
          }),
        )
        .min(1)
        .max(limits.domainsPerShare),
    }),
    response: z.object({ results: z.array(shareResult).max(limits.domainsPerShare) }),
    errors: ['NOT_FOUND'],
  },
});
