import { endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { restoreAccount } from '../accounts/deletion/restore-account.ts';
import { restoreShares } from '../accounts/deletion/restore-shares.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { createInvitationLab } from '../workspaces/invitations/invitation-lab.fixture.ts';

let app: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.make.person({ name: 'Ada Admin', is_admin: true });
});
afterAll(() => app.close());

const archiveWorkspace = ({ id }: Pick<Made, 'id'>, archived: boolean) =>
  app.call('PUT /api/admin/workspaces/{id}/archived', {
    token: admin.token,
    params: { id },
    body: { archived },
  });
const archiveOrganization = ({ id }: Pick<Made, 'id'>, archived: boolean) =>
  app.call('PUT /api/admin/organizations/{id}/archived', {
    token: admin.token,
    params: { id },
    body: { archived },
  });
const listed = async ({ token }: MadePerson) =>
  (await app.call('GET /api/workspaces', { token })).data.items.map(({ slug }) => slug);
const logged = async (scope: string) =>
  (await app.call('GET /api/admin/audit', { token: admin.token, query: { limit: 100 } })).data.items
    .filter((entry) => entry.scope === scope)
    .map(({ action }) => action);

/** The status of every read of a workspace, its account and its activity, by call. */
async function readAll(token: string, params: Record<string, string>) {
  const reads = Object.keys(endpoints).filter((name) =>
    /^GET \/api\/(workspaces\/\{workspaceId|accounts\/\{accountId|activities\/\{activityId)/.test(
      name,
    ),
  );
  expect(reads.length).toBeGreaterThan(14);
  const statuses: Record<string, number> = {};
  for (const name of reads) {
    const path = name.slice(4).replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
    const { statusCode } = await app.app.inject({
      url: `${path}?q=mail&range=3W`,
      headers: { authorization: `Bearer ${token}` },
    });
    statuses[name] = statusCode;
  }
  return statuses;
}

test('members see nothing of an archived workspace, and everything once it is unarchived', async () => {
  const { workspace, person, token } = await tracking(app).settle();
  const { accountId, domainId } = await tracking(app).makeAccount(person, workspace.id);
  const participants = [
    { name: 'Ann', email: 'ann@acme.com', role: 'from' as const },
    { name: person.name, email: person.email, role: 'to' as const },
  ];
  await tracking(app).capture(person, [sampleMail({ title: 'Before', participants })]);
  const timeline = async () =>
    (
      await app.call('GET /api/accounts/{accountId}/timeline', {
        token,
        params: { accountId },
        query: { range: '3W' },
      })
    ).data.activities;
  const [before] = await timeline();
  const { people } = (
    await app.call('GET /api/accounts/{accountId}/people', {
      token,
      params: { accountId },
      query: {},
    })
  ).data;
  const params = {
    workspaceId: workspace.id,
    accountId,
    activityId: before?.id ?? '',
    personId: people[0]?.id ?? '',
    userId: person.id,
    webhookId: crypto.randomUUID(),
  };
  const usual = await readAll(token, params);
  // The download, invitations, who is leaving, holds, retention and webhooks are for owners. The account was not
  // merged, and an email is no meeting.
  expect(
    Object.entries(usual)
      .filter(([, status]) => status !== 200)
      .toSorted(),
  ).toEqual([
    ['GET /api/accounts/{accountId}/merged-into', 404],
    ['GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold', 403],
    ['GET /api/workspaces/{workspaceId}/export', 403],
    ['GET /api/workspaces/{workspaceId}/hand-overs', 403],
    ['GET /api/workspaces/{workspaceId}/invitations', 403],
    ['GET /api/workspaces/{workspaceId}/members/{userId}/deletion', 403],
    ['GET /api/workspaces/{workspaceId}/members/{userId}/hand-over', 403],
    ['GET /api/workspaces/{workspaceId}/retention/preview', 403],
    ['GET /api/workspaces/{workspaceId}/today/meetings/{activityId}', 404],
    ['GET /api/workspaces/{workspaceId}/webhooks', 403],
    ['GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries', 403],
  ]);

  const { workspace: archived } = (await archiveWorkspace(workspace, true)).data;
  expect(Date.parse(archived.archivedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await listed(person)).toEqual([]);
  const me = await app.call('GET /api/auth/me', { token });
  expect(me.data.user).toMatchObject({ workspaces: [], organizations: [] });
  expect(new Set(Object.values(await readAll(token, params)))).toEqual(new Set([404]));
  const share = await app.call('POST /api/accounts/domains/share', {
    token,
    body: { domainId, workspaceId: workspace.id },
  });
  expect(share.status).toBe(404);
  const rename = await app.call('PATCH /api/accounts/{accountId}', {
    token,
    params: { accountId },
    body: { name: 'Other' },
  });
  expect(rename.status).toBe(404);
  // What is shared with it is kept up to date.
  await tracking(app).capture(person, [sampleMail({ title: 'While archived' })]);

  expect((await archiveWorkspace(workspace, false)).data.workspace.archivedAt).toBeNull();
  expect(await listed(person)).toEqual([workspace.slug]);
  expect(await readAll(token, params)).toEqual(usual);
  expect((await timeline()).map(({ title }) => title).toSorted()).toEqual([
    'Before',
    'While archived',
  ]);
});

test('a share with an archived workspace can be withdrawn', async () => {
  const { workspace, person, token } = await tracking(app).settle();
  const { domainId } = await tracking(app).makeAccount(person, workspace.id);
  await archiveWorkspace(workspace, true);
  const [tracked] = await tracking(app).trackedBy(token);
  expect(tracked?.workspaceShares).toMatchObject([{ workspaceId: workspace.id }]);
  const { status } = await app.call('DELETE /api/accounts/domains/unshare', {
    token,
    body: { domainId, workspaceId: workspace.id },
  });
  expect(status).toBe(200);
  const [after] = await tracking(app).trackedBy(token);
  expect(after?.workspaceShares).toEqual([]);
});

test('shares of a restored account that are not begun yet are kept while it is archived', async () => {
  const { workspace, person, token } = await tracking(app).settle();
  const { accountId, domainId } = await tracking(app).makeAccount(person, workspace.id);
  const ofAccount = { workspaceId: workspace.id, accountId };
  await app.call('DELETE /api/accounts/{accountId}', { token, params: { accountId } });
  await restoreAccount(app.db, person, ofAccount);
  await archiveWorkspace(workspace, true);
  expect(await restoreShares(app.db, ofAccount)).toBe(true);
  await archiveWorkspace(workspace, false);
  const [tracked] = await tracking(app).trackedBy(token);
  expect(tracked).toMatchObject({ id: domainId, workspaceShares: [{ workspaceId: workspace.id }] });
});

test('an organization is archived with its workspaces, and unarchived without those of before', async () => {
  const organization = await app.make.organization();
  const make = () => app.make.workspace({ organization_id: organization.id });
  const [before, one, two] = [await make(), await make(), await make()];
  const person = await app.make.member(one.id);
  await app.make.membership(before.id, person.id, 'member');
  await archiveWorkspace(before, true);
  const archived = await archiveOrganization(organization, true);
  expect(archived.data.organization.archivedAt).toEqual(expect.any(String));
  expect(await listed(person)).toEqual([]);

  const refused = await archiveWorkspace(two, false);
  expect(refused).toMatchObject({
    status: 409,
    error: { message: `The organization ${organization.name} is archived. Unarchive it first.` },
  });
  const added = await app.call('POST /api/admin/workspaces', {
    token: admin.token,
    body: { organizationId: organization.id, name: 'New', slug: 'new' },
  });
  expect(added.status).toBe(409);

  await archiveOrganization(organization, false);
  expect(await listed(person)).toEqual([one.slug]);
  const rows = await app.call('GET /api/admin/workspaces', {
    token: admin.token,
    query: { search: organization.slug },
  });
  expect(
    rows.data.items.filter(({ archivedAt }) => archivedAt !== null).map(({ slug }) => slug),
  ).toEqual([before.slug]);
});

test('a workspace archived by itself within an archived organization stays archived', async () => {
  const organization = await app.make.organization();
  const workspace = await app.make.workspace({ organization_id: organization.id });
  const person = await app.make.member(workspace.id);
  await archiveOrganization(organization, true);
  // It is archived already: this changes nothing.
  await archiveWorkspace(workspace, true);
  await archiveOrganization(organization, false);
  expect(await listed(person)).toEqual([workspace.slug]);
});

test('each change is logged once, and a repeated request changes nothing', async () => {
  const organization = await app.make.organization();
  const workspace = await app.make.workspace({ organization_id: organization.id });
  const first = (await archiveWorkspace(workspace, true)).data.workspace.archivedAt;
  expect((await archiveWorkspace(workspace, true)).data.workspace.archivedAt).toBe(first);
  await archiveWorkspace(workspace, false);
  await archiveWorkspace(workspace, false);
  await archiveOrganization(organization, true);
  await archiveOrganization(organization, true);
  await archiveOrganization(organization, false);
  expect(await logged(`${organization.slug}/${workspace.slug}`)).toEqual([
    'workspace.unarchived',
    'workspace.archived',
  ]);
  expect(await logged(organization.slug)).toEqual([
    'organization.unarchived',
    'organization.archived',
  ]);
  const absent = { id: '00000000-0000-4000-8000-000000000000' };
  expect((await archiveWorkspace(absent, true)).status).toBe(404);
  expect((await archiveOrganization(absent, true)).status).toBe(404);
});

test('an invitation to an archived workspace says so, and is accepted once it is unarchived', async () => {
  const lab = await createInvitationLab(app);
  const invitee = await app.make.person();
  const { token } = await lab.invited(invitee.email);
  await archiveWorkspace(lab.workspace, true);
  const accept = () =>
    app.call('POST /api/invitations/accept', { token: invitee.token, body: { token } });
  expect(await accept()).toMatchObject({
    status: 409,
    error: {
      message: `The workspace ${lab.workspace.name} is archived. Ask Olga Owner to have it unarchived.`,
    },
  });
  // No one joins an archived workspace, not even through an administrator.
  const invited = await lab.invite(lab.newAddress(), admin);
  expect(invited.status).toBe(409);
  await archiveWorkspace(lab.workspace, false);
  expect((await accept()).status).toBe(200);
  expect(await listed(invitee)).toEqual([lab.workspace.slug]);
});

test('archiving an organization while workspaces are created in it leaves none in use', async () => {
  for (let round = 0; round < 5; round += 1) {
    const organization = await app.make.organization();
    const add = (slug: string) =>
      app.call('POST /api/admin/workspaces', {
        token: admin.token,
        body: { organizationId: organization.id, name: slug, slug },
      });
    await Promise.all([
      add('one'),
      add('two'),
      archiveOrganization(organization, true),
      add('three'),
      archiveOrganization(organization, true),
    ]);
    const inUse = await app.db
      .selectFrom('workspaces')
      .select('slug')
      .where('organization_id', '=', organization.id)
      .where('archived_at', 'is', null)
      .execute();
    expect(inUse).toEqual([]);
  }
});
