import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { type LeavingWorld, leavingWorld } from '../hand-overs/leaving-world.fixture.ts';
import { sendDeletionMail } from './send-deletion-mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { webUrl: 'https://app.example' } });
});
afterAll(() => app.close());

let world: LeavingWorld;
beforeEach(async () => {
  world = await leavingWorld(app);
  app.mails.length = 0;
});

const lastToken = () => /token=(\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? '';
const comeBack = (token: string) =>
  app.call('POST /api/auth/reset-password', { body: { token, password: 'a new password' } });

/** @returns the token of the link by which she comes back. */
async function annDeletesHerself(): Promise<string> {
  const { ann } = world;
  const { status } = await app.call('POST /api/auth/deletion', {
    token: ann.token,
    body: { email: ann.email, currentPassword: knownPassword },
  });
  expect(status).toBe(200);
  return lastToken();
}

const byAdministrator = {
  deletes: ({ admin, ann }: LeavingWorld) =>
    app.call('POST /api/admin/users/{id}/deletion', {
      token: admin.token,
      params: { id: ann.id },
      body: { email: ann.email },
    }),
  deactivates: ({ admin, ann }: LeavingWorld) =>
    app.call('PUT /api/admin/users/{id}', {
      token: admin.token,
      params: { id: ann.id },
      body: { name: ann.name, isAdmin: false, isTest: false, isActive: false },
    }),
};

test.each(Object.keys(byAdministrator) as (keyof typeof byAdministrator)[])(
  'who deleted themselves does not come back on their own after an administrator %s them',
  async (name) => {
    const { admin, ann } = world;
    const token = await annDeletesHerself();
    expect((await byAdministrator[name](world)).status).toBe(200);
    expect((await comeBack(token)).status).toBe(400);
    // Nor by the mail of their own deletion, if that is sent again.
    app.mails.length = 0;
    await sendDeletionMail(app.context, { userId: ann.id, by: 'user', workspaceIds: [] });
    expect(app.mails).toEqual([]);
    expect(await world.roles()).toEqual([]);
    const { data } = await app.call('GET /api/admin/users/{id}/hand-over', {
      token: admin.token,
      params: { id: ann.id },
    });
    expect(data.handOver).toMatchObject({ begunBy: admin.name, state: 'leaving' });
    expect((await world.backByAdmin()).status).toBe(200);
    await world.finish();
    expect(await world.read()).toEqual(['secret one', 'secret other', 'secret three']);
  },
);

test('an administrator who deletes them tells them so, without a link', async () => {
  await annDeletesHerself();
  await byAdministrator.deletes(world);
  expect(app.mails.at(-1)?.text).toContain('an administrator of the server can bring you back');
  expect(lastToken()).toBe('');
  const again = await byAdministrator.deletes(world);
  expect(again).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
});

test('who deleted themselves at once is not brought back before the job begins', async () => {
  const { admin, ann } = world;
  const { status } = await app.call('POST /api/auth/deletion', {
    token: ann.token,
    body: { email: ann.email, currentPassword: knownPassword, isImmediate: true },
  });
  expect(status).toBe(200);
  expect((await world.backByAdmin()).status).toBe(409);
  const activated = await app.call('PUT /api/admin/users/{id}', {
    token: admin.token,
    params: { id: ann.id },
    body: { name: ann.name, isAdmin: false, isTest: false, isActive: true },
  });
  expect(activated.status).toBe(409);
  await world.finish();
  expect(await world.stored()).toEqual([]);
  expect(await world.roles()).toEqual([]);
});

test('an erased user is no one to change, to hand over or to delete again', async () => {
  const { admin, ann } = world;
  await byAdministrator.deletes(world);
  await world.passGrace();
  const { email, name } = await app.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', ann.id)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Erased user');
  const params = { id: ann.id };
  const token = admin.token;
  const refused = [
    await app.call('POST /api/admin/users/{id}/deletion', { token, params, body: { email } }),
    await app.call('POST /api/admin/users/{id}/hand-over', {
      token,
      params,
      body: { choice: 'keep' },
    }),
    await app.call('PUT /api/admin/users/{id}', {
      token,
      params,
      body: { name: 'Ann', isAdmin: false, isTest: false, isActive: true },
    }),
  ];
  for (const one of refused) {
    expect(one).toMatchObject({ status: 409, error: { message: /^This user was erased/ } });
  }
});
