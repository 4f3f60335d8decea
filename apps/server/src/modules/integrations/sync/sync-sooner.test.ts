import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { SourceProvider } from '../provider.ts';
import { syncSooner } from './sync-sooner.ts';

const open = () => {
  throw new Error('Nothing is read here.');
};
const providers = [
  { id: 'gmail', open },
  { id: 'fireflies', open, requestsPerDay: 50 },
] as unknown as SourceProvider[];

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  onTestFinished(test.close);
});

/** A connection that was synced so many seconds ago. */
async function connect(ownerId: string, secondsAgo: number, values: object = {}): Promise<string> {
  const { id } = await test.db
    .insertInto('integrations')
    .values({
      owner_id: ownerId,
      provider: 'gmail',
      source: `${Math.random()}`,
      credentials: Buffer.from(''),
      cursor: '{}',
      due_at: sql<Date>`now() + make_interval(secs => ${600 - secondsAgo})`,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The connections that are due once these users have the product open. */
async function dueFor(...viewerIds: string[]): Promise<string[]> {
  await syncSooner(test.db, providers, viewerIds);
  const rows = await test.db
    .selectFrom('integrations')
    .select('id')
    .where('due_at', '<=', sql<Date>`now()`)
    .execute();
  return rows.map(({ id }) => id).toSorted();
}

it("makes the user's and their colleagues' connections due 90 seconds after the last sync", async () => {
  const workspace = await test.make.workspace();
  const ann = await test.make.member(workspace.id);
  const ben = await test.make.member(workspace.id);
  const stranger = await test.make.person();
  const own = await connect(ann.id, 95);
  const colleagues = await connect(ben.id, 200);
  await connect(ann.id, 80);
  await connect(stranger.id, 500);
  expect(await dueFor()).toEqual([]);
  expect(await dueFor(ann.id)).toEqual([own, colleagues].toSorted());
});

it.each([
  ['waits after a failure', { failures: 1 }],
  ['needs to be connected again', { needs_reauth: true }],
  ['is disconnected', { credentials: null }],
  ['is being synced', { lease_id: '018f0000-0000-7000-8000-000000000000' }],
  ['has not been read once', { cursor: null }],
  ['is paused', { paused_until: new Date(Date.now() + 3_600_000) }],
  ['has a number of requests a day', { provider: 'fireflies' }],
])('leaves a connection alone that %s', async (_, values) => {
  const ann = await test.make.person();
  await connect(ann.id, 300, values);
  expect(await dueFor(ann.id)).toEqual([]);
});

it('makes twenty due at once, those first that have waited longest, and none while others wait', async () => {
  const ann = await test.make.person();
  const ids: string[] = [];
  for (let seconds = 100; seconds < 125; seconds += 1) ids.push(await connect(ann.id, seconds));
  const first = ids.slice(-20).toSorted();
  expect(await dueFor(ann.id)).toEqual(first);
  await sql`update integrations set due_at = now() - interval '11 seconds' where due_at <= now()`.execute(
    test.db,
  );
  expect(await dueFor(ann.id)).toEqual(first);
  await sql`update integrations set due_at = now() + interval '600 seconds' where due_at <= now()`.execute(
    test.db,
  );
  expect(await dueFor(ann.id)).toEqual(ids.slice(0, 5).toSorted());
});
