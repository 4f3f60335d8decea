import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { continueHandOvers } from '#modules/hand-overs/continue-hand-overs.ts';
import {
  createProviders,
  makeOwn,
  makeWorkspace,
  newUser,
  type Provider,
} from './provisioning-lab.fixture.ts';

let app: TestApp;
let providers: ReturnType<typeof createProviders>;
let provider: Provider;
beforeAll(async () => {
  app = await createTestApp();
  providers = createProviders(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  provider = await providers();
});

const activeOf = async (id: string) =>
  (await app.db.selectFrom('users').select('is_active').where('id', '=', id).executeTakeFirst())
    ?.is_active;
const handOverOf = (id: string) =>
  app.db.selectFrom('hand_overs').selectAll().where('user_id', '=', id).executeTakeFirst();
const setActive = (id: string, value: unknown) =>
  provider.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value });
const byAdministrator = (id: string, isActive: boolean) =>
  app.call('PUT /api/admin/users/{id}', {
    token: provider.admin.token,
    params: { id },
    body: { name: 'Ann', isAdmin: false, isTest: false, isActive },
  });

/** Someone whose shares are not all back yet. */
const leaveReturning = (id: string) =>
  app.db
    .insertInto('hand_overs')
    .values({
      user_id: id,
      workspace_id: null,
      choice: 'keep',
      begun_by: 'Someone',
      was_active: true,
      ends_at: new Date(Date.now() + 1_000_000),
      state: 'returning',
    })
    .execute();

/** The forms in which providers deactivate. */
const forms: [string, (id: string, email: string) => ReturnType<Provider['call']>][] = [
  ['Entra, by a text', (id) => setActive(id, 'False')],
  [
    'Okta, without a path',
    (id) => provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
  ],
  [
    'Okta, by PUT',
    (id, email) => provider.call('PUT', `/Users/${id}`, newUser(email, { active: false })),
  ],
  ['by DELETE', (id) => provider.call('DELETE', `/Users/${id}`)],
];

test.each(forms)('%s ends access at once and begins the hand-over', async (_, deactivate) => {
  const ann = await makeOwn(app, provider, 'ann');
  const workspace = await makeWorkspace(app, provider.organization);
  await app.make.membership(workspace.id, ann.id);
  const { key } = await insertApiKey(app.db, ann.id);
  const { id: integrationId } = await app.db
    .insertInto('integrations')
    .values({
      owner_id: ann.id,
      provider: 'google-calendar',
      credentials: Buffer.from('sealed'),
      credentials_key_id: 'key',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await deactivate(ann.id, ann.email)).status).toBeLessThan(300);
  // Not a moment later: it is over when the provider has its answer.
  for (const token of [ann.token, key]) {
    expect((await app.call('GET /api/workspaces', { token })).status).toBe(401);
  }
  const connection = await app.db
    .selectFrom('integrations')
    .select('credentials')
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow();
  expect(connection.credentials).toBeNull();
  expect(await handOverOf(ann.id)).toMatchObject({ choice: 'keep', state: 'leaving' });
  expect(
    await app.db.selectFrom('memberships').selectAll().where('user_id', '=', ann.id).execute(),
  ).toEqual([]);
});

describe('coming back', () => {
  test('a user whom the provider activates again within the grace has their memberships', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    const workspace = await makeWorkspace(app, provider.organization);
    await app.make.membership(workspace.id, ann.id);
    await setActive(ann.id, false);
    const read = await provider.get(`/Users/${ann.id}`);
    expect(read).toMatchObject({ status: 200, body: { active: false } });
    expect((await setActive(ann.id, 'True')).body).toMatchObject({ active: true });
    await continueHandOvers(app.context);
    expect(await handOverOf(ann.id)).toBeUndefined();
    const memberships = await app.db
      .selectFrom('memberships')
      .select('workspace_id')
      .where('user_id', '=', ann.id)
      .execute();
    expect(memberships).toEqual([{ workspace_id: workspace.id }]);
  });

  test('and can be deactivated again while they come back', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    await setActive(ann.id, false);
    await setActive(ann.id, true);
    await leaveReturning(ann.id);
    expect((await setActive(ann.id, false)).body).toMatchObject({ active: false });
    expect((await setActive(ann.id, true)).body).toMatchObject({ active: true });
  });

  test('a user whom the provider deleted comes back as the same one', async () => {
    const id = await provider.create('ann');
    const email = `ann@${provider.domain}`;
    expect((await provider.call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await provider.get(`/Users/${id}`)).status).toBe(404);
    expect((await provider.call('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await provider.find(`userName eq "${email}"`)).body).toMatchObject({ totalResults: 0 });
    const again = await provider.call('POST', '/Users', newUser(email, { displayName: 'Ann' }));
    expect(again).toMatchObject({ status: 201, body: { id, active: true, displayName: 'Ann' } });
  });

  test('also one who was renamed while they were deactivated', async () => {
    const id = await provider.create('ann');
    await setActive(id, false);
    await provider.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Other' });
    expect((await setActive(id, true)).body).toMatchObject({ active: true, displayName: 'Other' });
  });

  test('a user who is created without access gets it later', async () => {
    const id = await provider.create('ann', { active: false });
    expect(await activeOf(id)).toBe(false);
    expect((await setActive(id, true)).body).toMatchObject({ active: true });
  });

  test('after the grace a user who was deactivated comes back by an administrator', async () => {
    const id = await provider.create('ann');
    await setActive(id, false);
    await app.db
      .updateTable('hand_overs')
      .set({ ends_at: new Date(0) })
      .where('user_id', '=', id)
      .execute();
    await continueHandOvers(app.context);
    expect(await handOverOf(id)).toBeUndefined();
    expect((await setActive(id, true)).body).toMatchObject({ scimType: 'mutability' });
    expect((await byAdministrator(id, true)).status).toBe(200);
  });

  test('the provider does not bring back whom an administrator deactivated', async () => {
    const id = await provider.create('ann');
    await byAdministrator(id, false);
    expect((await setActive(id, true)).body).toMatchObject({
      status: '400',
      scimType: 'mutability',
      detail: expect.stringContaining('Let an administrator reactivate them'),
    });
    // Also one whom it had deactivated before.
    await byAdministrator(id, true);
    await setActive(id, false);
    await byAdministrator(id, true);
    await byAdministrator(id, false);
    expect((await setActive(id, true)).status).toBe(400);
    expect(await activeOf(id)).toBe(false);
  });
});

describe('who cannot be deactivated', () => {
  /** The answers to the ways to deactivate, and whether the user is still active. */
  const tryAll = async (id: string) => {
    const answers = [
      await setActive(id, 'False'),
      await provider.call('DELETE', `/Users/${id}`),
      await provider.get(`/Users/${id}`),
    ];
    return [...answers.map(({ body }) => body), await activeOf(id)];
  };
  const refusedFor = (why: string) => {
    const refused = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      scimType: 'mutability',
      detail: expect.stringContaining(why),
    };
    return [refused, refused, expect.objectContaining({ active: true }), true];
  };

  test('the last owner of a workspace', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    const workspace = await app.make.workspace({ organization_id: provider.organization.id });
    await app.make.membership(workspace.id, ann.id, 'owner');
    await app.make.member(workspace.id);
    expect(await tryAll(ann.id)).toEqual(refusedFor(`only owner of ${workspace.name}`));
    // Also while they come back.
    const other = await app.make.person();
    await app.make.membership(workspace.id, other.id, 'owner');
    await setActive(ann.id, false);
    await setActive(ann.id, true);
    await leaveReturning(ann.id);
    await app.db.deleteFrom('memberships').where('user_id', '=', other.id).execute();
    expect(await tryAll(ann.id)).toEqual(refusedFor('needs an owner'));
  });

  test('the administrator who is the way back in', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    await app.db.updateTable('users').set({ is_admin: true }).where('id', '=', ann.id).execute();
    const requiring = await app.make.organization();
    await app.db
      .insertInto('sso_connections')
      .values({
        organization_id: requiring.id,
        issuer: 'https://provider.example',
        client_id: 'client',
        secret: Buffer.from('sealed'),
        secret_key_id: 'key',
        is_required: true,
        break_glass_user_id: ann.id,
      })
      .execute();
    expect(await tryAll(ann.id)).toEqual(
      refusedFor('Choose another administrator for that first.'),
    );
  });

  test('the last administrator', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    await app.db
      .updateTable('users')
      .set({ is_admin: sql<boolean>`id = ${ann.id}` })
      .execute();
    expect(await tryAll(ann.id)).toEqual(refusedFor('last active administrator'));
    await app.db
      .updateTable('users')
      .set({ is_admin: true })
      .where('id', '=', provider.admin.id)
      .execute();
  });
});

test('two deactivations at the same moment are one', async () => {
  const id = await provider.create('ann');
  const answers = await Promise.all([setActive(id, false), setActive(id, 'False')]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await setActive(id, false)).status).toBe(200);
  expect(await activeOf(id)).toBe(false);
});

test('a process that was killed after the deactivation leaves one that can be repeated', async () => {
  const id = await provider.create('ann');
  const email = `ann@${provider.domain}`;
  const given = newUser(email, { active: false, displayName: 'Other' });
  const { db } = app.context;
  // The second transaction of the request, which renames.
  const transaction = db.transaction.bind(db);
  let begun = 0;
  const killed = vi.spyOn(db, 'transaction').mockImplementation(() => {
    begun += 1;
    if (begun > 1) throw new Error('killed');
    return transaction();
  });
  expect((await provider.call('PUT', `/Users/${id}`, given)).status).toBe(500);
  killed.mockRestore();
  expect(await activeOf(id)).toBe(false);
  expect((await provider.call('PUT', `/Users/${id}`, given)).body).toMatchObject({
    active: false,
    displayName: 'Other',
  });
  expect((await setActive(id, true)).body).toMatchObject({ active: true });
});
