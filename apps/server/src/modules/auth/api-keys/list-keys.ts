import type { ApiKey } from '@repo/contract/api-keys';
import { limits } from '@repo/contract/limits';
import { type Scope, scopeNames } from '@repo/contract/scopes';
import { type Selectable, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';

/** Whether a row of `api_keys` works, as long as its user is active. */
export const keyWorks = sql<boolean>`(revoked_at is null and expires_at > now())`;

/** The columns of a key that its user sees. */
export const shownColumns = [
  'id',
  'name',
  'start',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_from',
  'revoked_at',
] as const;

type ShownRow = Pick<Selectable<Schema['api_keys']>, (typeof shownColumns)[number]>;

/** Returns a user's keys: the working ones, newest first, then the ended ones, latest first. */
export async function listKeys(db: Connection, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .orderBy(sql`${keyWorks} desc`)
    .orderBy(sql`case when ${keyWorks} then created_at else ${endOfKey} end`, 'desc')
    .orderBy('id', 'desc')
    .limit(limits.apiKeysPerUser + limits.endedApiKeys)
    .execute();
  return rows.map(toApiKey);
}

/** When a row of `api_keys` ended, or will end. */
export const endOfKey = sql<Date>`least(coalesce(revoked_at, expires_at), expires_at)`;

export function toApiKey(row: ShownRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: row.scopes.filter((scope): scope is Scope =>
      scopeNames.some((known) => known === scope),
    ),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
