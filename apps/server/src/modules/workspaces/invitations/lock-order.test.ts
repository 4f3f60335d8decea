import { limits } from '@repo/contract/limits';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { lockAccounts } from '#modules/activities/lock-accounts.ts';
import { issueResetToken } from '#modules/auth/reset-token.ts';
import { createInvitationLab, type InvitationLab } from './invitation-lab.fixture.ts';

let app: TestApp;
let lab: InvitationLab;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  lab = await createInvitationLab(app);
  admin = await app.make.person({ is_admin: true });
});

const sentLink = (userId: string) =>
  issueResetToken(app.db, {
    kind: 'sent',
    userId,
    initiatorId: null,
    hours: limits.sentLinkHours,
  });
const requestedLink = (userId: string) =>
  issueResetToken(app.db, { kind: 'requested', userId, hours: 1 });

const reset = (token: string) =>
  app.call('POST /api/auth/reset-password', { body: { token, password: knownPassword } });

const waiting = (count: number) => waitForLocks(app.db, count);

test('registering while a newer link is used does not deadlock', async () => {
  const person = await app.make.person({ password_hash: null });
  const { token } = await lab.invited(person.email);
  const both = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspaces where id = ${lab.workspace.id} for no key update`.execute(tx);
    const registering = lab.register(token);
    await waiting(1);
    const resetting = reset(await sentLink(person.id));
    await waiting(2);
    return { registering, resetting };
  });
  // No session starts with a password that a concurrent request has replaced.
  expect([200, 401]).toContain((await both.registering).status);
  expect((await both.resetting).status).toBe(200);
});

test('an account that is deleted while a contact of it joins the workspace does not deadlock', async () => {
  const person = await app.make.person();
  const workspaceId = lab.workspace.id;
  const { id: accountId } = await app.db
    .insertInto('workspace_accounts')
    .values({ workspace_id: workspaceId, domain: 'acme.example', name: 'Acme', created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into contacts (workspace_id, account_id, id, address, person_id, is_automated, is_colleague)
    values (${workspaceId}, ${accountId}, gen_random_uuid(), ${person.email}, gen_random_uuid(), false,
      false)`.execute(app.db);
  const { token } = await lab.invited(person.email);
  const both = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspace_accounts
      where workspace_id = ${workspaceId} and id = ${accountId} for no key update`.execute(tx);
    const deleting = app.call('DELETE /api/accounts/{accountId}', {
      token: lab.owner.token,
      params: { accountId },
    });
    await waiting(1);
    const joining = lab.accept(person, token);
    await waiting(2);
    return { deleting, joining };
  });
  expect([(await both.deleting).status, (await both.joining).status]).toEqual([200, 200]);
});

test.each(['first', 'last'])(
  'a person who is dismissed while the %s of their accounts changes does not deadlock',
  async (which) => {
    const workspaceId = lab.workspace.id;
    const accounts = await app.db
      .insertInto('workspace_accounts')
      .values(
        ['acme.example', 'other.example'].map((domain) => ({
          workspace_id: workspaceId,
          domain,
          name: domain,
          created_by: null,
        })),
      )
      .returning('id')
      .execute();
    const ids = accounts.map(({ id }) => id);
    const personId = crypto.randomUUID();
    await sql`
      insert into contacts (workspace_id, account_id, id, address, person_id, is_automated, is_colleague)
      select ${workspaceId}, account_id, gen_random_uuid(), 'bo@acme.example', ${personId}, false, false
      from unnest(${ids}::uuid[]) as one (account_id)`.execute(app.db);
    const { dismissing } = await app.db.transaction().execute(async (tx) => {
      // As captures and merges do.
      await lockAccounts(tx, workspaceId, ids);
      const change = (accountId?: string) =>
        sql`update contacts set is_automated = true
          where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
      const order = which === 'first' ? ids : ids.toReversed();
      await change(order[0]);
      const dismissing = app.call(
        'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal',
        {
          token: lab.owner.token,
          params: { workspaceId, personId },
          body: { until: businessDayOf(new Date()) },
        },
      );
      await waiting(1);
      await change(order[1]);
      return { dismissing };
    });
    expect((await dismissing).status).toBe(200);
  },
);

test('all that locks a person ends beside all else that does', async () => {
  const { id: workspaceId } = lab.workspace;
  for (let round = 0; round < 8; round += 1) {
    await app.db.deleteFrom('rate_limit_counters').execute();
    const person = await app.make.person({ password_hash: null });
    const { token } = await lab.invited(person.email);
    const links = [await sentLink(person.id), await requestedLink(person.id)];
    const params = { id: person.id };
    const responses = await Promise.all([
      lab.register(token),
      ...links.map(reset),
      sentLink(person.id).then(reset),
      lab.accept(person, token),
      app.call('PUT /api/admin/users/{id}', {
        token: admin.token,
        params,
        body: {
          name: `Renamed ${round}`,
          isAdmin: false,
          isTest: false,
          isActive: round % 3 !== 0,
        },
      }),
      app.call('POST /api/accounts/import', {
        token: person.token,
        body: { domains: [`company${round}.example`], workspaceId },
      }),
      app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
        token: lab.owner.token,
        params: { workspaceId, userId: person.id },
      }),
    ]);
    // PostgreSQL resolves a deadlock after a second by failing one of the two transactions, which
    // results in a 500 here.
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  }
});
