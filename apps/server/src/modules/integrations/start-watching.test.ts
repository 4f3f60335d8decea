import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { sealCredentials } from './connect/credentials.ts';
import type { Provider } from './provider.ts';
import type { WatchEnd, WatchSession } from './provider/watch.ts';
import { startWatching, type WatchingOptions } from './start-watching.ts';
import { claimWatches, registerProcess } from './watching/watch-leases.ts';

let test: TestApp;
let ann: { id: string; token: string };
beforeEach(async () => {
  test = await createTestApp();
  onTestFinished(test.close);
  ann = await test.make.person();
});

/** A provider whose watches the test controls, by the names in their credentials. */
function createVendor() {
  const sessions = new Map<string, WatchSession>();
  const ends = new Map<string, (end: WatchEnd) => void>();
  let begun = 0;
  const watch = (session: WatchSession) => {
    const { promise, resolve } = Promise.withResolvers<WatchEnd>();
    const name = String(session.credentials['name']);
    begun += 1;
    expect(sessions.has(name)).toBe(false);
    sessions.set(name, session);
    const end = (one: WatchEnd) => {
      sessions.delete(name);
      resolve(one);
    };
    ends.set(name, end);
    session.signal.addEventListener('abort', () => end({ reason: 'stopped', message: '' }));
    session.onLive();
    return promise;
  };
  return {
    provider: { id: 'imap', name: 'IMAP', connect: { kind: 'server-login' }, watch, open() {} },
    names: () => [...sessions.keys()].toSorted(),
    hint: (name: string) => sessions.get(name)?.onHint(),
    end: (name: string, reason: WatchEnd['reason']) => ends.get(name)?.({ reason, message: '' }),
    begun: () => begun,
  };
}

function start(vendor: ReturnType<typeof createVendor>, options?: WatchingOptions) {
  const providers = [vendor.provider] as unknown as Provider[];
  const watching = startWatching(test.context, providers, {
    lookInterval: 20,
    gapMs: 300,
    ...options,
  });
  onTestFinished(watching.stop);
  return watching;
}

async function connect(name: string, values: object = {}, ownerId = ann.id): Promise<string> {
  const { id } = await test.db
    .insertInto('integrations')
    .values({
      owner_id: ownerId,
      provider: 'imap',
      source: name,
      cursor: '{}',
      due_at: sql<Date>`now() + interval '10 minutes'`,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if ('credentials' in values) return id;
  await change(id, sealCredentials(test.context, id, { name }));
  return id;
}

const change = (id: string, values: object) =>
  test.db.updateTable('integrations').set(values).where('id', '=', id).execute();

const read = (id: string) =>
  test.db
    .selectFrom('integrations')
    .select(['watched_by', 'watched_since', 'hinted_at', 'watch_failures', 'watch_again_at'])
    .select(['needs_reauth', 'failures'])
    .select([
      sql<boolean>`due_at <= now()`.as('isDue'),
      sql<number>`extract(epoch from watch_again_at - now())::float`.as('wait'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const until = (check: () => void | Promise<void>) => vi.waitFor(check, 5_000);

it('makes a connection due when its server reports a change, and shows since when it is live', async () => {
  const vendor = createVendor();
  const id = await connect('a');
  start(vendor);
  await until(async () => expect((await read(id)).watched_since).not.toBeNull());
  expect(await read(id)).toMatchObject({ isDue: false, hinted_at: null });
  vendor.hint('a');
  await until(async () => expect(await read(id)).toMatchObject({ isDue: true }));
  const { watched_since: since, hinted_at: hinted } = await read(id);
  expect(since).toBeInstanceOf(Date);
  expect(hinted).toBeInstanceOf(Date);
});

it('passes on one of many hints at once, and one for the rest when the gap ends', async () => {
  const vendor = createVendor();
  const id = await connect('a');
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['a']));
  for (let hints = 0; hints < 1_000; hints += 1) vendor.hint('a');
  await until(async () => expect((await read(id)).isDue).toBe(true));
  await change(id, { due_at: sql`now() + interval '10 minutes'` });
  const first = (await read(id)).hinted_at?.getTime() ?? 0;
  await until(async () => expect((await read(id)).isDue).toBe(true));
  // The gap is measured from the hint, which was stored a little later.
  expect(((await read(id)).hinted_at?.getTime() ?? 0) - first).toBeGreaterThan(150);
});

it('watches no connection that cannot be synced now', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const vendor = createVendor();
  await connect('not synced once', { cursor: null });
  await connect('to be connected again', { needs_reauth: true });
  await connect('disconnected', { credentials: null });
  await connect('paused', { paused_until: later });
  await connect('left alone for a while', { watch_again_at: later });
  await connect('yes');
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['yes']));
});

it('leaves the wait of a connection alone whose last sync failed', async () => {
  const vendor = createVendor();
  const id = await connect('a', { failures: 3 });
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['a']));
  vendor.hint('a');
  await until(async () => expect((await read(id)).hinted_at).not.toBeNull());
  expect((await read(id)).isDue).toBe(false);
});

it('tries again after a while when a watch ends, and never needs a reconnection', async () => {
  const waits = { lost: 3, refused: 60, unsupported: 86_400 };
  const reasons = Object.keys(waits) as (keyof typeof waits)[];
  const vendor = createVendor();
  const ids: Record<string, string> = {};
  for (const reason of reasons) ids[reason] = await connect(reason);
  start(vendor);
  await until(() => expect(vendor.names()).toHaveLength(3));
  for (const reason of reasons) {
    const id = ids[reason] ?? '';
    await until(async () => expect((await read(id)).watched_since).not.toBeNull());
    vendor.end(reason, reason);
    await until(async () => expect((await read(id)).watched_by).toBeNull());
    const row = await read(id);
    expect(row.watched_since).toBeNull();
    expect(row.wait).toBeGreaterThan(waits[reason] - 3);
    expect(row.wait).toBeLessThanOrEqual(waits[reason]);
    expect(row).toMatchObject({ needs_reauth: false, failures: 0 });
  }
});

it('waits longer after each refusal', async () => {
  const vendor = createVendor();
  const id = await connect('a', { watch_failures: 2 });
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['a']));
  vendor.end('a', 'refused');
  await until(async () => expect((await read(id)).watch_failures).toBe(3));
  expect((await read(id)).wait).toBeGreaterThan(800);
});

it('gives way to syncs that the server does not accept beside it', async () => {
  const vendor = createVendor();
  const id = await connect('a');
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['a']));
  await change(id, { paused_until: new Date(Date.now() + 60_000) });
  await until(() => expect(vendor.names()).toEqual([]));
  await until(async () => expect((await read(id)).wait).toBeGreaterThan(3_500));
});

it('stops when its user disconnects or is deactivated, and goes on with new credentials', async () => {
  const vendor = createVendor();
  const ben = await test.make.person();
  const own = await connect('a');
  const bens = await connect('b', {}, ben.id);
  const watching = start(vendor);
  await until(() => expect(vendor.names()).toEqual(['a', 'b']));
  await change(own, { credentials: null, watched_by: null });
  await test.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute();
  await until(() => expect(vendor.names()).toEqual([]));
  await change(own, sealCredentials(test.context, own, { name: 'new' }));
  await until(() => expect(vendor.names()).toEqual(['new']));
  await watching.stop();
  expect(vendor.names()).toEqual([]);
  expect(await read(own)).toMatchObject({ watched_by: null, watched_since: null });
  expect((await read(bens)).watched_by).toBeNull();
});

it('watches each connection once with several processes, and takes over from one that ends', async () => {
  const [one, other] = [createVendor(), createVendor()];
  const names = Array.from({ length: 30 }, (_, index) => String(100 + index));
  for (const name of names) await connect(name);
  const first = start(one, { maxWatches: 10 });
  start(other);
  const all = () => [...one.names(), ...other.names()].toSorted();
  await until(() => expect(all()).toEqual(names));
  expect(one.begun() + other.begun()).toBe(30);
  await first.stop();
  await until(() => expect(other.names()).toEqual(names));
});

it('gives each connection to one of two processes that claim it at the same moment', async () => {
  for (let index = 0; index < 20; index += 1) await connect(String(index));
  const processes = [await registerProcess(test.db), await registerProcess(test.db)];
  // Both have looked before one of them can store anything.
  const claimed = await test.db.transaction().execute(async (tx) => {
    await sql`select id from integrations for update`.execute(tx);
    const claims = processes.map((one) => claimWatches(test.db, one, ['imap'], 50));
    await sleep(200);
    return claims;
  });
  const all = (await Promise.all(claimed)).flat();
  expect(all).toHaveLength(20);
});

it('takes over from a process that was killed, and not from one that lives', async () => {
  const vendor = createVendor();
  const [killed, alive] = [
    '018f0000-0000-7000-8000-000000000001',
    '018f0000-0000-7000-8000-000000000002',
  ];
  await test.db
    .insertInto('watching_processes')
    .values([
      { id: killed, alive_until: new Date(Date.now() - 1_000) },
      { id: alive, alive_until: new Date(Date.now() + 60_000) },
    ])
    .execute();
  await connect('killed', { watched_by: killed, watched_since: new Date() });
  await connect('alive', { watched_by: alive, watched_since: new Date() });
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['killed']));
});

it('gives up what another process has taken over meanwhile', async () => {
  const vendor = createVendor();
  const id = await connect('a');
  start(vendor);
  await until(() => expect(vendor.names()).toEqual(['a']));
  await change(id, { watched_by: '018f0000-0000-7000-8000-000000000003' });
  await sql`insert into watching_processes
    values ('018f0000-0000-7000-8000-000000000003', now() + interval '1 minute')`.execute(test.db);
  await until(() => expect(vendor.names()).toEqual([]));
});
