import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { applyRolesForRequest } from './roles/apply-roles.job.ts';
import type { RoleParts } from './roles/apply-roles.ts';
import { noteUser } from './roles/note-checks.ts';

/** A token with more names than this says nothing: part of a list would take roles away. */
const MAX_NAMES = 1_000;
const MAX_LENGTH = 255;

/** The claims of a user whom the provider of an organization has just signed in. */
export interface ClaimedBy {
  organizationId: string;
  userId: string;
  claims: Readonly<Record<string, unknown>>;
}

/** Claims with which Entra replaces a list of too many groups. */
const OVERAGE_CLAIMS = ['_claim_names', 'hasgroups'];

/**
 * Applies the roles that follow from a user's groups, before their session begins. The claim is `groups`, or `roles`
 * without it. A token without either means no group: some providers leave an empty list out. The names of the last
 * sign-in stay where the token says that there are more than it lists, or where the claim cannot be read.
 */
export async function noteClaimedGroups(
  parts: RoleParts,
  { organizationId, userId, claims }: ClaimedBy,
): Promise<void> {
  const names = namesOf(claims);
  await parts.db.transaction().execute(async (tx) => {
    if (names !== undefined) await store(tx, { organizationId, userId, names });
    await noteUser(tx, organizationId, userId);
  });
  await applyRolesForRequest(parts, { userId, organizationId });
}

/** @returns undefined where a token does not say which groups they are. */
function namesOf(claims: ClaimedBy['claims']): string[] | undefined {
  const claim = claims['groups'] ?? claims['roles'];
  if (OVERAGE_CLAIMS.some((name) => claims[name] !== undefined)) return undefined;
  if (claim === undefined) return [];
  const all: unknown[] = Array.isArray(claim) ? claim : [claim];
  const isValid = (name: unknown): name is string =>
    typeof name === 'string' && name.length <= MAX_LENGTH && /^\P{Cc}+$/u.test(name);
  return all.length <= MAX_NAMES && all.every(isValid) ? all : undefined;
}

async function store(
  tx: Connection,
  { organizationId, userId, names }: { organizationId: string; userId: string; names: string[] },
): Promise<void> {
  await sql`
    insert into claimed_groups (organization_id, user_id, names)
    values (${organizationId}, ${userId}, ${names}::text[])
    on conflict (organization_id, user_id) do update
    set names = excluded.names, claimed_at = now()`.execute(tx);
}
