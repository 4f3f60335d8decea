import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import {
  type Body,
  createProviders,
  makeOwn,
  newUser,
  type Provider,
  USER,
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

const rowOf = (id: string) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const resources = ({ body }: { body: Body }) => body['Resources'] as Body[];
const emailOf = (name: string) => `${name}@${provider.domain}`;

describe('as Microsoft Entra ID sends it', () => {
  test('an unknown userName is an empty list', async () => {
    const { status, body } = await provider.find('userName eq "nobody@nowhere.example"');
    expect([status, body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ]);
  });

  test('a user is created, found, renamed and found again', async () => {
    const created = await provider.call('POST', '/Users', newUser(emailOf('ann')));
    const id = String(created.body['id']);
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      location: expect.stringMatching(new RegExp(`/scim/v2/Users/${id}$`)),
    });
    expect(created.body).toMatchObject({
      schemas: [USER],
      userName: emailOf('ann'),
      externalId: `external of ${emailOf('ann')}`,
      displayName: 'Name of ann',
      emails: [{ value: emailOf('ann'), type: 'work', primary: true }],
      active: true,
      meta: { resourceType: 'User' },
    });
    expect(await rowOf(id)).toMatchObject({
      email: emailOf('ann'),
      name: 'Name of ann',
      is_admin: false,
      password_hash: null,
    });
    for (const filter of [
      `userName eq "${emailOf('ANN')}"`,
      `USERNAME EQ "${emailOf('ann')}"`,
      `externalId eq "external of ${emailOf('ann')}"`,
      `emails[type eq "work"].value eq "${emailOf('ann')}"`,
      `id eq "${id}" and userName eq "${emailOf('ann')}"`,
    ]) {
      expect(resources(await provider.find(filter))).toMatchObject([{ id }]);
    }
    const other = await provider.find(`externalId eq "EXTERNAL OF ${emailOf('ann')}"`);
    expect(resources(other)).toEqual([]);

    const changed = await provider.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Ann Renamed' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: emailOf('ann.new') },
      { op: 'Add', path: 'name.familyName', value: 'Renamed' },
      { op: 'Replace', path: 'userName', value: emailOf('ann.new') },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Sales',
      },
    );
    expect(changed.body).toMatchObject({
      id,
      userName: emailOf('ann.new'),
      displayName: 'Ann Renamed',
      emails: [{ value: emailOf('ann.new') }],
      name: { familyName: 'Renamed', givenName: 'Given' },
    });
    // The same user of the product, whose address there never changes.
    expect(await rowOf(id)).toMatchObject({ email: emailOf('ann'), name: 'Ann Renamed' });
    expect(resources(await provider.find(`userName eq "${emailOf('ann')}"`))).toEqual([]);
    expect(resources(await provider.find(`userName eq "${emailOf('ann.new')}"`))).toHaveLength(1);
  });

  test('with its flag aadOptscim062020 attributes have names with points, without a path', async () => {
    const id = await provider.create('ann');
    const { status, body } = await provider.patch(`/Users/${id}`, {
      op: 'replace',
      value: {
        displayName: 'Ann Other',
        'name.givenName': 'Ann',
        'name.familyName': 'Other',
        'emails[type eq "work"].value': emailOf('other'),
        active: true,
      },
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        displayName: 'Ann Other',
        name: { formatted: 'Given Family', givenName: 'Ann', familyName: 'Other' },
        emails: [expect.objectContaining({ value: emailOf('other') })],
      }),
    ]);
  });
});

describe('as Okta sends it', () => {
  test('the test of a connection reads two users, and pages go on', async () => {
    for (const name of ['ann', 'bob', 'cleo']) await makeOwn(app, provider, name);
    const first = await provider.get('/Users?startIndex=1&count=2');
    const second = await provider.get('/Users?startIndex=3&count=2');
    expect(first.body).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 2 });
    expect(second.body).toMatchObject({ totalResults: 3, startIndex: 3, itemsPerPage: 1 });
    const ids = [...resources(first), ...resources(second)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect((await provider.get('/Users?count=0')).body).toMatchObject({
      totalResults: 3,
      Resources: [],
    });
    expect((await provider.get('/Users?count=two')).body).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
    });
  });

  test('PUT replaces a user: what it does not say is gone', async () => {
    const id = await provider.create('ann');
    const { status, body } = await provider.call('PUT', `/Users/${id}`, {
      schemas: [USER],
      id,
      userName: emailOf('ann'),
      name: { givenName: 'Ann', familyName: 'Put' },
      emails: [{ primary: true, value: emailOf('ann'), type: 'work' }],
      active: true,
      password: 'is never stored',
      groups: [],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: { givenName: 'Ann', familyName: 'Put' } });
    expect(body).not.toHaveProperty('externalId');
    expect(body).not.toHaveProperty('displayName');
    expect(await rowOf(id)).toMatchObject({ name: 'Ann Put', password_hash: null });
  });
});

describe('whose users they are', () => {
  test('a user who was there before is found and taken over by their provider, and by no other', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    const other = await providers();
    const found = await provider.find(`userName eq "${ann.email}"`);
    expect(resources(found)).toMatchObject([{ id: ann.id, userName: ann.email, active: true }]);
    expect(resources(await other.find(`userName eq "${ann.email}"`))).toEqual([]);
    expect((await other.get(`/Users/${ann.id}`)).status).toBe(404);
    const stranger = await app.make.person();
    for (const id of [ann.id, stranger.id, 'made-up']) {
      for (const [method, body] of [
        ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['PUT', newUser(ann.email)],
        ['DELETE', undefined],
      ] as const) {
        expect((await other.call(method, `/Users/${id}`, body)).status).toBe(404);
      }
    }
    expect(await rowOf(ann.id)).toMatchObject({ is_active: true, name: 'ann' });
    const linked = await provider.patch(`/Users/${ann.id}`, {
      op: 'add',
      path: 'externalId',
      value: 'e1',
    });
    expect(linked.body).toMatchObject({ externalId: 'e1', displayName: 'ann' });
  });

  test('an address that someone has is refused, whosever it is', async () => {
    const ann = await makeOwn(app, provider, 'ann');
    const taken = await provider.call('POST', '/Users', newUser(ann.email));
    expect(taken.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const stranger = await app.make.person();
    const refused = await provider.call('POST', '/Users', newUser(stranger.email));
    expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(String(refused.body['detail'])).toContain('example.com is no verified domain of');
    const hidden = newUser(emailOf('hidden'), { emails: [{ value: stranger.email }] });
    expect((await provider.call('POST', '/Users', hidden)).status).toBe(400);
    expect(await rowOf(stranger.id)).toMatchObject({ is_active: true, name: stranger.name });
  });

  test('a domain that is removed takes its users out of reach', async () => {
    const id = await provider.create('ann');
    await app.db.deleteFrom('sso_domains').where('domain', '=', provider.domain).execute();
    expect((await provider.get(`/Users/${id}`)).status).toBe(404);
    expect((await provider.get('/Users')).body).toMatchObject({ totalResults: 0 });
  });

  test('the same user that is created twice at the same moment exists once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => provider.call('POST', '/Users', newUser(emailOf('ann')))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const users = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', emailOf('ann'))
      .execute();
    expect(users).toHaveLength(1);
  });

  test('two users never have one userName', async () => {
    await provider.create('ann');
    const bob = await provider.create('bob');
    await makeOwn(app, provider, 'cleo');
    for (const name of ['ANN', 'cleo']) {
      const { body } = await provider.patch(`/Users/${bob}`, {
        op: 'replace',
        path: 'userName',
        value: emailOf(name),
      });
      expect(body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    }
  });

  test('a name that someone gave a user here stays until the provider has another one', async () => {
    const id = await provider.create('ann');
    await app.db.updateTable('users').set({ name: 'Annie' }).where('id', '=', id).execute();
    const same = { op: 'replace', path: 'displayName', value: 'Name of ann' };
    await provider.patch(`/Users/${id}`, same);
    expect((await rowOf(id)).name).toBe('Annie');
    await provider.patch(`/Users/${id}`, { ...same, value: 'Anna' });
    expect((await rowOf(id)).name).toBe('Anna');
  });
});

test('a request that is sent again changes nothing more', async () => {
  const id = await provider.create('ann');
  const operation = { op: 'replace', path: 'displayName', value: 'Ann' };
  const once = await provider.patch(`/Users/${id}`, operation);
  const { updated_at } = await rowOf(id);
  const twice = await provider.patch(`/Users/${id}`, operation);
  expect({ ...twice.body, meta: undefined }).toEqual({ ...once.body, meta: undefined });
  expect((await rowOf(id)).updated_at).toEqual(updated_at);
});

test('only the attributes that are asked for are in an answer', async () => {
  const id = await provider.create('ann');
  const { body } = await provider.get(`/Users/${id}?attributes=userName,name.givenName`);
  expect(Object.keys(body).toSorted()).toEqual(['id', 'name', 'schemas', 'userName']);
  const without = await provider.get(`/Users/${id}?excludedAttributes=emails`);
  expect(without.body).not.toHaveProperty('emails');
});

test('who creates a user, and what they said, is in the audit log and on the page', async () => {
  const id = await provider.create('ann');
  await provider.patch(`/Users/${id}`, { op: 'replace', path: 'nothing', value: 1 });
  await provider.get(`/Users/${id}`);
  const entry = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('person_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'provisioning.user-created',
    actor_id: null,
    actor_name: `Provisioning of ${provider.organization.name}`,
    scope: provider.organization.slug,
  });
  await expect
    .poll(async () => (await provider.read()).requests)
    .toMatchObject([
      { action: 'change', user: { id, name: 'Name of ann' }, problem: expect.any(String) },
      { action: 'create', user: { id }, problem: null },
    ]);
  const { tokens, users, baseAddress } = await provider.read();
  expect(tokens).toMatchObject([
    { start: provider.token.slice(0, 9), lastUsedAt: expect.any(String) },
  ]);
  expect(users).toEqual({ all: 1, provisioned: 1 });
  expect(baseAddress).toBe(`${app.context.config.publicUrl}/scim/v2`);
});

test('of the requests, only the last are kept', async () => {
  for (let count = 0; count < 55; count += 1) await provider.call('POST', '/Users', {});
  const kept = () =>
    app.db
      .selectFrom('scim_requests')
      .select('id')
      .where('organization_id', '=', provider.organization.id)
      .execute();
  await expect.poll(async () => (await kept()).length).toBe(50);
});
