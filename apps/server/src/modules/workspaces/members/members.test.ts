import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { inviteMember } from '../invite-member.ts';
import { commandLineManager } from '../manager.ts';
import { createAccount } from '../../accounts/create-account.ts';

let app: TestApp;
let admin: MadePerson;
let workspace: Made;
let owner: MadePerson;
let member: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  workspace = await app.make.workspace();
  owner = await app.make.person({ name: 'Olga Owner' });
  await app.make.membership(workspace.id, owner.id, 'owner');
  member = await app.make.member(workspace.id, { name: 'Mats Member' });
});

const list = (by: MadePerson, query = {}) =>
  app.call('GET /api/workspaces/{workspaceId}/members', {
    token: by.token,
    params: { workspaceId: workspace.id },
    query,
  });
const invite = (by: MadePerson, email: string, more = {}, workspaceId = workspace.id) =>
  app.call('POST /api/workspaces/{workspaceId}/members', {
    token: by.token,
    params: { workspaceId },
    body: { email, ...more },
  });
const of = (userId: string) => ({ params: { workspaceId: workspace.id, userId } });
const setRole = (by: MadePerson, userId: string, role: 'owner' | 'member') =>
  app.call('PUT /api/workspaces/{workspaceId}/members/{userId}', {
    token: by.token,
    ...of(userId),
    body: { role },
  });
const remove = (by: MadePerson, userId: string) =>
  app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
    token: by.token,
    ...of(userId),
  });
const resend = (by: MadePerson, userId: string) =>
  app.call('POST /api/workspaces/{workspaceId}/members/{userId}/invitation', {
    token: by.token,
    ...of(userId),
  });
const members = async () =>
  (await list(admin)).data.items.map(({ name, role, state }) => [name, role, state]);

describe('who may see and change the members', () => {
  test('owners and administrators change, members see, others find nothing', async () => {
    const stranger = await app.make.person();
    expect((await list(owner)).data.canManage).toBe(true);
    expect((await list(admin)).data.canManage).toBe(true);
    expect((await list(member)).data.canManage).toBe(false);
    expect(await list(stranger)).toMatchObject({
      status: 404,
      error: { message: 'Workspace not found' },
    });
  });

  test('a member is refused every change, a stranger does not learn that it exists', async () => {
    const stranger = await app.make.person();
    for (const [by, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await invite(by, 'new@acme.example')).status).toBe(status);
      expect((await setRole(by, owner.id, 'member')).status).toBe(status);
      expect((await remove(by, owner.id)).status).toBe(status);
      expect((await resend(by, owner.id)).status).toBe(status);
    }
    expect(await members()).toHaveLength(2);
  });

  test('the owner of another workspace is a stranger here', async () => {
    const elsewhere = await app.make.workspace();
    const other = await app.make.person();
    await app.make.membership(elsewhere.id, other.id, 'owner');
    expect((await remove(other, member.id)).status).toBe(404);
  });
});

test('lists by name, searches and pages', async () => {
  await app.make.member(workspace.id, { name: 'anna Small', is_active: false });
  await app.make.member(workspace.id, { name: 'Zoe New', password_hash: null });
  expect(await members()).toEqual([
    ['anna Small', 'member', 'inactive'],
    ['Mats Member', 'member', 'active'],
    ['Olga Owner', 'owner', 'active'],
    ['Zoe New', 'member', 'invited'],
  ]);
  const { data } = await list(owner, { search: 'mats', limit: 1 });
  expect(data.items.map(({ userId }) => userId)).toEqual([member.id]);
  expect(data.pagination).toEqual({ total: 1, totalPages: 1 });
});

describe('inviting', () => {
  test('an administrator adds someone who has an account at once', async () => {
    const known = await app.make.person({ name: 'Known Person' });
    const { data } = await invite(admin, known.email, { role: 'member' });
    expect(data.member).toMatchObject({ userId: known.id, name: 'Known Person', role: 'member' });
    expect(app.mails[0]?.subject).toBe(`You are now in the workspace ${workspace.name}`);
    expect(app.mails[0]?.text).not.toContain('token=');
  });

  test('an administrator also invites users without an account', async () => {
    const { data } = await invite(admin, ' New.One@Acme.example ');
    expect(data).toMatchObject({
      mail: 'sent',
      member: null,
      invitation: { email: 'new.one@acme.example', role: 'member', state: 'pending' },
    });
    expect(app.mails[0]?.text).toContain(
      `Ada Admin invites you to the workspace ${workspace.name} of `,
    );
  });

  test.each([
    ['', 'Email is required'],
    ['not an address', 'Please enter a valid email address'],
  ])('refuses %j', async (email, message) => {
    expect(await invite(owner, email)).toMatchObject({
      status: 400,
      error: { message, details: [{ field: 'email', message }] },
    });
  });

  test('refuses a member, and to an administrator an inactive person', async () => {
    expect(await invite(owner, member.email)).toMatchObject({
      status: 409,
      error: { message: `${member.email} is a member of ${workspace.name} already` },
    });
    const gone = await app.make.person({ is_active: false });
    expect(await invite(admin, gone.email)).toMatchObject({
      status: 409,
      error: { details: [{ field: 'email' }] },
    });
    expect(app.mails).toEqual([]);
  });

  test('two workspaces that invite one new address at once both have invited it', async () => {
    const other = await app.make.workspace();
    const answers = await Promise.all([
      invite(admin, 'both@acme.example'),
      invite(admin, 'both@acme.example', {}, other.id),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('one workspace that invites someone twice at once has invited them once', async () => {
    const answers = await Promise.all([1, 2].map(() => invite(owner, 'twice@acme.example')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('a member who has no password yet is sent another link, and no one else', async () => {
    const slow = await app.make.member(workspace.id, { password_hash: null });
    expect((await resend(owner, slow.id)).data).toEqual({ mail: 'sent' });
    expect(app.mails).toMatchObject([{ to: slow.email }]);
    expect(app.mails[0]?.text).toContain('/reset-password?token=');
    expect(await resend(owner, member.id)).toMatchObject({
      status: 409,
      error: { message: 'Mats Member has accepted the invitation' },
    });
    expect((await resend(owner, randomUUID())).error?.message).toBe('Member not found');
  });

  test('an owner cannot flood strangers with mail', async () => {
    const slow = await app.make.member(workspace.id, { password_hash: null });
    await resend(owner, slow.id);
    await app.db.updateTable('rate_limit_counters').set({ count: 100 }).execute();
    for (const refused of [await resend(owner, slow.id), await invite(owner, 'b@acme.example')]) {
      expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } });
    }
    expect((await resend(admin, slow.id)).status).toBe(200);
  });

  test('an owner sends a member five links a day to choose a password at most', async () => {
    const slow = await app.make.member(workspace.id, { password_hash: null });
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await resend(owner, slow.id)).status).toBe(200);
    }
    expect(await resend(owner, slow.id)).toMatchObject({
      status: 429,
      error: { message: 'Too many invitations to this address. Try again in 24 hours.' },
    });
    expect(app.mails).toHaveLength(5);
  });
});

describe('owners are notified of changes by an administrator who is not an owner', () => {
  const inactiveOwner = async () => {
    const gone = await app.make.person({ is_active: false });
    await app.make.membership(workspace.id, gone.id, 'owner');
  };

  test('joining by oneself', async () => {
    await inactiveOwner();
    const second = await app.make.person({ name: 'Second Owner' });
    await app.make.membership(workspace.id, second.id, 'owner');
    const { data } = await invite(admin, admin.email);
    expect(data.member).toMatchObject({ userId: admin.id, isAdministrator: true });
    const mails = app.mails.filter(({ to }) => to !== admin.email);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, second.email].toSorted());
    for (const { subject, text } of mails) {
      expect(subject).toBe(`Ada Admin joined the workspace ${workspace.name}`);
      expect(text).toContain(`Ada Admin (${admin.email}) is now a member of the workspace`);
      expect(text).toContain('They are an administrator of this server and did this themselves.');
    }
  });

  test('adding someone, and someone who accepts their invitation', async () => {
    const known = await app.make.person({ name: 'Known Person' });
    await invite(admin, known.email);
    expect(app.mails.map(({ to }) => to)).toEqual([known.email, owner.email]);
    expect(app.mails[1]?.text).toContain('Ada Admin, an administrator of this server, did this.');

    app.mails.length = 0;
    await invite(admin, 'told-of@acme.example');
    const token = /token=(\S+)/.exec(app.mails[0]?.text ?? '')?.[1] ?? '';
    expect(app.mails).toHaveLength(1);
    const body = { token, name: 'Told Of', password: 'a password of theirs' };
    expect((await app.call('POST /api/invitations/register', { body })).status).toBe(200);
    expect(app.mails[1]).toMatchObject({
      to: owner.email,
      subject: `Told Of joined the workspace ${workspace.name}`,
    });
  });

  test('by the command line', async () => {
    const given = { workspaceId: workspace.id, email: admin.email, role: 'owner' } as const;
    await inviteMember(app.context, commandLineManager, given);
    const [, mails] = app.mails;
    expect(mails).toMatchObject({ to: owner.email });
    expect(mails?.text).toContain('is now an owner of the workspace');
    expect(mails?.text).toContain('on the command line of the server');
  });

  test('making oneself an owner', async () => {
    await app.make.membership(workspace.id, admin.id);
    await setRole(admin, admin.id, 'owner');
    expect(app.mails).toMatchObject([
      { to: owner.email, subject: `Ada Admin is now an owner of the workspace ${workspace.name}` },
    ]);
  });

  test('but not what an owner does, nor an administrator who is one', async () => {
    await setRole(owner, member.id, 'owner');
    await app.make.membership(workspace.id, admin.id, 'owner');
    const known = await app.make.person();
    await invite(admin, known.email);
    await setRole(admin, known.id, 'owner');
    expect(app.mails.map(({ to }) => to)).toEqual([known.email]);
  });

  test('a mail server that is away costs one time-out and not the change', async () => {
    for (let count = 0; count < 11; count += 1) {
      const { id } = await app.make.person();
      await app.make.membership(workspace.id, id, 'owner');
    }
    const send = vi.spyOn(app.context.mailer, 'send');
    send.mockRejectedValue(new Error('The mail server is away'));
    const { data } = await invite(admin, admin.email);
    expect(data).toMatchObject({ mail: 'failed', member: { userId: admin.id } });
    // One email to the new member, and one batch to the owners.
    expect(send).toHaveBeenCalledTimes(11);
    send.mockRestore();
  });
});

test('administrators are marked in the list', async () => {
  await app.make.membership(workspace.id, admin.id);
  const { data } = await list(member);
  expect(data.items.map(({ name, isAdministrator }) => [name, isAdministrator])).toEqual([
    ['Ada Admin', true],
    ['Mats Member', false],
    ['Olga Owner', false],
  ]);
});

describe('roles', () => {
  test('are changed and written down', async () => {
    expect((await setRole(owner, member.id, 'owner')).data.member.role).toBe('owner');
    expect((await setRole(member, owner.id, 'member')).data.member.role).toBe('member');
    const { data } = await app.call('GET /api/admin/audit', {
      token: admin.token,
      query: { person: owner.id, limit: 1 },
    });
    expect(data.items).toMatchObject([
      {
        action: 'member.role-changed',
        actor: { name: 'Mats Member' },
        person: { name: 'Olga Owner' },
        scope: expect.stringMatching(new RegExp(`^organization-\\d+/${workspace.slug}$`)),
        before: { role: 'owner' },
        after: { role: 'member' },
      },
    ]);
  });

  test('the last active owner stays', async () => {
    const inactive = await app.make.person({ is_active: false });
    await app.make.membership(workspace.id, inactive.id, 'owner');
    const message = 'The workspace needs an owner. Make another member an owner first.';
    for (const by of [owner, admin]) {
      expect(await setRole(by, owner.id, 'member')).toMatchObject({
        status: 409,
        error: { message },
      });
      expect(await remove(by, owner.id)).toMatchObject({ status: 409, error: { message } });
    }
    expect((await remove(owner, inactive.id)).status).toBe(200);
  });

  test('two owners who demote each other at once leave one', async () => {
    await setRole(owner, member.id, 'owner');
    const answers = await Promise.all([
      setRole(owner, member.id, 'member'),
      setRole(member, owner.id, 'member'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await members()).filter(([, role]) => role === 'owner')).toHaveLength(1);
  });

  test('the only one in it may leave', async () => {
    await remove(owner, member.id);
    expect((await remove(owner, owner.id)).status).toBe(200);
    expect(await members()).toEqual([]);
  });
});

describe('leaving', () => {
  async function share(person: MadePerson, domain: string): Promise<string> {
    const { token } = person;
    const { data } = await app.call('POST /api/accounts/import', {
      token,
      body: { domains: [domain], source: 'manual', workspaceId: workspace.id, name: domain },
    });
    const { id } = await app.db
      .selectFrom('workspace_accounts')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow();
    expect(data).toBeDefined();
    return id;
  }
  const shares = async () =>
    (
      await app.db
        .selectFrom('domain_shares')
        .where('workspace_id', '=', workspace.id)
        .select('domain_id')
        .execute()
    ).length;

  test('removal takes what was shared out of the workspace; deactivation keeps it', async () => {
    await share(member, 'acme.com');
    await share(member, 'globex.com');
    await app.call('PUT /api/admin/users/{id}', {
      token: admin.token,
      params: { id: member.id },
      body: { name: member.name, isAdmin: false, isTest: false, isActive: false },
    });
    expect(await shares()).toBe(2);
    const row = (await list(owner)).data.items.find(({ userId }) => userId === member.id);
    expect(row).toMatchObject({ state: 'inactive', sharedDomains: 2 });

    expect((await remove(owner, member.id)).data).toEqual({ sharesEnded: 2 });

    expect(await shares()).toBe(0);
    expect((await list(member)).status).toBe(401);
    const { data } = await app.call('GET /api/admin/audit', {
      token: admin.token,
      query: { person: member.id, limit: 1 },
    });
    expect(data.items).toMatchObject([
      { action: 'member.removed', before: { role: 'member', sharedDomains: 2 } },
    ]);
  });

  test('a member is removed even during an import', async () => {
    const removed = await app.db.transaction().execute(async (importing) => {
      await lockOwner(importing, member.id);
      const removal = remove(owner, member.id);
      await waitForLocks(app.db, 1);
      // Locks the workspace, as counting its accounts does.
      await createAccount(importing, {
        workspaceId: workspace.id,
        domain: 'acme.com',
        name: 'Acme',
        creatorId: member.id,
      });
      return { removal };
    });
    expect((await removed.removal).status).toBe(200);
  });

  test('a removed member no longer sees the workspace', async () => {
    await remove(owner, member.id);
    expect((await list(member)).status).toBe(404);
    expect((await remove(owner, member.id)).error?.message).toBe('Member not found');
  });
});
