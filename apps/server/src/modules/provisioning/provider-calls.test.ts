import { limits } from '@repo/contract/limits';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import {
  type Body,
  callScim,
  createProviders,
  newUser,
  PATCH,
  type Provider,
  USER,
} from './provisioning-lab.fixture.ts';

let app: TestApp;
let providers: ReturnType<typeof createProviders>;
let provider: Provider;
beforeAll(async () => {
  app = await createTestApp();
  providers = createProviders(app);
  provider = await providers();
});
afterAll(() => app.close());

const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error'];
const random = '0'.repeat(36);

describe('a token', () => {
  const paths = ['/Users', '/ServiceProviderConfig', '/Schemas', '/nothing', `/Users/${random}`];

  test.each([
    ['none', () => undefined],
    ['one that was made up', () => `scim_${'a'.repeat(43)}`],
    ['a session', () => provider.admin.token],
    ['something else', () => 'x'],
  ])('%s has no access', async (_, tokenOf) => {
    for (const path of paths) {
      const { status, body, headers } = await callScim(app, {
        method: 'GET',
        path,
        token: tokenOf(),
      });
      expect([status, body['schemas'], headers['www-authenticate']]).toEqual([
        401,
        ERROR,
        'Bearer',
      ]);
    }
  });

  test('of a provider works nowhere else', async () => {
    const wrong: string[] = [];
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const { access } = endpoints[name];
      if (access !== 'person' && access !== 'admin') continue;
      const [method = '', path = ''] = name.split(' ');
      const { statusCode } = await app.app.inject({
        method: method as 'GET',
        url: path.replaceAll(/\{\w+\}/g, provider.organization.id),
        headers: { authorization: `Bearer ${provider.token}` },
      });
      if (statusCode !== 401) wrong.push(`${name}: ${statusCode}`);
    }
    expect(wrong).toEqual([]);
    const mcp = { method: 'POST', url: '/mcp' } as const;
    const headers = { authorization: `Bearer ${provider.token}` };
    expect((await app.app.inject({ ...mcp, headers })).statusCode).toBe(401);
  });

  test('is stored as a hash, is one of two, and ends when it is revoked', async () => {
    const { organization, admin, token, call } = await providers();
    const stored = JSON.stringify([
      await app.db.selectFrom('scim_tokens').selectAll().execute(),
      await app.db.selectFrom('audit_entries').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token.slice(9));
    const create = () =>
      app.call('POST /api/admin/organizations/{id}/provisioning/tokens', {
        token: admin.token,
        params: { id: organization.id },
      });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const second = answers.find(({ status }) => status === 200)?.data.token ?? '';
    const revoke = (tokenId: string) =>
      app.call('DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}', {
        token: admin.token,
        params: { id: organization.id, tokenId },
      });
    const [first] = (await app.db
      .selectFrom('scim_tokens')
      .select(['id'])
      .where('start', '=', token.slice(0, 9))
      .execute()) as [{ id: string }];
    expect((await revoke(first.id)).data.provisioning.tokens).toHaveLength(1);
    expect((await revoke(first.id)).status).toBe(404);
    expect((await call('GET', '/Users')).status).toBe(401);
    const read = await callScim(app, { method: 'GET', path: '/Users', token: second });
    expect(read.status).toBe(200);
    const actions = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('scope', '=', organization.slug)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'provisioning.token-created',
      'provisioning.token-created',
      'provisioning.token-revoked',
    ]);
  });

  test('ends with its organization', async () => {
    const { organization, call } = await providers();
    await app.db
      .updateTable('organizations')
      .set({ archived_at: new Date() })
      .where('id', '=', organization.id)
      .execute();
    expect((await call('GET', '/Users')).status).toBe(401);
  });

  test('cannot be guessed for long from one network', async () => {
    const guess = () =>
      app.app.inject({
        url: '/scim/v2/Users',
        remoteAddress: '192.0.2.77',
        headers: { authorization: `Bearer scim_${'b'.repeat(43)}` },
      });
    for (let count = 0; count < 60; count += 1) expect((await guess()).statusCode).toBe(401);
    const refused = await guess();
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await provider.get('/Users')).status).toBe(200);
  });
});

describe('what is refused, in the form of the protocol', () => {
  const user = newUser('new@elsewhere.example');
  const patch = (...operations: unknown[]) => ({ schemas: [PATCH], Operations: operations });
  const text = (length: number) => 'a'.repeat(length);

  test.each<[string, string, string, object | string | undefined, string | undefined, number]>([
    [
      '20,000 brackets',
      'GET',
      `/Users?filter=${'('.repeat(20_000)}`,
      undefined,
      'invalidFilter',
      400,
    ],
    [
      'another comparison',
      'GET',
      '/Users?filter=userName%20sw%20%22a%22',
      undefined,
      'invalidFilter',
      400,
    ],
    [
      'an unknown attribute',
      'GET',
      '/Users?filter=title%20eq%20%22a%22',
      undefined,
      'invalidFilter',
      400,
    ],
    ['two filters', 'GET', '/Users?filter=a&filter=b', undefined, 'invalidFilter', 400],
    ['no JSON', 'POST', '/Users', '{"userName"', 'invalidSyntax', 400],
    ['a list', 'POST', '/Users', '[]', 'invalidSyntax', 400],
    ['no body', 'POST', '/Users', '', 'invalidSyntax', 400],
    ['no userName', 'POST', '/Users', { ...user, userName: '' }, 'invalidValue', 400],
    ['a number as name', 'POST', '/Users', { ...user, displayName: 1 }, 'invalidValue', 400],
    ['a NUL', 'POST', '/Users', { ...user, displayName: 'a\0' }, 'invalidValue', 400],
    ['a long name', 'POST', '/Users', { ...user, displayName: text(256) }, 'invalidValue', 400],
    ['active as a word', 'POST', '/Users', { ...user, active: 'perhaps' }, 'invalidValue', 400],
    ['no address', 'POST', '/Users', { userName: 'ann' }, 'invalidValue', 400],
    ['deep nesting', 'POST', '/Users', '['.repeat(1_000), 'invalidValue', 400],
    ['a large body', 'POST', '/Users', { ...user, title: text(70_000) }, undefined, 413],
    ['nobody', 'GET', `/Users/${random}`, undefined, undefined, 404],
    [
      'no id',
      'PATCH',
      '/Users/no-id',
      patch({ op: 'replace', path: 'active', value: true }),
      undefined,
      404,
    ],
    ['nothing', 'GET', '/Nothing', undefined, undefined, 404],
    ['another method', 'POST', '/ServiceProviderConfig', {}, undefined, 404],
  ])('%s', async (_, method, path, body, scimType, status) => {
    const begun = performance.now();
    const answer = await callScim(app, { method, path, token: provider.token, body });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect([answer.status, answer.body]).toEqual([
      status,
      {
        schemas: ERROR,
        status: String(status),
        ...(scimType && { scimType }),
        detail: expect.any(String),
      },
    ]);
  });

  test.each<[string, unknown, string]>([
    ['a path that does not exist', { op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
    ['a prototype', { op: 'replace', path: '__proto__.x', value: 1 }, 'invalidPath'],
    ['a constructor', { op: 'add', path: 'constructor.prototype', value: 1 }, 'invalidPath'],
    ['an attribute that does not exist', { op: 'add', value: { nothing: 1 } }, 'invalidPath'],
    ['no value', { op: 'replace', value: 1 }, 'invalidValue'],
    ['a removal of nothing', { op: 'remove' }, 'noTarget'],
    ['a removal of the userName', { op: 'remove', path: 'userName' }, 'mutability'],
    ['another operation', { op: 'move', path: 'userName' }, 'invalidSyntax'],
    ['a long path', { op: 'replace', path: text(201), value: 1 }, 'invalidPath'],
    ['no operation', 'x', 'invalidSyntax'],
  ])('PATCH of %s changes nothing', async (_, operation, scimType) => {
    const own = await providers();
    const id = await own.create('ann');
    const before = (await own.get(`/Users/${id}`)).body;
    const rename = { op: 'replace', path: 'displayName', value: 'Changed' };
    const { body } = await own.call('PATCH', `/Users/${id}`, patch(rename, operation));
    expect(body).toMatchObject({ status: '400', scimType });
    expect((await own.get(`/Users/${id}`)).body).toEqual(before);
    expect(Object.keys({})).toEqual([]);
    expect(({} as Body)['x']).toBeUndefined();
  });

  test('a body that says JSON by another name', async () => {
    const { statusCode, body } = await app.app.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'text/xml' },
      payload: '<user/>',
    });
    expect([statusCode, JSON.parse(body).scimType]).toEqual([400, 'invalidSyntax']);
  });

  test('more changes in a day than any company makes', async () => {
    const own = await providers();
    const { keyOf } = await import('#platform/rate-limit/rate-limit-counter.ts');
    const limit = {
      name: 'changes of provisioning',
      attempts: limits.provisioningChangesPerDay,
      windowSeconds: 86_400,
    };
    await app.db
      .insertInto('rate_limit_counters')
      .values({
        key: keyOf({ limit, of: own.organization.id }),
        count: limit.attempts,
        ends_at: new Date(Date.now() + 60_000),
      })
      .execute();
    const { status, headers } = await own.call('POST', '/Users', newUser(`a@${own.domain}`));
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await own.get('/Users')).status).toBe(200);
  });
});

describe('what the service says of itself', () => {
  test('is what the specification of schemas wants', async () => {
    const { body } = await provider.get('/ServiceProviderConfig');
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      filter: { supported: true, maxResults: limits.provisioningPageSize },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    for (const feature of ['bulk', 'changePassword', 'sort', 'etag']) {
      expect(body[feature]).toMatchObject({ supported: false });
    }
    const types = (await provider.get('/ResourceTypes')).body['Resources'] as Body[];
    for (const type of types) {
      expect(Object.keys(type)).toEqual(
        expect.arrayContaining(['schemas', 'id', 'name', 'endpoint', 'schema', 'meta']),
      );
      expect((await provider.get(`/ResourceTypes/${String(type['id'])}`)).body).toEqual(type);
      expect((await provider.get(`/Schemas/${String(type['schema'])}`)).status).toBe(200);
      expect((await provider.get(String(type['endpoint']))).status).toBe(200);
    }
  });

  test('describes every attribute of an answer (RFC 7643, section 7), and no other', async () => {
    const own = await providers();
    const id = await own.create('ann');
    const { body } = await own.get(`/Users/${id}`);
    const schema = (await own.get(`/Schemas/${USER}`)).body;
    const described = schema['attributes'] as { name: string; [field: string]: unknown }[];
    for (const attribute of described) {
      expect(Object.keys(attribute)).toEqual(
        expect.arrayContaining([
          'name',
          'type',
          'multiValued',
          'description',
          'required',
          'mutability',
          'returned',
        ]),
      );
    }
    // Of every resource (RFC 7643, section 3.1).
    const common = ['schemas', 'id', 'externalId', 'meta'];
    const names = new Set([...common, ...described.map(({ name }) => name)]);
    expect(new Set(Object.keys(body))).toEqual(names);
  });
});
