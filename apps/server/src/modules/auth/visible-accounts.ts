import { type RawBuilder, sql } from 'kysely';
import { sessionInUse } from './authenticate.ts';

/**
 * Who reads: the person of a session that is in use, by the hash of its token; a person whom the
 * request has authenticated already; or several people, each for themselves.
 */
export type Reader =
  | { tokenHash: RawBuilder<Buffer> }
  | { personId: RawBuilder<string> }
  | { personIds: RawBuilder<readonly string[]> };

/**
 * The one rule of who may see an account: the members of its workspace. As a relation with
 * `workspace_id` and `user_id`, a row for each workspace of a reader; everything that reads
 * published rows for someone joins it or `visibleAccounts` (`visible-accounts.test.ts`).
 *
 * It is a plain subquery, which PostgreSQL plans together with the statement around it.
 */
export function visibleWorkspaces(reader: Reader): RawBuilder<unknown> {
  if ('tokenHash' in reader) {
    return sql`(
      select membership.workspace_id, membership.user_id
      from ${sessionInUse(reader.tokenHash)} session
      join memberships membership on membership.user_id = session.user_id)`;
  }
  const isReader =
    'personId' in reader
      ? sql`user_id = ${reader.personId}`
      : sql`user_id = any(${reader.personIds}::uuid[])`;
  return sql`(select workspace_id, user_id from memberships where ${isReader})`;
}

/**
 * The accounts that a reader may see, with all columns of `workspace_accounts`. Those that are being
 * deleted are hidden from the first moment (docs/decisions/deleted-accounts.md).
 */
export const visibleAccounts = (reader: Reader): RawBuilder<unknown> => sql`(
  select account.*
  from ${visibleWorkspaces(reader)} visible
  join workspace_accounts account on account.workspace_id = visible.workspace_id
    and account.deleted_at is null)`;
