import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openBothStorages, storages } from '#test/both-storages.ts';
import { connectedLab } from '#test/connected-lab.ts';
import { storageOf } from './integration-storage.ts';

test.each(storages)('%s: a preview is queued where no task counts its domain', async (name) => {
  const { lab, ann, integrationId } = await connectedLab('acme.com');
  const both = openBothStorages(lab);
  onTestFinished(both.close);
  const db = both[name];
  const key = { ownerId: ann.id, integrationId };
  const queued = async () => {
    const { rows } = await sql<{ domain: string }>`
      insert into import_previews as known (owner_id, integration_id, domain, requested_at)
      select ${ann.id}::uuid, ${integrationId}::uuid, domain, ${new Date()}::timestamptz
      from unnest(${['a.com', 'b.com']}::text[]) as domain
      on conflict (owner_id, integration_id, domain) do update
        set requested_at = excluded.requested_at
        where ${await storageOf(db).isNotQueued(db, key)}
      returning domain`.execute(db);
    return rows.map(({ domain }) => domain).sort();
  };
  expect(await queued()).toEqual(['a.com', 'b.com']);
  expect(await queued()).toEqual(['a.com', 'b.com']);
  await lab.db
    .insertInto('sync_tasks')
    .values({
      owner_id: ann.id,
      integration_id: integrationId,
      kind: 'preview',
      domains: ['b.com', "o'c.com"],
      since: new Date(),
    })
    .execute();
  expect(await queued()).toEqual(['a.com']);
});

test.each(storages)('%s: shared copies can be joined with accounts', async (name) => {
  const { lab } = await connectedLab('acme.com');
  const both = openBothStorages(lab);
  onTestFinished(both.close);
  const id = '00000000-0000-7000-8000-000000000001';
  const shared = sql`(select ${id}::uuid as account_id, ${id}::uuid as activity_key)`;
  const relation = await storageOf(both[name]).sharedCopies(both[name], shared);
  const { rows } = await sql`
    select shared.* from ${relation} shared where shared.account_id = ${id}`.execute(lab.db);
  expect(rows).toEqual([{ account_id: id, activity_key: id }]);
});
