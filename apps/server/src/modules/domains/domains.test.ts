import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { sampleMail, sampleMeeting } from '../activities/sample-mail.fixture.ts';
import { completeWithdrawals } from '#modules/activities/withdrawals.ts';
import { leaveWorkspace } from '../workspaces/members/leave-workspace.ts';
import { listDomains } from './tracking/list-domains.ts';
import { tracking } from './tracking.fixture.ts';

const app = await createTestApp();
afterAll(() => app.close());
const { settle, capture, importOne, trackedBy, accountsOf } = tracking(app);

describe('POST /api/accounts/import', () => {
  test('tracks domains in one form, each once, in the order of the list', async () => {
    const { token } = await settle();
    const { data } = await app.call('POST /api/accounts/import', {
      token,
      body: { domains: [' ACME.com ', 'münchen.de', 'acme.com', 'xn--mnchen-3ya.de'] },
    });
    expect(data.results.map(({ domain }) => domain.domain)).toEqual(['acme.com', 'münchen.de']);
    expect((await trackedBy(token)).map(({ domain }) => domain).sort()).toEqual([
      'acme.com',
      'münchen.de',
    ]);
  });

  test('answers a domain that is tracked already with when it was added', async () => {
    const { token } = await settle();
    const first = (await importOne(token, 'acme.com')).data.results;
    const { data } = await app.call('POST /api/accounts/import', {
      token,
      body: { domains: ['new.example.org', 'acme.com'], source: 'discovered' },
    });
    expect(data.results[1]).toEqual(first[0]);
    expect(data.results).toHaveLength(2);
  });

  test.each([
    [['acme.com', 'co.uk'], 'Invalid domain', ['co.uk']],
    [['nodot'], 'Invalid domain', ['nodot']],
    [['a b.com', 'gmail.com'], 'Invalid domain', ['a b.com', 'gmail.com']],
    [['gmail.com'], 'Cannot import common email providers', ['gmail.com']],
    [['GMX.de'], 'Cannot import common email providers', ['GMX.de']],
    [['proton.me'], 'Cannot import common email providers', ['proton.me']],
    [[''], 'Domain is required', ['']],
    [['\0.com'], 'Invalid domain', ['\0.com']],
  ])('refuses %j whole, naming what is wrong', async (domains, message, offending) => {
    const { token } = await settle();
    const answer = await app.call('POST /api/accounts/import', { token, body: { domains } });
    expect(answer).toMatchObject({ status: 400, error: { code: 'VALIDATION_FAILED', message } });
    const details = answer.error?.details as { field: string; domain: string }[];
    expect(details.map(({ domain }) => domain)).toEqual(offending);
    expect(details[0]?.field).toBe(`domains.${domains.indexOf(offending[0] ?? '')}`);
    expect(await trackedBy(token)).toEqual([]);
  });

  test('refuses an empty list', async () => {
    const { token } = await settle();
    const answer = await app.call('POST /api/accounts/import', { token, body: { domains: [] } });
    expect(answer).toMatchObject({ status: 400, error: { message: 'Domain is required' } });
  });

  test('makes the account of a workspace and shares the domain with it', async () => {
    const { token, workspace } = await settle();
    const { data } = await importOne(token, 'acme.com', workspace.id);
    expect(data.results[0]?.workspaceAccount).toMatchObject({ name: 'Acme' });
    const [account] = await accountsOf(token, workspace.id);
    expect(account).toMatchObject({ name: 'Acme', domain: 'acme.com', activityCount: 0 });
    expect((await trackedBy(token))[0]?.workspaceShares).toEqual([
      { workspaceId: workspace.id, workspace: { name: workspace.name }, level: 'full' },
    ]);
  });

  test('moves a domain that was shared with another workspace', async () => {
    const { token, workspace, person } = await settle();
    const other = await app.make.workspace();
    await app.make.membership(other.id, person.id);
    await importOne(token, 'acme.com', workspace.id);
    await capture(person, [sampleMail()]);
    await importOne(token, 'acme.com', other.id);
    expect((await trackedBy(token))[0]?.workspaceShares).toMatchObject([{ workspaceId: other.id }]);
    expect((await accountsOf(token, workspace.id))[0]?.activityCount).toBe(0);
    expect((await accountsOf(token, other.id))[0]?.activityCount).toBe(1);
  });

  test('refuses a second account for a domain, and then imports nothing', async () => {
    const { token, workspace } = await settle();
    const colleague = await app.make.member(workspace.id);
    await importOne(token, 'münchen.de', workspace.id);
    const answer = await importOne(colleague.token, 'xn--mnchen-3ya.de', workspace.id);
    expect(answer).toMatchObject({
      status: 409,
      error: {
        code: 'CONFLICT',
        message: 'An account for münchen.de already exists in this workspace',
      },
    });
    expect(await trackedBy(colleague.token)).toEqual([]);
  });

  test('asks for a name, one domain and membership to make an account', async () => {
    const { token, workspace } = await settle();
    const stranger = await app.make.workspace();
    const attempt = (body: { domains?: string[]; name?: string; workspaceId?: string }) =>
      app.call('POST /api/accounts/import', {
        token,
        body: { domains: ['acme.com'], name: 'Acme', workspaceId: workspace.id, ...body },
      });
    for (const [name, message] of [
      [' \0 ', 'Account Name is required when adding to workspace'],
      ['\u200b', 'Account Name is required when adding to workspace'],
      ['\u202emcA', 'Account Name must be one line of text'],
      ['x'.repeat(10_000), 'Account Name must be at most 200 characters'],
    ] as const) {
      expect(await attempt({ name })).toMatchObject({ status: 400, error: { message } });
    }
    for (const [domains, named] of [
      [['a.com', 'b.org'], '2 (a.com, b.org)'],
      [['a.com', 'b.org', 'c.net', 'd.io'], '4 (a.com, b.org, c.net…)'],
    ] as const) {
      expect(await attempt({ domains: [...domains] })).toMatchObject({
        status: 400,
        error: { message: expect.stringContaining(`one domain at a time, not for ${named}`) },
      });
    }
    for (const workspaceId of [stranger.id, randomUUID()]) {
      expect(await attempt({ workspaceId })).toMatchObject({
        status: 404,
        error: { message: 'Workspace not found' },
      });
    }
    expect(await trackedBy(token)).toEqual([]);
  });

  test('keeps whatever name people give', async () => {
    const { token, workspace } = await settle();
    const name = '<script>alert(1)</script> شركة 🏢 \ud800';
    const body = { domains: ['acme.com'], workspaceId: workspace.id, name };
    const { data } = await app.call('POST /api/accounts/import', { token, body });
    expect(data.results[0]?.workspaceAccount?.name).toBe(name.toWellFormed());
  });

  test('of many requests at once for the same makes one, and none fails for it', async () => {
    const { token, workspace } = await settle();
    const colleague = await app.make.member(workspace.id);
    const tracking = await Promise.all(
      Array.from({ length: 6 }, () => importOne(token, 'acme.com')),
    );
    expect(new Set(tracking.map(({ data }) => data.results[0]?.domain.id)).size).toBe(1);
    const making = await Promise.all(
      [token, colleague.token, token, colleague.token].map((one) =>
        importOne(one, 'acme.com', workspace.id),
      ),
    );
    expect(making.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('reads the history of a new domain from each connected integration', async () => {
    const { person, token } = await settle();
    await app.db
      .insertInto('integrations')
      .values({ owner_id: person.id, provider: 'gmail', credentials: Buffer.from('sealed') })
      .execute();
    await importOne(token, 'acme.com');
    await app.call('POST /api/accounts/import', {
      token,
      body: { domains: ['acme.com', 'other.org'] },
    });
    const tasks = await app.db
      .selectFrom('sync_tasks')
      .select('sync_tasks.domains')
      .where('sync_tasks.owner_id', '=', person.id)
      .orderBy('sync_tasks.id')
      .execute();
    expect(tasks.map(({ domains }) => domains)).toEqual([['acme.com'], ['other.org']]);
  });

  test('links what another domain brought in already', async () => {
    const { person, token, workspace } = await settle();
    await importOne(token, 'acme.com');
    const participants = [
      { name: '', email: 'ann@acme.com', role: 'to' as const },
      { name: '', email: 'Cat@Sales.Müller.de', role: 'from' as const },
    ];
    await capture(person, [sampleMail({ participants }), sampleMail()]);
    await importOne(token, 'müller.de', workspace.id);
    expect((await trackedBy(token))[0]).toMatchObject({ domain: 'müller.de', activityCount: 1 });
    expect(await accountsOf(token, workspace.id)).toMatchObject([
      { domain: 'müller.de', activityCount: 1 },
    ]);
  });
});

describe('GET /api/accounts', () => {
  test('lists newest first with counts, samples and shares, to no one else', async () => {
    const { person, token } = await settle();
    await importOne(token, 'acme.com');
    await importOne(token, 'other.org');
    const ahead = sampleMeeting({ occurredAt: new Date(Date.now() + 86_400_000) });
    await capture(person, [sampleMail(), sampleMail(), ahead]);
    await app.db
      .insertInto('discovered_samples')
      .values({
        owner_id: person.id,
        domain: 'acme.com',
        names: ['Ann'],
        emails: ['ann@acme.com'],
        last_seen: '2026-01-01',
      })
      .execute();
    expect(await trackedBy(token)).toMatchObject([
      { domain: 'other.org', activityCount: 0, sampleNames: [], sampleEmails: [] },
      {
        domain: 'acme.com',
        // The meeting that lies ahead is not counted, as in the account.
        activityCount: 2,
        sampleNames: ['Ann'],
        sampleEmails: ['ann@acme.com'],
        workspaceShares: [],
      },
    ]);
    expect(await trackedBy((await app.make.person()).token)).toEqual([]);
  });

  test('counts activities without reading them', async () => {
    const { person, token } = await settle();
    await importOne(token, 'acme.com');
    await capture(person, [sampleMail(), sampleMail()]);
    await app.db.transaction().execute(async (tx) => {
      const countRead = async () => {
        const { rows } = await sql<{ read: number }>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
          where relname = 'captured_activities'`.execute(tx);
        return rows[0]?.read;
      };
      // As in large tables, whose indexes are used.
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      const before = await countRead();
      const { domains } = await listDomains(tx, person.id);
      expect(domains[0]?.activityCount).toBe(2);
      expect(await countRead()).toBe(before);
    });
  });
});

describe('sharing', () => {
  async function withAccount() {
    const { workspace, person, token } = await settle();
    const colleague = await app.make.member(workspace.id);
    await importOne(colleague.token, 'acme.com', workspace.id);
    const domainId = (await importOne(token, 'acme.com')).data.results[0]?.domain.id ?? '';
    const share = (body: { domainId?: string; workspaceId?: string } = {}, by = token) =>
      app.call('POST /api/accounts/domains/share', {
        token: by,
        body: { domainId, workspaceId: workspace.id, domain: 'acme.com', ...body },
      });
    const unshare = (by = token, workspaceId = workspace.id) =>
      app.call('DELETE /api/accounts/domains/unshare', {
        token: by,
        body: { domainId, workspaceId },
      });
    return { workspace, person, token, colleague, domainId, share, unshare };
  }
  const countIn = async (token: string, workspaceId: string) =>
    (await accountsOf(token, workspaceId))[0]?.activityCount;

  test('publishes what is captured, and takes it back at once', async () => {
    const { workspace, person, colleague, share, unshare } = await withAccount();
    await capture(person, [sampleMail(), sampleMail()]);
    expect(await countIn(colleague.token, workspace.id)).toBe(0);
    expect((await share()).data).toEqual({});
    expect((await share()).data).toEqual({});
    expect(await accountsOf(colleague.token, workspace.id)).toMatchObject([
      { activityCount: 2, contributors: [{ user: { name: person.name, email: person.email } }] },
    ]);
    expect((await unshare()).data).toEqual({});
    expect(await unshare()).toMatchObject({
      status: 404,
      error: { message: 'acme.com is not shared with this workspace' },
    });
    expect(await accountsOf(colleague.token, workspace.id)).toMatchObject([
      { activityCount: 0, contributors: [], lastActivity: null },
    ]);
  });

  test('needs an account of the workspace', async () => {
    const { person, token, share } = await withAccount();
    const empty = await app.make.workspace();
    await app.make.membership(empty.id, person.id);
    expect(await share({ workspaceId: empty.id })).toMatchObject({
      status: 409,
      error: { code: 'WORKSPACE_ACCOUNT_REQUIRED' },
    });
    expect((await trackedBy(token))[0]?.workspaceShares).toEqual([]);
  });

  test('is with one workspace at a time', async () => {
    const { person, token, share } = await withAccount();
    const other = await app.make.workspace();
    const colleague = await app.make.member(other.id);
    await app.make.membership(other.id, person.id);
    await importOne(colleague.token, 'acme.com', other.id);
    await share();
    expect(await share({ workspaceId: other.id })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT' },
    });
    expect((await trackedBy(token))[0]?.workspaceShares).toHaveLength(1);
  });

  test('is for the owner of the domain, in workspaces that they belong to', async () => {
    const { colleague, share, unshare, token } = await withAccount();
    await share();
    const stranger = await app.make.workspace();
    const refused = [
      await share({ workspaceId: stranger.id }),
      await share({ domainId: randomUUID() }),
      await share({}, colleague.token),
      await unshare(colleague.token),
      await unshare(token, stranger.id),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await trackedBy(token))[0]?.workspaceShares).toHaveLength(1);
  });

  test('takes an id in capitals for the same', async () => {
    const { workspace, share, unshare, token } = await withAccount();
    const workspaceId = workspace.id.toUpperCase();
    expect((await share({ workspaceId })).status).toBe(200);
    expect((await share({ workspaceId })).status).toBe(200);
    expect((await unshare(token, workspaceId)).status).toBe(200);
    expect((await trackedBy(token))[0]?.workspaceShares).toEqual([]);
  });

  test('survives both directions at once', async () => {
    const { workspace, person, colleague, share, unshare } = await withAccount();
    await capture(person, [sampleMail()]);
    const answers = await Promise.all([share(), unshare(), share(), unshare(), share()]);
    // Whether there was something to unshare depends on who was first.
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    await share();
    expect(await countIn(colleague.token, workspace.id)).toBe(1);
  });

  test('is not missed by mail that arrives at the same time', async () => {
    const { workspace, person, colleague, share } = await withAccount();
    const pages = Array.from({ length: 5 }, () => [sampleMail(), sampleMail()]);
    await Promise.all([share(), ...pages.map((page) => capture(person, page))]);
    expect(await countIn(colleague.token, workspace.id)).toBe(10);
  });

  test('ends with leaving the workspace, and does not come back by joining again', async () => {
    const { workspace, person, token, colleague, share } = await withAccount();
    await capture(person, [sampleMail()]);
    await share();
    const leave = async () => {
      const left = await app.db
        .transaction()
        .execute((tx) => leaveWorkspace(tx, { userId: person.id, workspaceId: workspace.id }));
      await completeWithdrawals(app.db, { ownerId: person.id });
      return left;
    };
    expect(await leave()).toBe(true);
    expect(await leave()).toBe(false);
    expect(await countIn(colleague.token, workspace.id)).toBe(0);
    await app.make.membership(workspace.id, person.id);
    expect(await countIn(token, workspace.id)).toBe(0);
    expect(await trackedBy(token)).toMatchObject([{ activityCount: 1, workspaceShares: [] }]);
  });
});
