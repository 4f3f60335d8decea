import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createUser } from '../users/create-user.ts';

let app: TestApp;
let admin: MadePerson;
let broken = false;
beforeAll(async () => {
  const mails: TestApp['mails'] = [];
  app = await createTestApp({
    replace: {
      mailer: {
        send: async (mail) => {
          if (broken) throw new Error('The mail server is away');
          mails.push(mail);
        },
      },
    },
  });
  app.mails = mails;
  admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
});
afterAll(() => app.close());
beforeEach(async () => {
  broken = false;
  app.mails.length = 0;
  await app.db.deleteFrom('audit_entries').execute();
});

const addOrganization = (body: { name: string; slug: string }) =>
  app.call('POST /api/admin/organizations', { token: admin.token, body });
const log = async (query = {}) =>
  (await app.call('GET /api/admin/audit', { token: admin.token, query })).data;

const linkToken = (mail: { text: string } | undefined) =>
  /\/invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

test('from nothing to the first signed-in member', async () => {
  const { token } = admin;
  const { organization } = (await addOrganization({ name: ' Acme ', slug: 'acme' })).data;
  expect(organization).toMatchObject({ name: 'Acme', slug: 'acme', memberCount: 0 });
  const { workspace } = (
    await app.call('POST /api/admin/workspaces', {
      token,
      body: { organizationId: organization.id, name: 'Sales', slug: 'sales' },
    })
  ).data;
  expect(workspace).toMatchObject({ slug: 'sales', organization: { slug: 'acme' } });
  const invited = await app.call('POST /api/workspaces/{workspaceId}/members', {
    token,
    params: { workspaceId: workspace.id },
    body: { email: 'Owner@Acme.example', role: 'owner' },
  });
  expect(invited.data).toMatchObject({
    mail: 'sent',
    member: null,
    invitation: { email: 'owner@acme.example', role: 'owner', state: 'pending' },
  });
  const [mail] = app.mails;
  expect(mail).toMatchObject({
    to: 'owner@acme.example',
    subject: 'Your invitation to the workspace Sales',
  });
  expect(mail?.text).toContain('Ada Admin invites you to the workspace Sales of Acme.');
  expect(mail?.text).toContain('works for 7 days');

  const { data } = await app.call('POST /api/invitations/register', {
    body: { token: linkToken(mail), name: 'Olof Owner', password: 'their own password' },
  });
  expect(data.user).toMatchObject({
    name: 'Olof Owner',
    workspaces: [{ name: 'Sales', organizationName: 'Acme', role: 'owner' }],
  });
  expect((await log()).items.map(({ action, scope }) => [action, scope])).toEqual([
    ['member.added', 'acme/sales'],
    ['member.invited', 'acme/sales'],
    ['workspace.created', 'acme/sales'],
    ['organization.created', 'acme'],
  ]);
});

describe('POST /api/admin/organizations', () => {
  test.each([
    [{ name: 'Admin', slug: 'admin' }, 'slug', 'The slug "admin" is reserved'],
    [{ name: 'A', slug: '' }, 'slug', 'Slug is required'],
    [
      { name: 'A', slug: 'Big Name' },
      'slug',
      'Slug must be lower-case letters, digits and hyphens, with a letter or digit at both ends',
    ],
    [{ name: '', slug: 'fine' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(201), slug: 'fine' }, 'name', 'Name must be at most 200 characters'],
    [{ name: 'A', slug: 'x'.repeat(61) }, 'slug', 'Slug must be at most 60 characters'],
  ])('refuses %j', async (body, field, message) => {
    expect(await addOrganization(body)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION_FAILED', message, details: [{ field, message }] },
    });
  });

  test('a slug names one organization', async () => {
    await addOrganization({ name: 'One', slug: 'twice' });
    const message = 'An organization with the slug twice already exists';
    expect(await addOrganization({ name: 'Two', slug: 'twice' })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message, details: [{ field: 'slug', message }] },
    });
    expect((await log()).pagination.total).toBe(1);
  });
});

test('a workspace needs an organization that there is, and a slug of its own in it', async () => {
  const { organization } = (await addOrganization({ name: 'Home', slug: 'home' })).data;
  const add = (organizationId: string) =>
    app.call('POST /api/admin/workspaces', {
      token: admin.token,
      body: { organizationId, name: 'Sales', slug: 'sales' },
    });
  expect((await add(organization.id)).status).toBe(200);
  expect(await add(organization.id)).toMatchObject({
    status: 409,
    error: { message: 'The organization has a workspace with the slug sales already' },
  });
  expect(await add(randomUUID())).toMatchObject({
    status: 404,
    error: { message: 'Organization not found' },
  });
});

describe('POST /api/admin/users/invite', () => {
  const invite = (body: { email: string; name: string; isAdmin?: boolean }) =>
    app.call('POST /api/admin/users/invite', { token: admin.token, body });

  test('makes the person and sends the link', async () => {
    const { data } = await invite({ email: 'new@acme.example', name: 'New One', isAdmin: true });
    expect(data).toMatchObject({
      mail: 'sent',
      user: { email: 'new@acme.example', isAdmin: true },
    });
    expect(app.mails).toMatchObject([{ to: 'new@acme.example', subject: 'Your invitation' }]);
    expect((await log()).items).toMatchObject([
      { action: 'user.invited', after: { email: 'new@acme.example', isAdmin: true } },
    ]);
  });

  test.each([
    [{ email: '', name: 'A' }, 400, 'Email is required'],
    [{ email: 'no address', name: 'A' }, 400, 'Please enter a valid email address'],
    [{ email: 'a@acme.example', name: ' ' }, 400, 'Name is required'],
  ])('refuses %j', async (body, status, message) => {
    expect(await invite(body)).toMatchObject({ status, error: { message } });
  });

  test('an e-mail belongs to one person', async () => {
    await createUser(app.db, { email: 'taken@acme.example', name: 'Taken' });
    expect(await invite({ email: 'TAKEN@acme.example', name: 'Other' })).toMatchObject({
      status: 409,
      error: { message: 'A user with the email taken@acme.example already exists' },
    });
    expect(app.mails).toEqual([]);
  });

  test('reports a mail server that refuses; the user stays and nothing is pending', async () => {
    broken = true;
    const { data } = await invite({ email: 'unlucky@acme.example', name: 'Unlucky' });
    expect(data.mail).toBe('failed');
    const status = await app.call('GET /api/admin/users/{id}/password-reset-status', {
      token: admin.token,
      params: { id: data.user.id },
    });
    expect(status.data.hasPendingReset).toBe(false);
  });
});

describe('GET /api/admin/audit', () => {
  test('can be narrowed to what a person did or what concerns them', async () => {
    const second = await app.make.person({ is_admin: true, name: 'Second Admin' });
    const edited = await app.make.person({ name: 'Edited Person' });
    await addOrganization({ name: 'Logged', slug: 'logged' });
    await app.call('PUT /api/admin/users/{id}', {
      token: second.token,
      params: { id: edited.id },
      body: { name: 'Renamed Person', isAdmin: false, isTest: false, isActive: true },
    });
    const actions = async (query: object) => (await log(query)).items.map(({ action }) => action);
    expect(await actions({})).toEqual(['user.updated', 'organization.created']);
    expect(await actions({ person: second.id })).toEqual(['user.updated']);
    expect(await actions({ person: edited.id })).toEqual(['user.updated']);
    expect(await actions({ person: admin.id })).toEqual(['organization.created']);
    expect(await actions({ search: 'second' })).toEqual(['user.updated']);
    expect(await actions({ search: 'renamed' })).toEqual(['user.updated']);
    expect(await actions({ person: randomUUID() })).toEqual([]);
  });
});
