import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  ({ token } = await app.make.person({
    is_admin: true,
    name: 'Root Admin',
    email: 'root@admin.example',
    created_at: new Date('2020-01-01'),
  }));
});
afterAll(() => app.close());

const users = (query: object) => app.call('GET /api/admin/users', { token, query });
const names = async (query: object) => (await users(query)).data.items.map(({ name }) => name);

describe('GET /api/admin/users', () => {
  beforeAll(async () => {
    const organization = await app.make.organization({ name: 'Northwind', slug: 'northwind' });
    const [sales, support] = [
      await app.make.workspace({ organization_id: organization.id }),
      await app.make.workspace({ organization_id: organization.id }),
    ];
    const maya = await app.make.person({
      name: 'Maya Lindqvist',
      email: 'maya@north-wind.example',
      created_at: new Date('2025-03-01'),
    });
    await app.make.membership(sales.id, maya.id);
    await app.make.membership(support.id, maya.id);
    const people = [
      ['Élodie 100%', 'elodie@contoso.example'],
      ['Back\\slash', 'b_s@contoso.example'],
      ['Malin Ober', 'o.lind@contoso.example'],
    ] as const;
    for (const [index, [name, email]] of people.entries()) {
      await app.make.person({ name, email, created_at: new Date(Date.UTC(2024, 0, 1 + index)) });
    }
  });

  test('lists the newest first, with the organizations of each once', async () => {
    const { data } = await users({});
    expect(data.items.map(({ name }) => name)).toEqual([
      'Maya Lindqvist',
      'Malin Ober',
      'Back\\slash',
      'Élodie 100%',
      'Root Admin',
    ]);
    expect(data.items[0]).toMatchObject({
      email: 'maya@north-wind.example',
      isAdmin: false,
      isTest: false,
      isActive: true,
      organizations: [{ name: 'Northwind' }],
      createdAt: '2025-03-01T00:00:00.000Z',
    });
    expect(data.items[1]?.organizations).toEqual([]);
    expect(data.pagination).toEqual({ total: 5, totalPages: 1 });
  });

  test('pages through all of them', async () => {
    expect((await users({ limit: 2 })).data.pagination).toEqual({ total: 5, totalPages: 3 });
    expect(await names({ limit: 2, page: 3 })).toEqual(['Root Admin']);
    expect(await names({ limit: 2, page: 4 })).toEqual([]);
  });

  test.each([
    ['lindq', ['Maya Lindqvist']],
    ['LINDQ', ['Maya Lindqvist']],
    ['  lindq  ', ['Maya Lindqvist']],
    ['élo', ['Élodie 100%']],
    ['ÉLO', ['Élodie 100%']],
    ['wind.ex', ['Maya Lindqvist']],
    ['100%', ['Élodie 100%']],
    ['back\\', ['Back\\slash']],
    ['b_s@', ['Back\\slash']],
    ['a_s', []],
    ['nobody', []],
    ["'; drop table users; --", []],
  ])('finds %j', async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  test.each([
    ['ma', ['Maya Lindqvist', 'Malin Ober']],
    ['li', ['Maya Lindqvist', 'Malin Ober']],
    ['wi', ['Maya Lindqvist']],
    ['s@', ['Back\\slash']],
    ['é', ['Élodie 100%']],
    ['ya', []],
    ['%', []],
  ])('finds the short %j where words begin', async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  test.each([
    [{ page: -1 }, 'page: must be a whole number from 1 to 1000000'],
    [{ page: 0 }, 'page: must be a whole number from 1 to 1000000'],
    [{ page: 'two' }, 'page: must be a whole number from 1 to 1000000'],
    [{ page: '1.5' }, 'page: must be a whole number from 1 to 1000000'],
    [{ limit: '1e9' }, 'limit: must be a whole number from 1 to 500'],
    [{ limit: 0 }, 'limit: must be a whole number from 1 to 500'],
    [{ search: 'x'.repeat(201) }, 'search: must be at most 200 characters'],
    [{ search: 'a\0b' }, 'search: must be one line of text'],
  ])('refuses %j', async (query, message) => {
    expect(await users(query)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION_FAILED', message },
    });
  });
});

describe('GET /api/admin/organizations and workspaces', () => {
  test('count workspaces, and people once', async () => {
    const organization = await app.make.organization({ name: 'Fabrikam AB', slug: 'fabrikam' });
    const made = { organization_id: organization.id };
    const plant = await app.make.workspace({ ...made, name: 'Plant', slug: 'plant' });
    const office = await app.make.workspace({ ...made, name: 'Office', slug: 'back-office' });
    const { id } = await app.make.member(plant.id);
    await app.make.membership(office.id, id);
    await app.make.member(office.id);

    const organizations = await app.call('GET /api/admin/organizations', {
      token,
      query: { search: 'FABRI' },
    });
    expect(organizations.data).toMatchObject({
      items: [{ ...organization, workspaceCount: 2, memberCount: 2 }],
      pagination: { total: 1, totalPages: 1 },
    });

    const workspaces = (search: string) =>
      app.call('GET /api/admin/workspaces', { token, query: { search } });
    const slugs = async (search: string) =>
      (await workspaces(search)).data.items.map(({ slug }) => slug).toSorted();
    expect(await slugs('fabrikam')).toEqual(['back-office', 'plant']);
    expect(await slugs('plant')).toEqual(['plant']);
    expect(await slugs('ck-off')).toEqual(['back-office']);
    expect((await workspaces('back-office')).data).toMatchObject({
      items: [{ id: office.id, organization, memberCount: 2 }],
      pagination: { total: 1, totalPages: 1 },
    });
    const one = await app.call('GET /api/admin/workspaces/{id}', {
      token,
      params: { id: plant.id },
    });
    expect(one.data.workspace).toMatchObject({ name: 'Plant', memberCount: 1, organization });
  });
});

test.each([
  'GET /api/admin/users',
  'GET /api/admin/organizations',
  'GET /api/admin/workspaces',
  'GET /api/admin/audit',
] as const)('%s is for administrators alone', async (name) => {
  const { token: other } = await app.make.person();
  expect(await app.call(name, { token: other, query: {} })).toMatchObject({
    status: 403,
    error: { code: 'FORBIDDEN', message: 'Admin access required' },
  });
  expect((await app.call(name, { query: {} })).status).toBe(401);
});
