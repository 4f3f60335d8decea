import { sql } from 'kysely';
import type { TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';

export type InvitationLab = Awaited<ReturnType<typeof createInvitationLab>>;

let addresses = 0;

/** A workspace with one owner, and actions on its invitations. */
export async function createInvitationLab(app: TestApp) {
  app.mails.length = 0;
  await app.db.deleteFrom('rate_limit_counters').execute();
  const organization = await app.make.organization();
  const workspace = await app.make.workspace({ organization_id: organization.id });
  const owner = await app.make.person({ name: 'Olga Owner' });
  await app.make.membership(workspace.id, owner.id, 'owner');
  const params = { workspaceId: workspace.id };

  const invite = (email: string, by = owner, role: 'owner' | 'member' = 'member') =>
    app.call('POST /api/workspaces/{workspaceId}/members', {
      token: by.token,
      params,
      body: { email, role },
    });
  const list = (by = owner) =>
    app.call('GET /api/workspaces/{workspaceId}/invitations', { token: by.token, params });

  /** The token of the link that was sent last. */
  function linkToken(): string {
    const { text = '' } = app.mails.at(-1) ?? {};
    const token = /\/invitation\?token=([\w-]{43})\n/.exec(text)?.[1];
    if (token === undefined) throw new Error('No invitation was sent.');
    return token;
  }

  return {
    organization,
    workspace,
    owner,
    /** An address that belongs to no user. */
    newAddress: () => `invitee${(addresses += 1)}@acme.example`,
    invite,
    linkToken,
    list,
    listed: async () => (await list()).data.items,
    /** Invites an address; returns the token of its link. */
    async invited(email: string, by = owner, role: 'owner' | 'member' = 'member') {
      const { data } = await invite(email, by, role);
      return { token: linkToken(), id: data.invitation?.id ?? '' };
    },
    async members() {
      const members = 'GET /api/workspaces/{workspaceId}/members';
      return (await app.call(members, { token: owner.token, params })).data.items;
    },
    resend: (invitationId: string, by = owner) =>
      app.call('POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend', {
        token: by.token,
        params: { ...params, invitationId },
      }),
    withdraw: (invitationId: string, by = owner, workspaceId = workspace.id) =>
      app.call('DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}', {
        token: by.token,
        params: { workspaceId, invitationId },
      }),
    open: (token: string, from = '198.51.100.1') =>
      app.call('POST /api/invitations/open', { body: { token }, from }),
    accept: (person: MadePerson, token: string) =>
      app.call('POST /api/invitations/accept', { token: person.token, body: { token } }),
    decline: (token: string) => app.call('POST /api/invitations/decline', { body: { token } }),
    register: (token: string, name = 'Nina New', password = knownPassword) =>
      app.call('POST /api/invitations/register', { body: { token, name, password } }),
    /** Simulates that this many days have passed, for every invitation. */
    passDays: (days: number) =>
      sql`update invitations set expires_at = expires_at - make_interval(secs => ${days * 86_400}),
        ended_at = ended_at - make_interval(secs => ${days * 86_400})`.execute(app.db),
  };
}
