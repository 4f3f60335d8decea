import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { errorCodes } from './error.ts';
import { id, shareLevel, typedText } from './fields.ts';
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

export const levelResult = z.object({
  domainId: id,
  /** The level from now on; absent when it could not be changed. */
  level: shareLevel.optional(),
  /** The reason why it was not changed, for users. */
  problem: z.object({ code: z.enum(errorCodes), message: z.string() }).optional(),
});
export type LevelResult = z.infer<typeof levelResult>;

export const shareEndpoints = defineEndpoints({
  'PUT /api/accounts/domains/level': {
    summary:
      "Changes how much of the user's shared domains colleagues see. A lower level holds for every reader when the response arrives. Responds after some seconds with the results so far: send the domains without a result again.",
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'full',
    body: z.object({
      domainIds: z.array(id).min(1).max(limits.domainsPerShare),
      level: shareLevel,
    }),
    response: z.object({ results: z.array(levelResult).max(limits.domainsPerShare) }),
  },
  'POST /api/workspaces/{workspaceId}/shares/preview': {
    summary:
      "What sharing several of the user's domains with a workspace would do; changes nothing.",
    access: 'person',
    scope: 'domains:read',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ domainIds: z.array(id).min(1).max(limits.domainsPerSharePreview) }),
    response: z.object({
      /** In the order of the request; without domains that the user does not track. */
      domains: z.array(plannedShare).max(limits.domainsPerSharePreview),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/shares': {
    summary:
      "Shares several of the user's domains with a workspace, one after the other, and creates the accounts that are missing. Responds after some seconds with the results so far: send the domains without a result again.",
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'full',
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
      /** How much of them colleagues see; the default of the workspace if absent. */
      level: shareLevel.optional(),
    }),
    response: z.object({ results: z.array(shareResult).max(limits.domainsPerShare) }),
    errors: ['NOT_FOUND'],
  },
});
