import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { namingFields, ownFields } from '#modules/audit/naming-fields.ts';
import { ERASED } from '#modules/users/erased-user.ts';

/** Every name and every email that a user has or had, as far as the log knows. */
interface Known {
  names: string[];
  emails: string[];
}

async function readKnown(tx: Connection, userId: string): Promise<Known> {
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select name, email from users where id = ${userId}
    union select person_name, null from audit_entries where person_id = ${userId}
    union select actor_name, null from audit_entries where actor_id = ${userId}
    union select before->>'name', before->>'email' from audit_entries where person_id = ${userId}
    union select after->>'name', after->>'email' from audit_entries where person_id = ${userId}`.execute(
    tx,
  );
  const given = (values: (string | null)[]) =>
    values.filter((value): value is string => value !== null && value !== '' && value !== ERASED);
  const emails = [...new Set(given(rows.map(({ email }) => email)))];
  // Users without a name are named by their email address.
  return { names: [...new Set([...given(rows.map(({ name }) => name)), ...emails])], emails };
}

/**
 * Removes the names and emails of an erased user from the next entries about others: fields that name users
 * without their ids, and emails wherever they are. A colleague of the same name loses it in such a field,
 * too.
 *
 * @returns whether none was left.
 */
export async function renameInEntriesOfOthers(
  tx: Connection,
  userId: string,
  size: number,
): Promise<boolean> {
  const { names, emails } = await readKnown(tx, userId);
  const isHit = sql<boolean>`(
    value #>> '{}' = any(${emails}::text[])
    or key = any(${[...namingFields]}::text[]) and value #>> '{}' = any(${names}::text[]))`;
  const { rows } = await sql`
    update audit_entries set
      actor_name = ${unlessEmail('actor_name', emails)},
      person_name = ${unlessEmail('person_name', emails)},
      before = ${withoutHits('before', isHit)},
      after = ${withoutHits('after', isHit)}
    where id in (
      select id from audit_entries
      where person_id is distinct from ${userId} and (
        actor_id is distinct from ${userId} and actor_name = any(${emails}::text[])
        or person_name = any(${emails}::text[])
        or exists (select from jsonb_each(before) where ${isHit})
        or exists (select from jsonb_each(after) where ${isHit}))
      limit ${size})
    returning id`.execute(tx);
  return rows.length === 0;
}

/** Ends with the entries by which the names are known. */
export async function renameInOwnEntries(
  tx: Connection,
  userId: string,
  size: number,
): Promise<boolean> {
  const fields = sql`${[...ownFields]}::text[]`;
  const { rows } = await sql`
    update audit_entries set
      person_name = case when person_id = ${userId} then ${ERASED} else person_name end,
      actor_name = case when actor_id = ${userId} then ${ERASED} else actor_name end,
      before = case when person_id = ${userId} then before - ${fields} - ${[...namingFields]}::text[] else before end,
      after = case when person_id = ${userId} then after - ${fields} - ${[...namingFields]}::text[] else after end
    where id in (
      select id from audit_entries
      where person_id = ${userId} and person_name <> ${ERASED}
        or actor_id = ${userId} and actor_name <> ${ERASED}
      limit ${size})
    returning id`.execute(tx);
  return rows.length === 0;
}

/** Replaces the name of the user where they named themselves to others: invitations, and hand-overs that they began. */
export async function renameAsSender(tx: Connection, userId: string): Promise<void> {
  const { names } = await readKnown(tx, userId);
  await sql`
    update invitations set inviter_name = ${ERASED}
    where inviter_name = any(${names}::text[])`.execute(tx);
  await sql`
    update hand_overs set begun_by = ${ERASED}
    where begun_by = any(${names}::text[])`.execute(tx);
}

const unlessEmail = (column: string, emails: readonly string[]): RawBuilder<unknown> => sql`
  case when ${sql.ref(column)} = any(${emails}::text[]) then ${ERASED} else ${sql.ref(column)} end`;

const withoutHits = (column: string, isHit: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  coalesce((
    select jsonb_object_agg(key, case when ${isHit} then to_jsonb(${ERASED}::text) else value end)
    from jsonb_each(${sql.ref(column)})), ${sql.ref(column)})`;
