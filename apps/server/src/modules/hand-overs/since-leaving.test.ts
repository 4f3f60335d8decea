import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { lee, type LeavingWorld, leavingWorld } from './leaving-world.fixture.ts';

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
const captureLater = () =>
  tracking(app).capture(world.ann, [
    mail(0, lee, [world.ann.email], { title: 'written after leaving' }),
  ]);

test('what was captured since an owner erased is not published without its user', async () => {
  await world.byOwner('erase');
  await captureLater();
  await world.backByOwner();
  await world.finish();
  // Of the other domain nothing was captured since.
  expect(await world.read()).toEqual(['secret other']);
  const tracked = await tracking(app).trackedBy(world.ann.token);
  await app.call('POST /api/accounts/domains/share', {
    token: world.ann.token,
    body: {
      domainId: tracked.find(({ domain }) => domain === 'acme.com')?.id ?? '',
      workspaceId: world.workspaceId,
    },
  });
  expect(await world.read()).toEqual([...titles, 'written after leaving']);
});

test('nor does an administrator bring it back who took over while the owner did', async () => {
  await world.byOwner('erase');
  await captureLater();
  await app.db
    .updateTable('hand_overs')
    .set({ state: 'returning' })
    .where('user_id', '=', world.ann.id)
    .execute();
  await world.byAdmin('keep');
  await world.backByAdmin();
  await world.finish();
  expect(await world.read()).toEqual(['secret other']);
});

test('a mailbox that was read since may have changed what was erased', async () => {
  await world.byOwner('erase');
  await app.db
    .insertInto('integrations')
    .values({ owner_id: world.ann.id, provider: 'gmail', last_synced_at: new Date() })
    .execute();
  await world.backByOwner();
  await world.finish();
  expect(await world.read()).toEqual([]);
});

test('who left adds nothing to an account that is deleted, and restored', async () => {
  await world.byOwner('keep');
  await world.deleteAccount();
  await captureLater();
  await world.restoreAccount();
  expect(await world.read()).toEqual(titles);
});

test('a domain that another account has by now does not come back to the earlier one', async () => {
  const { ann, workspaceId, accountId, owner } = world;
  await app.call('POST /api/accounts/{accountId}/domains', {
    token: owner.token,
    params: { accountId },
    body: { domain: 'second.com' },
  });
  const { data } = await tracking(app).importOne(ann.token, 'second.com');
  await tracking(app).capture(ann, [
    mail(1, { name: 'Sue', email: 'sue@second.com' }, [ann.email], { title: 'secret second' }),
  ]);
  await app.call('POST /api/accounts/domains/share', {
    token: ann.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId },
  });
  expect(await world.read()).toContain('secret second');
  await world.byAdmin('erase');
  const removed = await app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
    token: owner.token,
    params: { accountId, domain: 'second.com' },
  });
  expect(removed.status).toBe(200);
  await world.finish();
  await tracking(app).importOne(owner.token, 'second.com', workspaceId);
  await world.backByAdmin();
  await world.finish();
  expect(await world.read()).toEqual(titles);
});
