import { limits } from '@repo/contract/limits';
import type { OwnDataKind } from '@repo/contract/own-data';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { type DataKind, dataKinds } from '#platform/database/data-register/data-kinds.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { belongingTo, type DataSubject } from './belonging-to.ts';

/** Reads an overview of a user's stored data: the kinds of the register, with the number of their entries. */
export async function readOwnData(db: Database, subject: DataSubject): Promise<OwnDataKind[]> {
  const kinds: OwnDataKind[] = [];
  for (const [id, kind] of Object.entries<DataKind>(dataKinds)) {
    if (id === 'none') continue;
    const { title, whatFor, kept, seenBy, counts } = kind;
    kinds.push({
      id,
      title,
      whatFor,
      kept,
      seenBy: { user: seenBy.user, others: seenBy.others ?? null },
      count: counts === undefined ? null : await count(db, subject, counts),
    });
  }
  return kinds;
}

async function count(
  db: Database,
  subject: DataSubject,
  { table, unit: [one, many] }: NonNullable<DataKind['counts']>,
): Promise<NonNullable<OwnDataKind['count']>> {
  const described = describedTables[table];
  const isOwn = described && belongingTo(described, subject);
  if (isOwn === undefined) throw new Error(`The rows of ${table} belong to no user.`);
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from (
      select 1 as entry from ${sql.table(table)} where ${isOwn} limit ${limits.ownDataCounted}
    ) as own`.execute(db);
  return { number: rows[0]?.number ?? 0, unit: { one, many } };
}
