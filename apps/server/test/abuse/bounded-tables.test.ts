import { readFileSync } from 'node:fs';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChange } from '#modules/audit/record-change.ts';
import { createInvitationLab } from '#modules/workspaces/invitations/invitation-lab.fixture.ts';
import { storeFailedItems } from '#modules/integrations/reading/store-failed-items.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { knownPassword } from '../test-makers.ts';

/** Tests that what one user, or someone without an account, can add to the database is bounded. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const signIn = (email: string) =>
  app.call('POST /api/auth/login', { body: { email, password: knownPassword } });

const countOf = async (table: 'sessions' | 'memberships' | 'reset_requests'): Promise<number> =>
  (await app.db.selectFrom(table).selectAll().execute()).length;

test('what bounds each table is written down', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(app.db);
  const page = new URL('../../../../docs/decisions/bounded-tables.md', import.meta.url);
  const described = [...readFileSync(page, 'utf8').matchAll(/^\| (`.*?) *\|/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  const bookkeeping = /^kysely_/;
  const names = rows.map(({ name }) => name).filter((name) => !bookkeeping.test(name));
  expect(described.toSorted()).toEqual(names);
});

test('a new session beyond the limit ends the one that was not used for the longest time', async () => {
  const person = await app.make.person();
  await app.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const unused = await app.make.session(person.id, { last_used_at: hoursAgo(48) });
  const old = await app.make.session(person.id, {
    created_at: hoursAgo(200),
    last_used_at: hoursAgo(1.5),
  });
  await sql`insert into sessions (user_id, token_hash, last_used_at)
    select ${person.id}, sha256(number::text::bytea), now() - interval '24 hours'
    from generate_series(3, ${limits.sessionsPerUser}) number`.execute(app.db);
  const others = (await countOf('sessions')) - limits.sessionsPerUser;

  const { data } = await signIn(person.email);

  expect((await countOf('sessions')) - others).toBe(limits.sessionsPerUser);
  const statusOf = async (token: string) => (await app.call('GET /api/auth/me', { token })).status;
  expect(await statusOf(unused)).toBe(401);
  expect(await statusOf(old)).toBe(200);
  expect(await statusOf(data.token)).toBe(200);
});

test('a workspace has a maximum of members, even when they are added concurrently', async () => {
  const lab = await createInvitationLab(app);
  const people = await Promise.all([1, 2, 3].map(() => app.make.person()));
  const tokens: string[] = [];
  for (const { email } of people) tokens.push((await lab.invited(email)).token);
  await sql`with made as (
      insert into users (email, name)
      select 'crowd' || number || '@example.com', 'Crowd' from generate_series(3, ${limits.workspaceMembers}) number
      returning id)
    insert into memberships (workspace_id, user_id, role)
    select ${lab.workspace.id}, id, 'member' from made`.execute(app.db);
  // The owner and these: room for one.
  const accepted = await Promise.all(
    people.map((person, index) => lab.accept(person, tokens[index] ?? '')),
  );
  expect(accepted.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = accepted.find(({ status }) => status === 409);
  expect(refused?.error).toMatchObject({
    code: 'LIMIT_REACHED',
    message: `${lab.workspace.name} has 5,000 members, and a workspace can have at most 5,000. An owner has to remove a member first.`,
    details: { limit: 5_000, current: 5_000 },
  });
  // The link is not used up, and no one else is invited.
  const again = accepted.findIndex(({ status }) => status === 409);
  expect((await lab.open(tokens[again] ?? '')).data.invitation.state).toBe('pending');
  expect(await lab.invite(lab.newAddress())).toMatchObject({
    status: 409,
    error: { code: 'LIMIT_REACHED' },
  });
  expect((await lab.register((await countlessInvitation(lab)).token)).error).toMatchObject({
    code: 'LIMIT_REACHED',
  });
});

/** One that was sent when there was room. */
async function countlessInvitation(lab: Awaited<ReturnType<typeof createInvitationLab>>) {
  const [one] = await app.db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', lab.workspace.id)
    .where('user_id', '!=', lab.owner.id)
    .limit(1)
    .execute();
  const userId = one?.user_id ?? '';
  await app.db.deleteFrom('memberships').where('user_id', '=', userId).execute();
  const invited = await lab.invited(lab.newAddress());
  await app.make.membership(lab.workspace.id, userId);
  return invited;
}

test('the owners of a workspace together invite so many addresses a day at most', async () => {
  const lab = await createInvitationLab(app);
  await lab.invited(lab.newAddress());
  await sql`update rate_limit_counters set count = ${limits.invitationsPerDay} where count = 1
    and ends_at > now() + interval '23 hours'`.execute(app.db);
  const second = await app.make.person();
  await app.make.membership(lab.workspace.id, second.id, 'owner');
  const refused = await lab.invite(lab.newAddress(), second);
  expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } });
  expect(await lab.listed()).toHaveLength(1);
  // An outsider cannot use the workspace's invitations up.
  const elsewhere = await createInvitationLab(app);
  const outsider = await app.make.person();
  for (let tries = 0; tries < 3; tries += 1) {
    expect((await elsewhere.invite(elsewhere.newAddress(), outsider)).status).toBe(404);
  }
  const { rows } = await sql<{
    counted: number;
  }>`select count(*) as counted from rate_limit_counters
    where ends_at > now() + interval '23 hours'`.execute(app.db);
  // The emails to each address, by the outsider.
  expect(rows[0]?.counted).toBe(3);
});

test('one person makes so many audited changes a day at most, the command line any number', async () => {
  const lab = await createInvitationLab(app);
  const member = await app.make.member(lab.workspace.id);
  const change = (role: 'owner' | 'member') =>
    app.call('PUT /api/workspaces/{workspaceId}/members/{userId}', {
      token: lab.owner.token,
      params: { workspaceId: lab.workspace.id, userId: member.id },
      body: { role },
    });
  const fill = (actor: string | null, age: string, count: number) =>
    sql`insert into audit_entries (action, actor_id, actor_name, at)
      select 'member.added', ${actor}, 'Somebody', now() - ${age}::interval
      from generate_series(1, ${count})`.execute(app.db);
  await fill(lab.owner.id, '25 hours', 1);
  await fill(lab.owner.id, '1 hour', limits.auditedChangesPerDay - 1);
  expect((await change('owner')).status).toBe(200);
  const refused = await change('member');
  expect(refused).toMatchObject({
    status: 429,
    error: { code: 'RATE_LIMITED' },
    headers: { 'retry-after': '3600' },
  });
  expect(refused.error?.message).toContain('5,000 changes');
  const { role } = await app.db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(role).toBe('owner');
  await fill(null, '1 hour', limits.auditedChangesPerDay);
  const commandLine = { id: null, name: 'Command line' };
  await recordChange(app.db, { actor: commandLine, action: 'member.added' });
});

test('so many requests for a reset link wait at most, known address or not', async () => {
  await sql`delete from reset_requests`.execute(app.db);
  await sql`insert into reset_requests (email)
    select 'waiting' || number || '@example.com'
    from generate_series(2, ${limits.waitingResetRequests}) number`.execute(app.db);
  const person = await app.make.person();
  const request = (email: string) =>
    app.call('POST /api/auth/request-password-reset', { body: { email } });
  expect((await request(person.email)).status).toBe(200);
  const refused = [await request(person.email), await request('nobody@example.com')];
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  }
  expect(await countOf('reset_requests')).toBe(limits.waitingResetRequests);
});

test('so many failed items of an integration are stored, the newest of them', async () => {
  const person = await app.make.person();
  const { id } = await app.db
    .insertInto('integrations')
    .values({ owner_id: person.id, provider: 'gmail' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into failed_items (owner_id, integration_id, external_id, reason, failed_at)
    select ${person.id}, ${id}, number::text, 'No.', now() - make_interval(mins => number)
    from generate_series(1, ${limits.failedItems}) number`.execute(app.db);
  const run = { ownerId: person.id, integrationId: id, tally: { failed: 0 } } as Parameters<
    typeof storeFailedItems
  >[1];
  await storeFailedItems(app.db, run, [{ id: 'new', reason: 'No.' }]);
  const stored = await app.db.selectFrom('failed_items').select('external_id as item').execute();
  const items = stored.map(({ item }) => item);
  expect(items).toHaveLength(limits.failedItems);
  expect(items).toContain('new');
  expect(items).not.toContain(String(limits.failedItems));
});
