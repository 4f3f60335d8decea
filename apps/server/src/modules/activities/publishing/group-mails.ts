import { createDisjointSets } from '@repo/domain/disjoint-sets';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { eachChunk } from './each-chunk.ts';

/**
 * Groups into threads the mails of `publish_due`, whose references stand already, with those
 * published ones whose threads they were in or now share a reference with: the result is
 * `publish_threads`, each mail with the earliest one of its thread (`refreshThreads` does the same
 * for few).
 *
 * Here the mails are numbers in the order of time: a hundred thousand take less than a megabyte.
 */
export async function groupMails(tx: Connection): Promise<void> {
  await numberMails(tx);
  const { rows } = await sql<{ count: number }>`select count(*) from publish_mails`.execute(tx);
  const count = rows[0]?.count ?? 0;
  const groups = createDisjointSets(count);
  const sharing = sql<{ numbers: number[] }>`
    select array_agg(mail.number) as numbers
    from publish_mails mail
    join account_message_refs message
      on message.account_id = mail.account_id and message.activity_id = mail.id
    group by message.account_id, message.ref having count(*) > 1`;
  await eachChunk(tx, sharing, async (chunk) => {
    for (const { numbers } of chunk) {
      for (const number of numbers) groups.union(numbers[0] ?? number, number);
    }
  });
  const names = Array.from({ length: count }, (_, number) => groups.find(number));
  await sql`
    create temporary table publish_threads on commit drop as
    select mail.workspace_id, mail.id, earliest.id as thread_id
    from unnest(${names}::integer[]) with ordinality as given(name, place)
    join publish_mails mail on mail.number = given.place - 1
    join publish_mails earliest on earliest.number = given.name`.execute(tx);
  await sql`drop table publish_mails`.execute(tx);
  await sql`analyze publish_threads`.execute(tx);
}

/** Makes `publish_mails`: all that can matter, numbered from 0 in the order of time. */
async function numberMails(tx: Connection): Promise<void> {
  await sql`
    create temporary table publish_mails on commit drop as
    with places as (
      select workspace_id, id from publish_due
      union
      select due.workspace_id, near.activity_id
      from publish_due due
      cross join unnest(due.thread_refs) as given(ref)
      join account_message_refs near on near.account_id = due.account_id and near.ref = given.ref
    ),
    threads as (
      select distinct published.account_id, published.thread_id
      from places join account_activities published using (workspace_id, id)
      where published.thread_id is not null
    ),
    mails as (
      select published.workspace_id, published.account_id, published.id, published.occurred_at
      from threads join account_activities published using (account_id, thread_id)
      where not exists (
        select from publish_due due
        where due.workspace_id = published.workspace_id and due.id = published.id)
      union all
      select workspace_id, account_id, id, occurred_at from publish_due where type = 'email'
    )
    select workspace_id, account_id, id,
      (row_number() over (order by occurred_at, id) - 1)::integer as number
    from mails`.execute(tx);
  await sql`analyze publish_mails`.execute(tx);
}
