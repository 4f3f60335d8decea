import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
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
const subjects = async () => (await world.read()).filter((title) => title !== '');

describe('an account that was deleted before', () => {
  test('an owner redacts is restored without subjects, also after the 30 days', async () => {
    await world.deleteAccount();
    await world.byOwner('redact');
    await world.restoreAccount();
    expect(await world.read()).toEqual(['', '', '']);
    await world.deleteAccount();
    await world.passGrace();
    await world.restoreAccount();
    expect(await subjects()).toEqual([]);
  });

  test('an administrator redacts is merged into another without subjects', async () => {
    const { data } = await app.call('POST /api/accounts/import', {
      token: world.owner.token,
      body: { domains: ['newer.com'], workspaceId: world.workspaceId, name: 'Newer' },
    });
    await world.deleteAccount();
    await world.byAdmin('redact');
    const { status } = await app.call(
      'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge',
      {
        token: world.owner.token,
        params: { workspaceId: world.workspaceId, accountId: world.accountId },
        body: { intoAccountId: data.results[0]?.workspaceAccount?.id ?? '' },
      },
    );
    expect(status).toBe(200);
    await world.finish();
    expect(await world.read()).toEqual(['', '', '']);
    await world.backByAdmin();
    await world.finish();
    expect(await world.read()).toEqual(titles);
  });

  test.each([false, true])(
    'an administrator erases is restored with nothing, also where they left earlier: ended %s',
    async (isEnded) => {
      await world.byOwner('keep');
      if (isEnded) await world.passGrace();
      await world.deleteAccount();
      await world.byAdmin('erase');
      await world.restoreAccount();
      expect(await world.read()).toEqual([]);
      await world.passGrace();
      expect(await world.stored()).toEqual([]);
    },
  );
});

describe('who comes back', () => {
  test.each(['redact', 'erase'] as const)(
    'from %s has what they shared with an account that is restored afterwards',
    async (choice) => {
      await world.deleteAccount();
      await world.byAdmin(choice);
      await world.backByAdmin();
      await world.finish();
      await world.restoreAccount();
      expect(await world.read()).toEqual(titles);
    },
  );

  test('has their level where an account was deleted meanwhile', async () => {
    await world.byAdmin('redact');
    await world.deleteAccount();
    await world.backByAdmin();
    await world.finish();
    await world.restoreAccount();
    expect(await world.read()).toEqual(titles);
  });
});

test('at the end of an erasure nothing stays published, whatever is shared by then', async () => {
  await world.byAdmin('erase');
  // As of a share that a defect, or another version of the server, began meanwhile.
  await sql`
    insert into domain_shares (owner_id, domain_id, workspace_id, account_id, level, shared_at)
    select owner_id, domain_id, workspace_id, account_id, level, shared_at from left_shares
    where owner_id = ${world.ann.id}`.execute(app.db);
  await sql`
    insert into publish_requests (owner_id, workspace_id, account_id, kind, domain_id)
    select owner_id, workspace_id, account_id, 'share', domain_id from domain_shares
    where owner_id = ${world.ann.id}`.execute(app.db);
  await world.finish();
  expect(await world.read()).toEqual(titles);
  // Also where a share is gone already, and its rows are not.
  await sql`
    delete from domain_shares
    where owner_id = ${world.ann.id} and account_id = ${world.accountId}`.execute(app.db);
  await world.passGrace();
  expect(await world.stored()).toEqual([]);
  expect(await world.read()).toEqual([]);
});
