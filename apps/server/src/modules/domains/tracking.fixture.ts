import type { TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { captureAndPublish } from '../activities/capture-and-publish.fixture.ts';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';

/** Actions on tracked domains, through the API as users perform them. */
export const tracking = (app: TestApp) => ({
  /** A new person in a new workspace. */
  async settle() {
    const workspace = await app.make.workspace();
    const person = await app.make.member(workspace.id);
    return { workspace, person, token: person.token };
  },

  /** Captures what a sync of the user's mailbox returned. */
  async capture(person: MadePerson, activities: ActivityToCapture[]) {
    const from = { ownerId: person.id, provider: 'gmail', source: person.email };
    return captureAndPublish(app.db, from, activities);
  },

  /** Tracks a domain, and creates its account if a workspace is given. */
  importOne: (token: string, domain: string, workspaceId?: string) =>
    importOne(app, token, domain, workspaceId),

  /** Tracks acme.com and creates its account in a workspace that the user is a member of. */
  async makeAccount({ token }: MadePerson, workspaceId: string) {
    const { data } = await importOne(app, token, 'acme.com', workspaceId);
    const [imported] = data.results;
    return { accountId: imported?.workspaceAccount?.id ?? '', domainId: imported?.domain.id ?? '' };
  },

  async trackedBy(token: string) {
    const { data } = await app.call('GET /api/accounts', { token, query: { type: 'domains' } });
    return data.domains;
  },

  async accountsOf(token: string, workspaceId: string) {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token,
      params: { workspaceId },
      query: {},
    });
    return data.accounts;
  },
});

function importOne(app: TestApp, token: string, domain: string, workspaceId?: string) {
  const body = { domains: [domain], ...(workspaceId && { workspaceId, name: 'Acme' }) };
  return app.call('POST /api/accounts/import', { token, body });
}
