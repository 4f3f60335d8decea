import { randomUUID } from 'node:crypto';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { removeExpired } from '../../auth/remove-expired.ts';
import { createInvitationLab, type InvitationLab } from './invitation-lab.fixture.ts';

let app: TestApp;
let admin: MadePerson;
let lab: InvitationLab;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
});
afterAll(() => app.close());
beforeEach(async () => {
  lab = await createInvitationLab(app);
});

const signIn = (email: string, password = knownPassword) =>
  app.call('POST /api/auth/login', { body: { email, password } });

describe('accepting', () => {
  test('a user without an account enters a name and a password, and is signed in', async () => {
    const email = lab.newAddress();
    const { token } = await lab.invited(email, lab.owner, 'owner');
    expect((await lab.open(token)).data.invitation).toMatchObject({
      state: 'pending',
      email,
      role: 'owner',
      invitedBy: 'Olga Owner',
      workspace: { name: lab.workspace.name, slug: lab.workspace.slug },
      account: 'none',
    });
    const { data } = await lab.register(token);
    expect(data.user).toMatchObject({
      name: 'Nina New',
      email,
      isAdmin: false,
      workspaces: [{ id: lab.workspace.id, role: 'owner' }],
    });
    expect((await app.call('GET /api/auth/me', { token: data.token })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect(await lab.listed()).toEqual([]);
    expect((await lab.open(token)).data.invitation).toMatchObject({
      state: 'accepted',
      account: null,
    });
  });

  test('an account without a password gets its name and password', async () => {
    const person = await app.make.person({ password_hash: null, name: 'Made Before' });
    const { token } = await lab.invited(person.email);
    expect((await lab.open(token)).data.invitation.account).toBe('none');
    expect((await lab.register(token)).data.user).toMatchObject({
      id: person.id,
      name: 'Nina New',
    });
    // Earlier sessions, if any, end as with a reset link.
    expect((await app.call('GET /api/auth/me', { token: person.token })).status).toBe(401);
  });

  test.each([
    ['', knownPassword, 'name', 'Name is required'],
    ['Nina', 'short', 'password', 'Password must be at least 6 characters'],
  ])('refuses the name %j with the password %j', async (name, password, field, message) => {
    const { token } = await lab.invited(lab.newAddress());
    expect(await lab.register(token, name, password)).toMatchObject({
      status: 400,
      error: { details: [{ field, message }] },
    });
  });

  test('an account keeps its name and password: its person signs in and accepts', async () => {
    const person = await app.make.person({ name: 'Known Person' });
    const { token } = await lab.invited(person.email);
    expect((await lab.open(token)).data.invitation.account).toBe('active');
    expect(await lab.register(token, 'Taken Over', 'another password')).toMatchObject({
      status: 409,
    });
    expect((await signIn(person.email)).status).toBe(200);
    expect(await lab.members()).toHaveLength(1);

    expect((await lab.accept(person, token)).status).toBe(200);
    expect((await lab.members()).map(({ name, role }) => [name, role])).toEqual([
      ['Known Person', 'member'],
      ['Olga Owner', 'owner'],
    ]);
    const { data } = await app.call('GET /api/admin/audit', {
      token: admin.token,
      query: { person: person.id, limit: 1 },
    });
    expect(data.items).toMatchObject([
      {
        action: 'member.added',
        actor: { id: person.id },
        after: { role: 'member', invitedBy: 'Olga Owner' },
      },
    ]);
  });

  test('another user cannot, even with the link', async () => {
    const stranger = await app.make.person();
    const { token } = await lab.invited((await app.make.person()).email);
    expect(await lab.accept(stranger, token)).toMatchObject({
      status: 403,
      error: { message: 'The invitation is for another email address' },
    });
    expect(await lab.members()).toHaveLength(1);
    expect(await lab.listed()).toHaveLength(1);
  });

  test('a deactivated user cannot, with a reason', async () => {
    const gone = await app.make.person({ is_active: false });
    const { token } = await lab.invited(gone.email);
    expect((await lab.open(token)).data.invitation.account).toBe('inactive');
    expect((await lab.accept(gone, token)).status).toBe(401);
    expect(await lab.register(token)).toMatchObject({ status: 409 });
    expect(await lab.members()).toHaveLength(1);
  });

  test('works once, also for two requests at once', async () => {
    const { token } = await lab.invited(lab.newAddress());
    const answers = await Promise.all([lab.register(token), lab.register(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await lab.members()).toHaveLength(2);
  });

  test('a user who has become a member in between keeps their role', async () => {
    const person = await app.make.person();
    const { token } = await lab.invited(person.email, lab.owner, 'owner');
    await app.make.membership(lab.workspace.id, person.id, 'member');
    expect((await lab.accept(person, token)).status).toBe(200);
    expect(await lab.members()).toMatchObject([{ role: 'owner' }, { role: 'member' }]);
  });
});

describe('an invitation ends', () => {
  test('after seven days', async () => {
    const person = await app.make.person();
    const { token, id } = await lab.invited(person.email);
    await lab.passDays(6.99);
    expect((await lab.open(token)).data.invitation.state).toBe('pending');
    await lab.passDays(0.02);
    expect((await lab.open(token)).data.invitation).toMatchObject({
      state: 'expired',
      account: null,
    });
    expect(await lab.listed()).toMatchObject([{ id, state: 'expired' }]);
    expect(await lab.accept(person, token)).toMatchObject({
      status: 409,
      error: { message: 'The invitation has expired' },
    });
    expect((await lab.register(token)).status).toBe(409);
    expect((await lab.decline(token)).status).toBe(409);
  });

  test('when it is withdrawn', async () => {
    const person = await app.make.person();
    const { token, id } = await lab.invited(person.email);
    expect((await lab.withdraw(id)).status).toBe(200);
    expect(await lab.listed()).toEqual([]);
    expect((await lab.open(token)).data.invitation.state).toBe('withdrawn');
    expect((await lab.accept(person, token)).status).toBe(409);
    expect(await lab.withdraw(id)).toMatchObject({
      status: 404,
      error: { message: 'Invitation not found' },
    });
  });

  test('when it is declined, which the link alone can do', async () => {
    const { token, id } = await lab.invited(lab.newAddress());
    expect((await lab.decline(token)).status).toBe(200);
    expect(await lab.listed()).toMatchObject([{ id, state: 'declined' }]);
    expect((await lab.register(token)).status).toBe(409);
    expect(await lab.resend(id)).toMatchObject({ status: 409 });
    expect((await lab.withdraw(id)).status).toBe(200);
    expect(await lab.listed()).toEqual([]);
  });

  test('when the user is added directly in between', async () => {
    const person = await app.make.person();
    const { token } = await lab.invited(person.email);
    expect((await lab.invite(person.email, admin)).data.member).toMatchObject({
      userId: person.id,
    });
    expect(await lab.listed()).toEqual([]);
    expect((await lab.open(token)).data.invitation.state).toBe('accepted');
  });

  test('and is removed a month later', async () => {
    const { token } = await lab.invited(lab.newAddress());
    await lab.passDays(36);
    await removeExpired(app.context);
    expect((await lab.open(token)).status).toBe(200);
    await lab.passDays(2);
    await removeExpired(app.context);
    expect(await lab.open(token)).toMatchObject({ status: 404 });
    expect(await lab.listed()).toEqual([]);
  });

  test('and its address can be invited again', async () => {
    const email = lab.newAddress();
    const { token } = await lab.invited(email);
    await lab.passDays(8);
    expect((await lab.invite(email)).data.invitation).toMatchObject({ state: 'pending' });
    expect(await lab.listed()).toHaveLength(1);
    expect((await lab.open(token)).data.invitation.state).toBe('withdrawn');
    await lab.decline(lab.linkToken());
    expect((await lab.invite(email)).status).toBe(200);
    expect(await lab.listed()).toMatchObject([{ state: 'pending' }]);
  });
});

test('resending makes another link in place of the earlier one, for seven more days', async () => {
  const { token, id } = await lab.invited(lab.newAddress());
  await lab.passDays(8);
  const { data } = await lab.resend(id);
  expect(data).toMatchObject({ mail: 'sent', invitation: { id, state: 'pending' } });
  expect(await lab.open(token)).toMatchObject({ status: 404 });
  expect((await lab.open(lab.linkToken())).data.invitation.state).toBe('pending');
});

test('a member sees no invitations and changes none, a stranger finds none', async () => {
  const { id } = await lab.invited(lab.newAddress());
  const member = await app.make.member(lab.workspace.id);
  const stranger = await app.make.person();
  const elsewhere = await app.make.workspace();
  const other = await app.make.person();
  await app.make.membership(elsewhere.id, other.id, 'owner');
  for (const [by, status] of [
    [member, 403],
    [stranger, 404],
    [other, 404],
  ] as const) {
    expect((await lab.list(by)).status).toBe(status);
    expect((await lab.resend(id, by)).status).toBe(status);
    expect((await lab.withdraw(id, by)).status).toBe(status);
  }
  expect((await lab.list(admin)).data.items).toHaveLength(1);
  const foreign = await app.call(
    'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}',
    {
      token: other.token,
      params: { workspaceId: elsewhere.id, invitationId: id },
    },
  );
  expect(foreign.status).toBe(404);
});

describe('limits', () => {
  test('a workspace has a hundred open invitations at most', async () => {
    await app.db
      .insertInto('invitations')
      .values(
        Array.from({ length: 100 }, () => ({
          workspace_id: lab.workspace.id,
          email: lab.newAddress(),
          role: 'member' as const,
          token_hash: Buffer.from(randomUUID()),
          inviter_name: lab.owner.name,
          by_administrator: false,
          expires_at: new Date(Date.now() + 86_400_000),
        })),
      )
      .execute();
    expect(await lab.invite(lab.newAddress())).toMatchObject({
      status: 409,
      error: {
        code: 'LIMIT_REACHED',
        details: { limit: 100, current: 100 },
        message: `${lab.workspace.name} has 100 open invitations, the most it can have. Withdraw one first.`,
      },
    });
    const [first] = await lab.listed();
    await lab.withdraw(first?.id ?? '');
    expect((await lab.invite(lab.newAddress())).status).toBe(200);
  });

  test('an owner writes to one address five times a day at most', async () => {
    const email = lab.newAddress();
    const { id } = await lab.invited(email);
    for (let sent = 1; sent < 5; sent += 1) expect((await lab.resend(id)).status).toBe(200);
    expect(await lab.resend(id)).toMatchObject({
      status: 429,
      error: { message: 'Too many invitations to this address. Try again in 24 hours.' },
    });
    await lab.withdraw(id);
    expect((await lab.invite(email)).status).toBe(429);
    expect((await lab.invite(lab.newAddress())).status).toBe(200);
    expect(app.mails).toHaveLength(6);
  });

  test('an address is mailed twenty times a day at most, no matter who invites it; no one learns of it', async () => {
    const email = lab.newAddress();
    const { id } = await lab.invited(email);
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const owner = await app.make.person();
        await app.make.membership(lab.workspace.id, owner.id, 'owner');
        return owner;
      }),
    );
    for (const owner of others) {
      for (let sent = 0; sent < 5; sent += 1) {
        expect(await lab.resend(id, owner)).toMatchObject({ status: 200, data: { mail: 'sent' } });
      }
    }
    expect(app.mails).toHaveLength(20);
    await lab.invited(lab.newAddress());
    expect(app.mails).toHaveLength(21);
  });

  test('tokens cannot be tried out', async () => {
    const { token } = await lab.invited(lab.newAddress());
    for (let tried = 0; tried < 20; tried += 1) {
      expect((await lab.open(`made-up-${tried}`)).status).toBe(404);
    }
    expect((await lab.open('made-up')).status).toBe(429);
    expect((await lab.open('made-up', '203.0.113.7')).status).toBe(404);
    // Others on the network can use theirs.
    expect((await lab.open(token)).status).toBe(200);
  });
});

test('reports a mail server that refuses; the invitation can be sent again', async () => {
  const send = vi.spyOn(app.context.mailer, 'send');
  onTestFinished(() => send.mockRestore());
  send.mockRejectedValueOnce(new Error('The mail server is away'));
  const { data } = await lab.invite(lab.newAddress());
  expect(data).toMatchObject({ mail: 'failed', invitation: { state: 'pending' } });
  expect((await lab.resend(data.invitation?.id ?? '')).data.mail).toBe('sent');
});

test('the token is stored as a hash alone', async () => {
  const { token } = await lab.invited(lab.newAddress());
  const rows = await app.db.selectFrom('invitations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(token);
});
