import type { SandboxRequest } from '../http/exchange.ts';
import { googleError } from '../google/google-error.ts';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';
import type { Access, GrantStore } from './grant-store.ts';

export interface BearerAccess extends Access {
  person: Owner;
  scopes: ReadonlySet<string>;
}

/** The sender of a request; undefined unless its bearer token, or `access_token`, is valid. */
export function findAccess(
  grants: GrantStore,
  owners: OwnerStore,
  request: SandboxRequest,
): BearerAccess | undefined {
  const token =
    /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
    request.query.get('access_token');
  const access = token === null ? undefined : grants.findAccess(token);
  const person = access === undefined ? undefined : owners.byId(access.owner);
  if (access === undefined || person === undefined) return undefined;
  return { ...access, person, scopes: new Set(access.scope.split(/\s+/)) };
}

/** The sender of a request. Responds with 401 in Google's form unless the bearer token is valid. */
export function requireAccess(
  grants: GrantStore,
  owners: OwnerStore,
  request: SandboxRequest,
): BearerAccess {
  const access = findAccess(grants, owners, request);
  if (access === undefined) throw googleError(401);
  return access;
}

/** Responds with 403 unless one of `scopes` was granted. */
export function requireScope(access: BearerAccess, scopes: readonly string[]): void {
  if (!scopes.some((scope) => access.scopes.has(scope))) {
    throw googleError(
      403,
      'insufficientPermissions',
      'Request had insufficient authentication scopes.',
    );
  }
}
