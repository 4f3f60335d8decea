import type { SandboxRequest, StandIn } from '../http/exchange.ts';
import { controlError, json } from '../http/exchange.ts';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';
import type { GrantStore } from './grant-store.ts';

/** `/sandbox/google-oauth`: lets a person's tokens run out, or takes his consent back. */
export function googleOAuthControl(owners: OwnerStore, grants: GrantStore): StandIn {
  const ownerOf = ({ params }: SandboxRequest): Owner => {
    const owner = owners.byAddress(params['address'] ?? '');
    if (owner === undefined) {
      throw controlError(404, `The sandbox holds no mailbox of ${params['address']}.`);
    }
    return owner;
  };
  return {
    routes: [
      {
        method: 'POST',
        path: '/sandbox/google-oauth/:address/expire-access-tokens',
        handle: (request) => json({ expired: grants.expireAccessTokens(ownerOf(request).id) }),
      },
      {
        method: 'POST',
        path: '/sandbox/google-oauth/:address/revoke-grants',
        handle: (request) => json({ revoked: grants.revokeAll(ownerOf(request).id) }),
      },
    ],
  };
}
