import { sql } from 'kysely';
import type { TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

export type MergingLab = Awaited<ReturnType<typeof createMergingLab>>;

/** Ann's account acme.com and Bob's account globex.com in one workspace, each with one email. */
export async function createMergingLab(app: TestApp) {
  const { id: workspaceId } = await app.make.workspace();
  const ann = await app.make.member(workspaceId, { name: 'Ann' });
  const bob = await app.make.member(workspaceId, { name: 'Bob' });
  const makeAccount = async (person: MadePerson, domain: string, inWorkspace = workspaceId) => {
    const { data } = await tracking(app).importOne(person.token, domain, inWorkspace);
    return data.results[0]?.workspaceAccount?.id ?? '';
  };
  const acme = await makeAccount(ann, 'acme.com');
  const globex = await makeAccount(bob, 'globex.com');
  const mail = (title: string, from: string, to = bob.email) =>
    sampleMail({
      title,
      externalId: title,
      participants: [
        { name: '', email: from, role: 'from' },
        { name: '', email: to, role: 'to' },
      ],
    });
  await tracking(app).capture(ann, [mail('To Acme', 'al@acme.com', ann.email)]);
  await tracking(app).capture(bob, [mail('To Globex', 'gil@globex.com')]);
  return {
    workspaceId,
    ann,
    bob,
    acme,
    globex,
    makeAccount,
    mail,

    /** The titles that the page of an account lists. */
    async titles(accountId = acme) {
      const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
        token: ann.token,
        params: { accountId },
        query: {},
      });
      return data.activities.map((item) => item.title).sort();
    },

    /** The domains that are shared with an account. */
    async sharesWith(accountId: string) {
      const shares = await app.db
        .selectFrom('domain_shares')
        .innerJoin('domains', (join) =>
          join
            .onRef('domains.owner_id', '=', 'domain_shares.owner_id')
            .onRef('domains.id', '=', 'domain_shares.domain_id'),
        )
        .select('domains.domain')
        .where('account_id', '=', accountId)
        .orderBy('domain')
        .execute();
      return shares.map(({ domain }) => domain);
    },

    /** The rows that remain of merged accounts. */
    async remains() {
      const { rows } = await sql`
        select id from workspace_accounts
        where workspace_id = ${workspaceId} and merged_into is not null
        union all select account_id from account_refreshes where workspace_id = ${workspaceId}
        union all select account_id from publish_requests where workspace_id = ${workspaceId}
        union all select account_id from contacts
        where workspace_id = ${workspaceId} and account_id = ${globex}
        union all select account_id from account_activities
        where workspace_id = ${workspaceId} and account_id = ${globex}
      `.execute(app.db);
      return rows;
    },
  };
}
