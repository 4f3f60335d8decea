import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/create-test-database.ts';
import { createMakers } from '../../../../test/test-makers.ts';
import { createDatabase, type Database } from '../../../platform/database/create-database.ts';
import { importDomains } from '../../domains/import-domains.ts';
import { shareDomain } from '../../domains/share-domain.ts';
import { readTimelinePart } from '../read-timeline-part.ts';
import { chunkSize } from './chunk.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, whose plans are looked at.
  db = createDatabase({ url: database.url, poolSize: 1, onLostConnection: () => {} });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('sharing a large domain ends plans of when hardly anything was published', async () => {
  const make = createMakers(db);
  const { id: workspaceId } = await make.workspace();
  const { id: personId } = await make.person();
  await make.membership(workspaceId, personId);
  const [tracked] = await importDomains(db, personId, { domains: ['a.example'], source: 'manual' });
  const domainId = tracked?.domain.id ?? '';
  const { id: accountId } = await db
    .insertInto('workspace_accounts')
    .values({ workspace_id: workspaceId, domain: 'a.example', name: 'A', created_by: personId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await captureMails(personId, domainId);
  // As the automatic vacuum leaves it after the last activity was removed.
  await sql`vacuum analyze account_activities`.execute(db);
  await readFeed(accountId);
  expect(await feedPlan()).toContain('Seq Scan on account_activities');

  await shareDomain(db, { personId, domainId, workspaceId });

  expect(await readFeed(accountId)).toBe(10);
  expect(await feedPlan()).not.toContain('Seq Scan on account_activities');
});

/** A feed's first part, often enough for the database to keep its plan. */
async function readFeed(accountId: string): Promise<number> {
  const window = { firstDay: '2026-01-01', lastDay: '2026-01-31' };
  let length = 0;
  for (let count = 0; count < 7; count += 1) {
    const part = await readTimelinePart(db, accountId, window, new Map(), { limit: 10 });
    length = part.items.length;
  }
  return length;
}

async function feedPlan(): Promise<string> {
  const { rows } = await sql<{ name: string; parameters: number }>`
    select name, cardinality(parameter_types) as parameters from pg_prepared_statements
    where statement like '%not exists%later%'`.execute(db);
  const [prepared, ...others] = rows;
  expect(others).toEqual([]);
  const values = Array(prepared?.parameters).fill(sql`null`);
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain execute ${sql.id(prepared?.name ?? '')} (${sql.join(values)})`.execute(db);
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
}

async function captureMails(ownerId: string, domainId: string): Promise<void> {
  await sql`
    with captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants, thread_refs)
      select ${ownerId}, 'gmail', 'ann@b.example', n, md5('mail ' || n)::uuid, 'email',
        timestamptz '2026-01-20' - n * interval '1 minute', 'Matter ' || n, '', '[]',
        array[md5('thread ' || n)::uuid]
      from generate_series(1, ${chunkSize}::integer) n
      returning id, activity_key
    )
    insert into captured_activity_domains (domain_id, activity_key, captured_id, side)
    select ${domainId}, activity_key, id, 'external' from captured`.execute(db);
}
