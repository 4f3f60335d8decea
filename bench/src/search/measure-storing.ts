import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/create-database.ts';
import type { SearchedWorkspace } from './fill-words.ts';
import { add, at, milliseconds, nothing } from './timing.ts';

/** Emails that are stored in one transaction, as a sync does. */
const pageSize = 100;
const pages = 20;
/** Distinct words of an email, drawn from the vocabulary with the first ones more often. */
const drawnWords = 120;
const vocabulary = 30_000;

/** @returns the cost of the words of a captured email: of its row, and of the index of words. */
export async function measureStoring(
  db: Database,
  { id, accountId }: SearchedWorkspace,
): Promise<Record<string, string>> {
  // The same table without the index of words, and with as many rows as are stored here.
  await sql`create unlogged table plain_words (like account_activity_words including all)`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'plain_words'::regclass and amname = 'gin'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db);
  await sql`
    create unlogged table given_words as
    select n, gen_random_uuid() as id, array(
      select distinct 'w' || floor(${vocabulary}::integer * power(random(), 2))::integer
      from generate_series(1, ${drawnWords}::integer) where n > 0
    ) as words
    from generate_series(1, ${pageSize * pages}::integer) n`.execute(db);
  const store = async (table: string) => {
    const measured = nothing();
    for (let page = 0; page < pages; page += 1) {
      const insert = sql`
        insert into ${sql.table(table)} (workspace_id, activity_id, account_id, occurred_at, words)
        select ${id}::uuid, given_words.id, ${accountId}::uuid,
          now() - ((n * 7919) % 84) * interval '1 day',
          array_to_tsvector(array(
            select bucket || word from unnest(given_words.words) word
          ))
        from given_words
        cross join lateral search_bucket(
          ${id}::uuid, (now() - ((n * 7919) % 84) * interval '1 day')::date) bucket
        where n > ${page * pageSize} and n <= ${(page + 1) * pageSize}`;
      await add(measured, () => insert.execute(db));
    }
    return `${milliseconds((at(measured, 0.5) ?? 0) / pageSize)}, ${milliseconds(measured.processor / (pageSize * pages))} of processor time`;
  };
  const plain = await store('plain_words');
  const indexed = await store('account_activity_words');
  return {
    'words of an email without their index': plain,
    'with it, beside what is stored': indexed,
  };
}
