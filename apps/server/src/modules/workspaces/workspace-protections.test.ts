import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let domainId: string;
let owner: MadePerson;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: workspaceId } = await app.make.workspace());
  owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
  ann = await app.make.member(workspaceId);
  ({ accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId));
});

const mailWith = (title: string, email: string) =>
  sampleMail({
    title,
    participants: [
      { name: '', email: 'zoe@acme.com', role: 'from' },
      { name: '', email, role: 'to' },
    ],
  });
const protect = (address: string, shares: 'nothing' | 'activity' = 'nothing', { token } = owner) =>
  app.call('PUT /api/workspaces/{workspaceId}/protected-addresses', {
    token,
    params: { workspaceId },
    body: { address, shares },
  });
const end = (address: string, { token } = owner) =>
  app.call('DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}', {
    token,
    params: { workspaceId, address },
  });
/** What is published, as title and level; a complete rebuild has to give the same. */
async function published() {
  const read = async () =>
    (
      await app.db
        .selectFrom('account_activities')
        .select(['title', 'level'])
        .where('account_id', '=', accountId)
        .execute()
    )
      .map(({ title, level }) => (level === 2 ? title : `${title || 'untitled'} at ${level}`))
      .sort();
  const before = await read();
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await read()).toEqual(before);
  return before;
}

describe('an address that a workspace protects', () => {
  test('withholds what its members shared before, and what they capture later', async () => {
    await tracking(app).capture(ann, [
      mailWith('before', 'kim@fund.example'),
      mailWith('other', 'jo@home.example'),
    ]);
    const { data } = await protect('Fund.example');
    expect(data).toMatchObject({
      addresses: [{ address: 'fund.example', shares: 'nothing' }],
      isPending: false,
    });
    expect(await published()).toEqual(['other']);
    await tracking(app).capture(ann, [mailWith('after', 'kim@fund.example')]);
    expect(await published()).toEqual(['other']);
    await protect('fund.example', 'activity');
    expect(await published()).toEqual(['other', 'untitled at 0', 'untitled at 0']);
    expect((await end('fund.example')).data).toEqual({ addresses: [], isPending: false });
    expect(await published()).toEqual(['after', 'before', 'other']);
  });

  test('concerns what a member captured before their first share with the workspace', async () => {
    const share = { domainId, workspaceId };
    await app.call('DELETE /api/accounts/domains/unshare', { token: ann.token, body: share });
    await protect('fund.example');
    await tracking(app).capture(ann, [mailWith('mail', 'kim@fund.example')]);
    await app.call('POST /api/accounts/domains/share', { token: ann.token, body: share });
    expect(await published()).toEqual([]);
    // Their own list has nothing of it.
    const own = await app.call('GET /api/protected-addresses', { token: ann.token });
    expect(own.data.addresses).toEqual([]);
  });

  test('concerns a first share that is being stored meanwhile', async () => {
    const body = { domainId, workspaceId };
    await app.call('DELETE /api/accounts/domains/unshare', { token: ann.token, body });
    await tracking(app).capture(ann, [mailWith('mail', 'kim@fund.example')]);
    const [share, change] = await app.db.transaction().execute(async (tx) => {
      await sql`select from workspace_accounts where id = ${accountId} for update`.execute(tx);
      const sharing = app.call('POST /api/accounts/domains/share', { token: ann.token, body });
      await waitForLocks(app.db, 1);
      const changing = protect('fund.example');
      await waitForLocks(app.db, 2);
      return [() => sharing, () => changing];
    });
    expect([(await share()).status, (await change()).status]).toEqual([200, 200]);
    expect(await published()).toEqual([]);
  });

  test('does not concern hidden recipients: its owner could find out who has written to them', async () => {
    const bcc = [{ name: '', email: 'kim@fund.example', role: 'other' as const }];
    await tracking(app).capture(ann, [sampleMail({ title: 'before', bcc })]);
    await protect('fund.example');
    await tracking(app).capture(ann, [sampleMail({ title: 'after', bcc })]);
    expect(await published()).toEqual(['after', 'before']);
  });

  test('is of that workspace: a domain that is shared with another one shows there', async () => {
    const other = await app.make.workspace();
    await app.make.membership(other.id, ann.id);
    await tracking(app).capture(ann, [mailWith('mail', 'kim@globex.com')]);
    const { data } = await tracking(app).importOne(ann.token, 'globex.com', other.id);
    await protect('globex.com');
    expect(await published()).toEqual([]);
    accountId = data.results[0]?.workspaceAccount?.id ?? '';
    const { rows } = await sql<{ title: string }>`
      select title from account_activities where account_id = ${accountId}`.execute(app.db);
    expect(rows).toEqual([{ title: 'mail' }]);
  });

  test('is never looser than what a member protects', async () => {
    await tracking(app).capture(ann, [mailWith('mail', 'kim@fund.example')]);
    await app.call('PUT /api/protected-addresses', {
      token: ann.token,
      body: { address: 'kim@fund.example', shares: 'nothing' },
    });
    await protect('fund.example', 'activity');
    expect(await published()).toEqual([]);
    await end('fund.example');
    expect(await published()).toEqual([]);
  });

  test('reaches members whose turn does not come in the request by the job', async () => {
    await tracking(app).capture(ann, [mailWith('mail', 'kim@fund.example')]);
    await sql`
      create function refuse_refs() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`.execute(app.db);
    await sql`
      create trigger refuse_refs before insert on protected_refs
      for each row execute function refuse_refs()`.execute(app.db);
    expect((await protect('fund.example')).data.isPending).toBe(true);
    await sql`drop trigger refuse_refs on protected_refs`.execute(app.db);
    await sql`drop function refuse_refs`.execute(app.db);
    await takeRemainingSteps(app.db);
    expect(await published()).toEqual([]);
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/protected-addresses', {
      token: ann.token,
      params: { workspaceId },
    });
    expect(data.isPending).toBe(false);
  });

  test('is recorded, with what it shared before', async () => {
    await protect('fund.example');
    await protect('fund.example');
    await protect('fund.example', 'activity');
    await end('fund.example');
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'workspace.protected-addresses-changed')
      .where('actor_id', '=', owner.id)
      .orderBy('at')
      .execute();
    const [nothing, activity] = ['nothing', 'activity'].map((shares) => ({
      address: 'fund.example',
      shares,
    }));
    expect(entries).toEqual([
      { before: null, after: nothing },
      { before: nothing, after: activity },
      { before: activity, after: null },
    ]);
  });

  test.each([
    ['a member', () => ann.email],
    ['the domain of members', () => ann.email.split('@')[1] ?? ''],
  ])('cannot be that of %s, who takes part in all of their emails', async (_, address) => {
    const { status, error } = await protect(address());
    expect([status, error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('is for owners to change, up to the limit', async () => {
    expect((await protect('fund.example', 'nothing', ann)).status).toBe(403);
    await sql`
      insert into workspace_protected_addresses (workspace_id, address, level)
      select ${workspaceId}, 'a' || n || '@law.example', -1
      from generate_series(1, ${limits.protectedAddresses}::integer) n`.execute(app.db);
    expect((await protect('fund.example')).status).toBe(409);
  });
});

describe('the owners of a workspace are notified', () => {
  let admin: MadePerson;
  beforeEach(async () => {
    admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
    app.mails.length = 0;
  });

  test('of protection that an administrator adds, changes and ends', async () => {
    await protect('fund.example', 'activity', admin);
    await protect('fund.example', 'nothing', admin);
    await protect('fund.example', 'nothing', admin);
    await end('fund.example', admin);
    expect(app.mails.map(({ to }) => to)).toEqual([owner.email, owner.email, owner.email]);
    const [added, changed, ended] = app.mails.map(({ text }) => text);
    expect(added).toContain('members share that they took place, and nothing else.');
    expect(changed).toContain('Members share no conversations with it.');
    expect(ended).toContain('fund.example is no longer protected in the workspace');
    expect(ended).toContain('Ada Admin, an administrator of this server, did this.');
  });

  test('but not of what an owner does', async () => {
    await protect('fund.example');
    await end('fund.example');
    expect(app.mails).toEqual([]);
  });
});
