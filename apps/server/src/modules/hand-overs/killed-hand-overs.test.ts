import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { startProcess } from '#test/faults/processes.ts';
import { isLong } from '#test/long-tests.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { beginHandOver } from './begin-hand-over.ts';
import { beginReturn } from './bring-back.ts';
import { lee, type LeavingWorld, leavingWorld } from './leaving-world.fixture.ts';

const KILLS = 5;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** What the steps of the open hand-overs have changed so far. */
const progress = async () => {
  const { rows } = await sql`
    select (select string_agg(concat_ws(' ', state, position), ',') from hand_overs) as state,
      (select count(*) from left_shares) as left, (select count(*) from domains) as domains,
      (select count(*) from publish_requests) as requests, (select count(*) from level_changes) as levels,
      (select count(*) from captured_activities) as captured,
      (select count(*) from account_activities) as published,
      (select count(*) from account_activity_contributors) as contributed`.execute(app.db);
  return JSON.stringify(rows);
};

/**
 * Continues in a process that is killed each time that it has taken a step, so inside the next one or after it.
 *
 * @returns how many were killed before they were finished.
 */
async function continueKilled(): Promise<number> {
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await progress();
    const one = await startProcess(
      'apps/server/src/modules/hand-overs/continuing-process.fixture.ts',
      [],
      { env: { DATABASE_URL: app.databaseUrl }, isReady: (line) => line === 'begun' },
    );
    const hasEnded = () => one.child.exitCode !== null;
    while (!hasEnded() && (await progress()) === before) await sleep(2);
    await sleep(3 * kill);
    if (hasEnded()) return killed;
    await one.kill();
    killed += 1;
  }
  return killed;
}

/** Without its withdrawals, which the process takes. */
const begin = async ({ ann, admin }: LeavingWorld, choice: 'redact' | 'erase') => {
  const manager = { id: admin.id, name: 'Ada', isAdmin: true };
  const scope = { userId: ann.id, workspaceId: null };
  await beginHandOver(app.db, manager, { ...scope, choice, successorId: null });
  return { manager, scope };
};

const capture = ({ ann }: LeavingWorld) =>
  tracking(app).capture(
    ann,
    Array.from({ length: 120 }, (_, at) =>
      mail(1 + (at % 20), lee, [ann.email], { title: `secret ${at}` }),
    ),
  );

// `rebuilt-after-leaving.test.ts` is the short form.
test.runIf(isLong)(
  'an erasure whose processes are killed again and again leaves nothing',
  async () => {
    const world = await leavingWorld(app);
    await capture(world);
    await begin(world, 'erase');
    await app.db
      .updateTable('hand_overs')
      .set({ ends_at: new Date(0) })
      .execute();
    expect(await continueKilled()).toBeGreaterThan(1);
    await world.finish();
    expect(await world.stored()).toEqual([]);
    expect(await world.read()).toEqual([]);
    for (const table of ['captured_activities', 'domains', 'domain_shares', 'left_shares']) {
      const { rows } = await sql`
        select from ${sql.table(table)} where owner_id = ${world.ann.id}`.execute(app.db);
      expect([table, rows]).toEqual([table, []]);
    }
    const { rows } = await sql`
      select name, (select count(*)::integer from hand_overs) as open,
        (select count(*)::integer from audit_entries
          where action = 'user.left' and person_id = users.id) as left
      from users where id = ${world.ann.id}`.execute(app.db);
    expect(rows).toEqual([{ name: 'Erased user', open: 0, left: 1 }]);
  },
  60_000,
);

test.runIf(isLong).each(['redact', 'erase'] as const)(
  'who comes back from %s while processes are killed has everything as before',
  async (choice) => {
    const world = await leavingWorld(app);
    await capture(world);
    const before = await world.read();
    const { manager, scope } = await begin(world, choice);
    await continueKilled();
    await world.finish();
    expect((await world.read()).filter((title) => title !== '')).toEqual([]);
    await beginReturn(app.db, manager, scope);
    await continueKilled();
    await world.finish();
    expect(await world.read()).toEqual(before);
    expect(await world.roles()).toEqual(['member']);
    expect(await app.db.selectFrom('hand_overs').select('id').execute()).toEqual([]);
  },
  60_000,
);
