import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { createWorld, type World } from '#test/faults/world.ts';
import { isLong } from '#test/long-tests.ts';
import { startProxy } from '#test/start-proxy.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  if (!isLong) return;
  database = await createTestDatabase();
  world = await createWorld(database.url);
}, 120_000);
afterAll(async () => {
  if (!isLong) return;
  await world.stop();
  await database.drop();
});

/** Records every lease that is acquired, and whether the previous one was still held. */
const watchLeases = () =>
  sql`
    create table leases_taken (integration_id uuid, was_held boolean);
    create function note_lease() returns trigger language plpgsql as $$ begin
      if new.lease_id is not null and new.lease_id is distinct from old.lease_id then
        insert into leases_taken values (new.id, old.lease_until > now());
      end if;
      return new;
    end $$;
    create trigger note_lease after update on integrations for each row
      execute function note_lease()`.execute(world.db);

const leases = async () =>
  (await sql<{ was_held: boolean | null }>`select * from leases_taken`.execute(world.db)).rows;

test.runIf(isLong)(
  'two of each behind a proxy: what is killed is not missed, and each sync is done once',
  async () => {
    const { db, api, workers } = world;
    await watchLeases();
    const second = await world.startApi();
    const third = await world.startApi();
    const proxy = await startProxy([second.url, third.url]);
    let answered = 0;
    const refused: string[] = [];
    const clients = { on: true };
    const people = Array.from({ length: 6 }, async () => {
      while (clients.on) {
        const answer = await fetch(`${proxy.url}/api/auth/me`, {
          headers: { authorization: `Bearer ${world.ann.token}` },
        });
        const body = await answer.text();
        answered += 1;
        if (answer.status !== 200) refused.push(`${answer.status} ${body}`);
      }
    });

    await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        world.deliver(
          `From: bob@acme.com\r\nTo: ann@example.org\r\nSubject: ${number}\r\nMessage-ID: <${number}@acme.com>\r\nDate: ${new Date().toUTCString()}\r\n\r\nHello`,
        ),
      ),
    );
    await api('POST', '/api/accounts/import', { domains: ['acme.com'], source: 'manual' });
    // Slow enough for a worker to be killed in the middle.
    const slow = { path: '/gmail/v1/users/me/**', effect: { kind: 'slow', ms: 1_500 } };
    await world.sandbox('POST', 'faults', { ...slow, probability: 1, times: 1_000 });
    await world.connectGoogle('gmail');
    await vi.waitFor(async () => {
      const { rows } = await sql`select from integrations where lease_id is not null`.execute(db);
      expect(rows).toHaveLength(1);
    }, 30_000);
    await Promise.all([second.process.kill(), workers[0]?.kill()]);
    // The other worker, if it was the one syncing, releases its lease on shutdown.
    const replacement = await world.startWorker();
    expect(await workers[1]?.stop()).toBe(0);
    workers[1] = replacement;
    await world.sandbox('DELETE', 'faults');
    const { rows: held } = await sql<{ until: Date }>`
    select lease_until as until from integrations where lease_id is not null`.execute(db);
    // The lease of the killed worker would expire; there is no need to wait for that.
    await sql`update integrations set lease_until = now() where lease_id is not null`.execute(db);
    expect(held.length).toBeLessThanOrEqual(1);
    const stored = () => db.selectFrom('captured_activities').select('external_id').execute();
    await vi.waitFor(async () => expect(await stored()).toHaveLength(60), 60_000);
    await sleep(200);
    clients.on = false;
    await Promise.all(people);
    await proxy.close();

    expect(answered).toBeGreaterThan(20);
    expect(refused).toEqual([]);
    expect(proxy.retries()).toBeGreaterThan(0);
    const taken = await leases();
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.filter(({ was_held }) => was_held)).toEqual([]);
  },
  150_000,
);
