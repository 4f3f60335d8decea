import type { StandIn } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import { requireOwner } from '../owners/require-owner.ts';
import type { GrantStore } from './grant-store.ts';

/** `/sandbox/google-oauth`: lets a person's tokens run out, or takes his consent back. */
export function googleOAuthControl(owners: OwnerStore, grants: GrantStore): StandIn {
  return {
    routes: [
      {
        method: 'POST',
        path: '/sandbox/google-oauth/:address/expire-access-tokens',
        handle: (request) =>
          json({ expired: grants.expireAccessTokens(requireOwner(owners, request).id) }),
      },
      {
        method: 'POST',
        path: '/sandbox/google-oauth/:address/revoke-grants',
        handle: (request) => json({ revoked: grants.revokeAll(requireOwner(owners, request).id) }),
      },
    ],
  };
}
