import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from '#test/create-test-app.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

type Choice = 'keep' | 'redact' | 'erase';

export const lee = { name: 'Lee', email: 'lee@acme.com' };

export type LeavingWorld = Awaited<ReturnType<typeof leavingWorld>>;

/** Ann shares Acme and Other with the workspace of Olga, who reads it, and keeps Mine for herself. */
export async function leavingWorld(app: TestApp) {
  const workspaceId = (await app.make.workspace()).id;
  const owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  const ann = await app.make.member(workspaceId, { name: `Ann ${randomUUID()}` });
  const admin = await app.make.person({ is_admin: true });
  const { accountId } = await tracking(app).makeAccount(ann, workspaceId);
  await tracking(app).importOne(ann.token, 'other.com', workspaceId);
  await tracking(app).importOne(ann.token, 'mine.com');
  await tracking(app).capture(ann, [
    mail(1, lee, [ann.email], { title: 'secret one' }),
    mail(3, ann, ['kim@acme.com'], { title: 'secret three' }),
    mail(2, { name: 'Oz', email: 'oz@other.com' }, [ann.email], { title: 'secret other' }),
    mail(2, { name: 'Doc', email: 'doc@mine.com' }, [ann.email], { title: 'secret mine' }),
  ]);

  /** As the jobs do. */
  const finish = async () => {
    await continueHandOvers(app.context);
    await takeRemainingSteps(app.db);
  };
  const ofAnn = { workspaceId, userId: ann.id };
  return {
    workspaceId,
    accountId,
    owner,
    ann,
    admin,
    finish,
    passGrace: async () => {
      await app.db
        .updateTable('hand_overs')
        .set({ ends_at: new Date(0) })
        .where('user_id', '=', ann.id)
        .execute();
      await finish();
    },
    byAdmin: async (choice: Choice) => {
      const { status } = await app.call('POST /api/admin/users/{id}/hand-over', {
        token: admin.token,
        params: { id: ann.id },
        body: { choice },
      });
      await finish();
      return status;
    },
    byOwner: async (choice: Choice) => {
      const { status } = await app.call(
        'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over',
        { token: owner.token, params: ofAnn, body: { choice } },
      );
      await finish();
      return status;
    },
    backByAdmin: () =>
      app.call('DELETE /api/admin/users/{id}/hand-over', {
        token: admin.token,
        params: { id: ann.id },
      }),
    backByOwner: () =>
      app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
        token: owner.token,
        params: ofAnn,
      }),
    deleteAccount: async () => {
      await app.call('DELETE /api/accounts/{accountId}', {
        token: owner.token,
        params: { accountId },
      });
      await takeRemainingSteps(app.db);
    },
    restoreAccount: async () => {
      const { status } = await app.call(
        'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
        { token: owner.token, params: { workspaceId, accountId } },
      );
      await takeRemainingSteps(app.db);
      return status;
    },
    /** The titles that Olga reads. */
    read: async () => {
      const accounts = await app.db
        .selectFrom('workspace_accounts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .execute();
      const all: string[] = [];
      for (const { id } of accounts) {
        const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
          token: owner.token,
          params: { accountId: id },
          query: {},
        });
        all.push(...data.activities.map(({ title }) => title));
      }
      return all.toSorted();
    },
    /** What is published of Ann. */
    stored: async () => {
      const { rows } = await sql`
        select title from account_activities where owner_id = ${ann.id}
        union all
        select activity_id::text from account_activity_contributors
        where user_id = ${ann.id}`.execute(app.db);
      return rows;
    },
    roles: async () => {
      const rows = await app.db
        .selectFrom('memberships')
        .select('role')
        .where('user_id', '=', ann.id)
        .execute();
      return rows.map(({ role }) => role);
    },
  };
}
