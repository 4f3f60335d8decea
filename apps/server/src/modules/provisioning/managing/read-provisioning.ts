import type { Provisioning, ProvisioningRequest } from '@repo/contract/provisioning';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Config } from '#src/config.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { baseAddress } from '../protocol/base-address.ts';
import { isOfOrganization } from '../users/find-users.ts';

const ACTIONS: Record<string, ProvisioningRequest['action']> = {
  GET: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'delete',
};
const RESOURCES: Record<string, ProvisioningRequest['resource']> = {
  Users: 'user',
  Groups: 'group',
};

/**
 * The provisioning of an organization, for administrators. No token is in it.
 *
 * @throws AppError `NOT_FOUND`
 */
export async function readProvisioning(
  config: Config,
  db: Connection,
  organizationId: string,
): Promise<Provisioning> {
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (organization === undefined) throw notFound('Organization');
  const tokens = await db
    .selectFrom('scim_tokens')
    .select(['id', 'start', 'created_at', 'last_used_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .limit(limits.provisioningTokens)
    .execute();
  const domains = await db
    .selectFrom('sso_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('verified_at', 'is not', null)
    .orderBy('domain')
    .limit(limits.ssoDomains)
    .execute();
  return {
    organization,
    baseAddress: baseAddress(config),
    domains: domains.map(({ domain }) => domain),
    tokens: tokens.map(({ id, start, created_at, last_used_at }) => ({
      id,
      start,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    users: await countUsers(db, organizationId),
    requests: await listRequests(db, organizationId),
  };
}

async function countUsers(db: Connection, organizationId: string): Promise<Provisioning['users']> {
  const { rows } = await sql<Provisioning['users']>`
    select count(*)::int as "all", count(given.user_id)::int as provisioned
    from users person
    left join scim_users given
      on given.user_id = person.id and given.organization_id = ${organizationId}
    where ${isOfOrganization(organizationId)}`.execute(db);
  return rows[0] ?? { all: 0, provisioned: 0 };
}

async function listRequests(
  db: Connection,
  organizationId: string,
): Promise<Provisioning['requests']> {
  const rows = await db
    .selectFrom('scim_requests')
    .leftJoin('users', 'users.id', 'scim_requests.user_id')
    .select(['requested_at', 'method', 'resource', 'problem', 'user_id', 'name', 'email'])
    .where('organization_id', '=', organizationId)
    .orderBy('scim_requests.id', 'desc')
    .limit(limits.provisioningRequests)
    .execute();
  return rows.map(({ requested_at, method, resource, problem, user_id, name, email }) => ({
    at: requested_at.toISOString(),
    action: ACTIONS[method] ?? 'read',
    resource: RESOURCES[resource] ?? 'other',
    user: user_id === null ? null : { id: user_id, name: name || (email ?? '') },
    problem,
  }));
}
