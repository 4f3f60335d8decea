import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import type { MadePerson } from '../../../test/test-makers.ts';
import { captureActivities } from '../activities/capture-activities.ts';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { leaveWorkspace } from './leave-workspace.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A new person in a new workspace. */
async function settle() {
  const workspace = await app.make.workspace();
  const person = await app.make.member(workspace.id);
  return { workspace, person, token: person.token };
}

const capture = (person: MadePerson, activities: ActivityToCapture[]) =>
  app.db
    .transaction()
    .execute((tx) =>
      captureActivities(
        tx,
        { ownerId: person.id, provider: 'gmail', source: person.email },
        activities,
      ),
    );

async function importOne(token: string, domain: string, workspaceId?: string) {
  const body = { domains: [domain], ...(workspaceId && { workspaceId, name: 'Acme' }) };
  return app.call('POST /api/accounts/import', { token, body });
}

async function trackedBy(token: string) {
  const { data } = await app.call('GET /api/accounts', { token, query: { type: 'domains' } });
  return data.domains;
}

async function accountsOf(token: string, workspaceId: string) {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token,
    params: { workspaceId },
    query: {},
  });
  return data.accounts;
}

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
      { workspaceId: workspace.id, workspace: { name: workspace.name } },
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
    expect(await attempt({ name: ' \0 ' })).toMatchObject({
      status: 400,
      error: { message: 'Account Name is required when adding to workspace' },
    });
    expect(await attempt({ name: 'x'.repeat(10_000) })).toMatchObject({ status: 400 });
    expect(await attempt({ domains: ['acme.com', 'other.org'] })).toMatchObject({ status: 400 });
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

  test('takes the longest list that is allowed', async () => {
    const { token } = await settle();
    const domains = Array.from({ length: 10_000 }, (_, index) => `company-${index}.example.com`);
    const { data } = await app.call('POST /api/accounts/import', { token, body: { domains } });
    expect(data.results).toHaveLength(10_000);
    const body = { domains: [...domains, 'acme.com'] };
    expect(await app.call('POST /api/accounts/import', { token, body })).toMatchObject({
      status: 400,
      error: {
        message: '10,001 domains are too many: at most 10,000 can be imported at once',
        details: [{ field: 'domains' }],
      },
    });
    expect(await trackedBy(token)).toHaveLength(10_000);
  }, 30_000);

  test('takes a long list beside a full mailbox, and links what it holds', async () => {
    const { person, token } = await settle();
    await importOne(token, 'hub.example');
    const at = (email: string, role: 'from' | 'to') => ({ name: '', email, role });
    await capture(
      person,
      Array.from({ length: 3_000 }, (_, index) =>
        sampleMail({
          participants: [at('a@hub.example', 'from'), at(`b@eu.company-${index}.example`, 'to')],
        }),
      ),
    );
    const domains = Array.from({ length: 10_000 }, (_, index) => `company-${index}.example`);
    const answer = await app.call('POST /api/accounts/import', { token, body: { domains } });
    expect(answer.data.results).toHaveLength(10_000);
    const linked = (await trackedBy(token)).filter(({ activityCount }) => activityCount === 1);
    expect(linked).toHaveLength(3_000);
  }, 30_000);

  test('says how much a request may hold', async () => {
    const { token } = await settle();
    const domains = [`${'x'.repeat(5 * 1024 * 1024)}.com`];
    expect(await app.call('POST /api/accounts/import', { token, body: { domains } })).toMatchObject(
      {
        status: 413,
        error: { code: 'PAYLOAD_TOO_LARGE' },
      },
    );
  });

  test('asks each connected integration for the history of what is new', async () => {
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
      .innerJoin('integrations', 'integrations.id', 'sync_tasks.integration_id')
      .select('sync_tasks.domains')
      .where('owner_id', '=', person.id)
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
  test('lists newest first with counts, samples and shares, to nobody else', async () => {
    const { person, token } = await settle();
    await importOne(token, 'acme.com');
    await importOne(token, 'other.org');
    await capture(person, [sampleMail(), sampleMail()]);
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
        activityCount: 2,
        sampleNames: ['Ann'],
        sampleEmails: ['ann@acme.com'],
        workspaceShares: [],
      },
    ]);
    expect(await trackedBy((await app.make.person()).token)).toEqual([]);
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
    const unshare = (by = token) =>
      app.call('DELETE /api/accounts/domains/unshare', {
        token: by,
        body: { domainId, workspaceId: workspace.id },
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
    expect((await unshare()).data).toEqual({});
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
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await trackedBy(token))[0]?.workspaceShares).toHaveLength(1);
  });

  test('survives both directions at once', async () => {
    const { workspace, person, colleague, share, unshare } = await withAccount();
    await capture(person, [sampleMail()]);
    const answers = await Promise.all([share(), unshare(), share(), unshare(), share()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
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
    const leave = () =>
      app.db
        .transaction()
        .execute((tx) => leaveWorkspace(tx, { personId: person.id, workspaceId: workspace.id }));
    expect(await leave()).toBe(true);
    expect(await leave()).toBe(false);
    expect(await countIn(colleague.token, workspace.id)).toBe(0);
    await app.make.membership(workspace.id, person.id);
    expect(await countIn(token, workspace.id)).toBe(0);
    expect(await trackedBy(token)).toMatchObject([{ activityCount: 1, workspaceShares: [] }]);
  });
});

describe('DELETE /api/accounts/domains/{id}', () => {
  const remove = (token: string, id: string) =>
    app.call('DELETE /api/accounts/domains/{id}', { token, params: { id } });

  test('takes back what it published and forgets what was captured for it alone', async () => {
    const { workspace, person, token } = await settle();
    await importOne(token, 'acme.com', workspace.id);
    await importOne(token, 'other.org');
    const both = [
      { name: '', email: 'ann@acme.com', role: 'from' as const },
      { name: '', email: 'cat@other.org', role: 'to' as const },
    ];
    await capture(person, [sampleMail(), sampleMail({ participants: both, title: 'Stays' })]);
    const [, acme] = await trackedBy(token);
    expect((await remove(token, acme?.id ?? '')).data).toEqual({});
    expect(await trackedBy(token)).toMatchObject([{ domain: 'other.org', activityCount: 1 }]);
    expect(await accountsOf(token, workspace.id)).toMatchObject([
      { domain: 'acme.com', activityCount: 0, contributors: [] },
    ]);
    const kept = await app.db
      .selectFrom('captured_activities')
      .select('title')
      .where('owner_id', '=', person.id)
      .execute();
    expect(kept).toEqual([{ title: 'Stays' }]);
  });

  test('at the same time as sharing, moving and tracking again leaves one truth', async () => {
    const { workspace, person, token } = await settle();
    const other = await app.make.workspace();
    await app.make.membership(other.id, person.id);
    const colleagues = [await app.make.member(workspace.id), await app.make.member(other.id)];
    await importOne(colleagues[0]?.token ?? '', 'acme.com', workspace.id);
    await importOne(colleagues[1]?.token ?? '', 'acme.com', other.id);
    for (let round = 0; round < 5; round += 1) {
      await importOne(token, 'acme.com');
      await capture(person, [sampleMail()]);
      const domainId = (await trackedBy(token))[0]?.id ?? '';
      const move = (name: 'share' | 'unshare', workspaceId: string) =>
        app.call(
          name === 'share'
            ? 'POST /api/accounts/domains/share'
            : 'DELETE /api/accounts/domains/unshare',
          { token, body: { domainId, workspaceId } },
        );
      const answers = await Promise.all([
        move('share', workspace.id),
        move('share', other.id),
        move('unshare', workspace.id),
        remove(token, domainId),
        importOne(token, 'acme.com'),
        capture(person, [sampleMail()]).then(() => ({ status: 200 })),
        remove(token, domainId),
      ]);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(0);
      const [domain, ...more] = await trackedBy(token);
      expect(more).toEqual([]);
      const shared = domain?.workspaceShares[0]?.workspaceId;
      for (const { id } of [workspace, other]) {
        const [account] = await accountsOf(token, id);
        expect(account?.activityCount).toBe(id === shared ? domain?.activityCount : 0);
      }
    }
  });

  test("does not touch another's", async () => {
    const { token } = await settle();
    const id = (await importOne(token, 'acme.com')).data.results[0]?.domain.id ?? '';
    expect((await remove((await app.make.person()).token, id)).status).toBe(404);
    expect((await remove(token, randomUUID())).status).toBe(404);
    expect(await trackedBy(token)).toHaveLength(1);
  });
});
