import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id } from './fields.ts';
import { limits } from './limits.ts';

/**
 * The accounts that a member marks or opens in a workspace; no one else sees them
 * (docs/decisions/own-accounts.md).
 */

const ofWorkspace = z.object({ workspaceId: id });

const namedAccount = z.object({ id, name: z.string() });
export type OwnAccount = z.infer<typeof namedAccount>;

export const ownAccountEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/own-accounts': {
    summary:
      'The favourites of the signed-in member, by name, and the accounts that they opened last.',
    access: 'person',
    scope: 'accounts:read',
    level: 'full',
    params: ofWorkspace,
    response: z.object({
      favourites: z.array(namedAccount).max(limits.favourites),
      /** The last opened first. */
      recent: z.array(namedAccount).max(limits.recentAccounts),
    }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/favourites': {
    summary:
      'Makes accounts favourites of the signed-in member, or no longer. Accounts that are gone are left out.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofWorkspace,
    body: z.object({
      accountIds: z.array(id).min(1).max(limits.accountsPerChange),
      isFavourite: z.boolean(),
    }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  },
  'POST /api/accounts/{accountId}/visit': {
    summary: 'Records that the signed-in member has opened an account.',
    access: 'person',
    level: 'full',
    params: z.object({ accountId: id }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
