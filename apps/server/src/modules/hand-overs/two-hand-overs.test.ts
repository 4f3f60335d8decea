import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { type LeavingWorld, leavingWorld } from './leaving-world.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let world: LeavingWorld;
beforeEach(async () => {
  world = await leavingWorld(app);
});

const titles = ['secret one', 'secret other', 'secret three'];
const redacted = ['', '', ''];

describe('while an administrator hands over whom an owner hands over', () => {
  test.each([
    ['redact', 'redact'],
    ['erase', 'erase'],
  ] as const)('the owner of %s cannot bring back from %s, and reads no more', async (own, all) => {
    await world.byOwner(own);
    await world.byAdmin(all);
    const before = await world.read();
    const refused = await world.backByOwner();
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toContain('Let an administrator bring them back first');
    await world.finish();
    expect(await world.read()).toEqual(before);
    expect(before.filter((title) => title !== '')).toEqual([]);
  });

  test.each([
    ['keep', 'erase'],
    ['redact', 'redact'],
    ['redact', 'erase'],
    ['erase', 'erase'],
  ] as const)(
    'coming back restores the choice %s of the owner from %s, and then what was before',
    async (own, all) => {
      await world.byOwner(own);
      const before = await world.read();
      await world.byAdmin(all);
      expect((await world.backByAdmin()).status).toBe(200);
      await world.finish();
      expect(await world.read()).toEqual(before);
      expect(await world.roles()).toEqual([]);
      expect((await world.backByOwner()).status).toBe(200);
      await world.finish();
      expect(await world.read()).toEqual(titles);
      expect(await world.roles()).toEqual(['member']);
    },
  );

  test('coming back from both restores what an owner had not lowered yet', async () => {
    await app.db
      .insertInto('hand_overs')
      .values({
        user_id: world.ann.id,
        workspace_id: world.workspaceId,
        choice: 'redact',
        begun_by: 'Olga',
        ends_at: new Date(Date.now() + 86_400_000),
        state: 'lowering',
      })
      .execute();
    await world.byAdmin('erase');
    await world.backByAdmin();
    await world.finish();
    expect(await world.read()).toEqual(redacted);
    await world.backByOwner();
    await world.finish();
    expect(await world.read()).toEqual(titles);
  });

  test('what an owner is just bringing back is handed over with the rest', async () => {
    await world.byOwner('erase');
    await app.db
      .updateTable('hand_overs')
      .set({ state: 'returning' })
      .where('user_id', '=', world.ann.id)
      .execute();
    await world.byAdmin('erase');
    await world.finish();
    expect(await world.read()).toEqual([]);
    await world.backByAdmin();
    await world.finish();
    expect(await world.read()).toEqual(titles);
  });

  test('what the first one remembers stays where it is', async () => {
    await world.byOwner('redact');
    const read = async () => {
      const { rows } = await sql`
        select xmin::text as stored from left_shares
        where owner_id = ${world.ann.id} and hand_over_id = (
          select id from hand_overs where user_id = ${world.ann.id} and workspace_id is not null)
        order by domain_id`.execute(app.db);
      return rows;
    };
    const before = await read();
    expect(before).toHaveLength(2);
    await world.byAdmin('erase');
    expect(await read()).toEqual(before);
  });

  test('both end with the erasure', async () => {
    await world.byOwner('keep');
    await world.byAdmin('erase');
    await app.db
      .updateTable('hand_overs')
      .set({ ends_at: new Date(0) })
      .where('workspace_id', 'is', null)
      .where('user_id', '=', world.ann.id)
      .execute();
    await world.finish();
    expect(await world.stored()).toEqual([]);
    expect(await world.roles()).toEqual([]);
    for (const table of ['hand_overs', 'former_memberships'] as const) {
      const { rows } = await sql`
        select from ${sql.table(table)} where user_id = ${world.ann.id}`.execute(app.db);
      expect(rows).toEqual([]);
    }
  });
});

test.each([true, false])('who comes back is active as before: %s', async (isActive) => {
  const { ann } = world;
  await app.db.updateTable('users').set({ is_active: isActive }).where('id', '=', ann.id).execute();
  await world.byAdmin('keep');
  expect((await world.backByAdmin()).status).toBe(200);
  const { rows } = await sql`select is_active from users where id = ${ann.id}`.execute(app.db);
  expect(rows).toEqual([{ is_active: isActive }]);
});

test('a hand-over that waits for a transfer of the ownership sees that the user is the only owner now', async () => {
  const { workspaceId, owner, ann } = world;
  const { waiting } = await app.db.transaction().execute(async (tx) => {
    const setRole = (userId: string, role: 'owner' | 'member') =>
      tx
        .updateTable('memberships')
        .set({ role })
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
    await setRole(ann.id, 'owner');
    await setRole(owner.id, 'member');
    const begun = world.byAdmin('redact');
    await waitForLocks(app.db, 1);
    return { waiting: begun };
  });
  expect(await waiting).toBe(409);
  expect(await world.roles()).toEqual(['owner']);
});
