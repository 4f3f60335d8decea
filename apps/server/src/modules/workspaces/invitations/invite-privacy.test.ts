import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
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

describe('inviting an address does not reveal whether it has an account', () => {
  /** Addresses that the owner must not be able to tell apart. */
  async function addressesOfAllKinds(): Promise<Record<string, string>> {
    const elsewhere = await app.make.workspace();
    const sibling = await app.make.workspace({ organization_id: lab.organization.id });
    const known = await app.make.member(elsewhere.id);
    const inactive = await app.make.member(elsewhere.id, { is_active: false });
    const administrator = await app.make.person({ is_admin: true });
    const passwordless = await app.make.person({ password_hash: null });
    const sameOrganization = await app.make.member(sibling.id);
    const other = await app.make.person();
    await app.make.membership(elsewhere.id, other.id, 'owner');
    const twice = lab.newAddress();
    await app.call('POST /api/workspaces/{workspaceId}/members', {
      token: other.token,
      params: { workspaceId: elsewhere.id },
      body: { email: twice },
    });
    return {
      nobody: lab.newAddress(),
      'somebody of another organization': known.email,
      'a deactivated person': inactive.email,
      'an administrator': administrator.email,
      'a person without a password': passwordless.email,
      'somebody of a workspace of the organization that the owner is not in':
        sameOrganization.email,
      'somebody who is invited elsewhere': twice,
    };
  }

  /** The statements that the server sends to the database while `work` runs. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await work();
    const sent = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : (statement as unknown as pg.QueryConfig).text,
    );
    query.mockRestore();
    return sent;
  }

  const withoutIds = (value: unknown, email: string) =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(email, 'ADDRESS')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
        .replaceAll(/token=[\w-]+/g, 'TOKEN'),
    );

  test('response, lists, mail and work are the same for every kind of address', async () => {
    const kinds = await addressesOfAllKinds();
    const before = await lab.members();
    const seen: Record<string, unknown> = {};
    for (const [kind, email] of Object.entries(kinds)) {
      app.mails.length = 0;
      let answer: unknown;
      const statements = await statementsOf(async () => {
        const { status, data } = await lab.invite(email);
        answer = { status, data };
      });
      const again = await lab.invite(email);
      const [invitation] = await lab.listed();
      const renewed = await lab.resend(invitation?.id ?? '');
      const view = {
        answer,
        statements,
        again: { status: again.status, error: again.error },
        renewed: { status: renewed.status, data: renewed.data },
        list: await lab.listed(),
        members: await lab.members(),
        mails: [...app.mails],
      };
      expect(view.members).toEqual(before);
      seen[kind] = withoutIds(view, email);
      await lab.withdraw(invitation?.id ?? '');
    }
    const { nobody, ...others } = seen;
    expect(Object.keys(others)).toHaveLength(6);
    expect((nobody as { statements: string[] }).statements.join()).toContain(
      'insert into "invitations"',
    );
    for (const [kind, view] of Object.entries(others)) expect(view, kind).toEqual(nobody);
    expect(nobody).toMatchObject({
      answer: {
        status: 200,
        data: {
          member: null,
          invitation: { id: 'ID', email: 'ADDRESS', role: 'member', state: 'pending' },
          mail: 'sent',
        },
      },
      again: {
        status: 409,
        error: { message: `ADDRESS is invited to ${lab.workspace.name} already` },
      },
      renewed: { status: 200 },
      mails: [{ to: 'ADDRESS' }, { to: 'ADDRESS' }],
    });
  });

  test('inviting makes no person and no member', async () => {
    const email = lab.newAddress();
    await lab.invite(email);
    const person = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(person).toBeUndefined();
  });

  test('the audit log names the address, not its person', async () => {
    const known = await app.make.person({ name: 'Somebody Known' });
    const { id } = await lab.invited(known.email);
    await lab.withdraw(id);
    const { data } = await app.call('GET /api/admin/audit', {
      token: admin.token,
      query: { limit: 2 },
    });
    expect(data.items).toMatchObject([
      { action: 'invitation.withdrawn', person: null, before: { email: known.email } },
      { action: 'member.invited', person: null, after: { email: known.email, role: 'member' } },
    ]);
    const refused = await app.call('GET /api/admin/audit', { token: lab.owner.token });
    expect(refused.status).toBe(403);
  });
});

describe('a user whom the owner sees in the organization', () => {
  test('is added at once', async () => {
    const sibling = await app.make.workspace({ organization_id: lab.organization.id });
    await app.make.membership(sibling.id, lab.owner.id);
    const colleague = await app.make.member(sibling.id, { name: 'Carl Colleague' });
    const { data } = await lab.invite(colleague.email);
    expect(data).toMatchObject({ invitation: null, member: { userId: colleague.id } });
    expect(app.mails).toMatchObject([
      { subject: `You are now in the workspace ${lab.workspace.name}` },
    ]);
  });

  test('but not for being seen in another organization', async () => {
    const elsewhere = await app.make.workspace();
    await app.make.membership(elsewhere.id, lab.owner.id);
    const contact = await app.make.member(elsewhere.id);
    expect((await lab.invite(contact.email)).data).toMatchObject({ member: null });
  });

  test('is refused when deactivated, which the owner sees there, too', async () => {
    const sibling = await app.make.workspace({ organization_id: lab.organization.id });
    await app.make.membership(sibling.id, lab.owner.id);
    const gone = await app.make.member(sibling.id, { is_active: false });
    expect(await lab.invite(gone.email)).toMatchObject({
      status: 409,
      error: { details: [{ field: 'email' }] },
    });
  });
});
