import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { captureAndPublish } from '../activities/capture-and-publish.fixture.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { fillReadModel } from '#test/fill-read-model.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const importAll = (token: string, domains: string[]) =>
  app.call('POST /api/accounts/import', { token, body: { domains } });

async function trackedBy(token: string) {
  const { data } = await app.call('GET /api/accounts', { token, query: { type: 'domains' } });
  return data.domains;
}

test('takes the longest list that is allowed', async () => {
  const { token } = await app.make.person();
  const domains = Array.from({ length: 10_000 }, (_, index) => `company-${index}.example.com`);
  const { data } = await importAll(token, domains);
  expect(data.results).toHaveLength(10_000);
  expect(await importAll(token, [...domains, 'acme.com'])).toMatchObject({
    status: 400,
    error: {
      message: '10,001 domains are too many: at most 10,000 can be imported at once',
      details: [{ field: 'domains' }],
    },
  });
  expect(await trackedBy(token)).toHaveLength(10_000);
});

test('does not parse a list that has more values than any request', async () => {
  const { token } = await app.make.person();
  expect(await importAll(token, Array(limits.bodyValues).fill('a'))).toMatchObject({
    status: 400,
    error: { message: `The body has more than ${limits.bodyValues} values.` },
  });
});

test('takes a long list beside a full mailbox, and links what it holds', async () => {
  const person = await app.make.person();
  const { token } = person;
  await importAll(token, ['hub.example']);
  const at = (email: string, role: 'from' | 'to') => ({ name: '', email, role });
  const mails = Array.from({ length: 3_000 }, (_, index) =>
    sampleMail({
      participants: [at('a@hub.example', 'from'), at(`b@eu.company-${index}.example`, 'to')],
    }),
  );
  const from = { ownerId: person.id, provider: 'gmail' as const, source: person.email };
  await captureAndPublish(app.db, from, mails);
  const domains = Array.from({ length: 9_999 }, (_, index) => `company-${index}.example`);
  const answer = await importAll(token, domains);
  expect(answer.data.results).toHaveLength(9_999);
  const linked = (await trackedBy(token)).filter(({ activityCount }) => activityCount === 1);
  expect(linked).toHaveLength(3_000);
});

test('says how much a request may hold', async () => {
  const { token } = await app.make.person();
  const domains = [`${'x'.repeat(5 * 1024 * 1024)}.com`];
  expect(await importAll(token, domains)).toMatchObject({
    status: 413,
    error: { code: 'PAYLOAD_TOO_LARGE' },
  });
});

/** Tracks so many domains without an import, newest `nearly-1.example`. */
const fill = (ownerId: string, count: number) =>
  sql`
    insert into domains (owner_id, domain, source, added_at)
    select ${ownerId}, 'nearly-' || n || '.example', 'manual', now() - n * interval '1 second'
    from generate_series(1, ${count}::integer) n`.execute(app.db);

const namesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `more-${first + index}.example`);

describe('at most 10,000 tracked domains per person', () => {
  test('refuses what would exceed it, whole, and says what to do', async () => {
    const { id, token } = await app.make.person();
    await fill(id, 9_990);
    expect(await importAll(token, namesFrom(0, 20))).toMatchObject({
      status: 409,
      error: {
        code: 'LIMIT_REACHED',
        message:
          'You can track at most 10,000 domains. You track 9,990, and this import would add 20. Remove 10 or more in Import Preferences, or import fewer.',
        details: { limit: 10_000, current: 9_990 },
      },
    });
    expect(await trackedBy(token)).toHaveLength(9_990);
    // What is tracked already takes no room.
    const again = await importAll(token, [...namesFrom(0, 10), 'nearly-1.example']);
    expect(again.data.results).toHaveLength(11);
    expect((await importAll(token, ['nearly-2.example'])).status).toBe(200);
    expect((await importAll(token, ['one-more.example'])).status).toBe(409);
    const [newest] = await trackedBy(token);
    await app.call('DELETE /api/accounts/domains/{id}', {
      token,
      params: { id: newest?.id ?? '' },
    });
    expect((await importAll(token, ['one-more.example'])).status).toBe(200);
  });

  test('also when many requests come at the same time', async () => {
    const { id, token } = await app.make.person();
    await fill(id, 9_990);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => importAll(token, namesFrom(index * 5, 5))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 409)]);
    expect(await trackedBy(token)).toHaveLength(10_000);
  });

  test('lists no more than that to a user who tracked more before', async () => {
    const { id, token } = await app.make.person();
    await fill(id, 10_003);
    const tracked = await trackedBy(token);
    expect(tracked).toHaveLength(10_000);
    expect(tracked[0]?.domain).toBe('nearly-1.example');
  });
});

describe('the list of tracked domains in pages', () => {
  const pageOf = (token: string, limit: number, cursor?: string) =>
    app.call('GET /api/accounts', { token, query: { type: 'domains', limit, cursor } });

  test('has each domain once, in the order of the whole list, also of one instant', async () => {
    const { id, token } = await app.make.person();
    await fill(id, 5);
    // One transaction, one time.
    await importAll(token, namesFrom(0, 6));
    const whole = (await trackedBy(token)).map(({ domain }) => domain);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await pageOf(token, 4, cursor);
      expect(data.page?.total).toBe(11);
      expect(data.domains.length).toBeLessThanOrEqual(4);
      paged.push(...data.domains.map(({ domain }) => domain));
      cursor = data.page?.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
    expect(paged).toHaveLength(11);
  });

  test('continues at its position when a domain was removed or added in between', async () => {
    const { id, token } = await app.make.person();
    await fill(id, 6);
    const first = await pageOf(token, 2);
    const last = first.data.domains[1]?.id ?? '';
    await app.call('DELETE /api/accounts/domains/{id}', { token, params: { id: last } });
    await importAll(token, ['newer.example']);
    const next = await pageOf(token, 2, first.data.page?.nextCursor);
    expect(next.data.domains.map(({ domain }) => domain)).toEqual([
      'nearly-3.example',
      'nearly-4.example',
    ]);
  });

  test.each(['x', '1_x', '99999999999999999999_00000000-0000-0000-0000-000000000000'])(
    'refuses the cursor %s',
    async (cursor) => {
      const { token } = await app.make.person();
      expect(await pageOf(token, 2, cursor)).toMatchObject({ status: 400 });
    },
  );
});

test('refuses an import while the history of too many others has not been read', async () => {
  const { id, token } = await app.make.person();
  const { id: integrationId } = await app.db
    .insertInto('integrations')
    .values({ owner_id: id, provider: 'gmail', credentials: Buffer.from('sealed') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into sync_tasks (owner_id, integration_id, kind, domains, since)
    select ${id}, ${integrationId}, 'backfill', '{a.example}', now() from generate_series(1, 1000)`.execute(
    app.db,
  );
  expect(await importAll(token, ['acme.com'])).toMatchObject({
    status: 429,
    error: { code: 'RATE_LIMITED', message: expect.stringContaining('1,000 imports') },
    headers: { 'retry-after': '60' },
  });
  expect(await trackedBy(token)).toEqual([]);
});

test('a workspace has at most so many accounts, however many are added at once', async () => {
  // The real limit would take most of a minute to fill.
  const changeable: { workspaceAccounts: number } = limits;
  const real = changeable.workspaceAccounts;
  changeable.workspaceAccounts = 1_500;
  onTestFinished(() => void (changeable.workspaceAccounts = real));
  const workspace = await app.make.workspace();
  const members = await Promise.all(Array.from({ length: 4 }, () => app.make.member(workspace.id)));
  await sql`
    insert into workspace_accounts (workspace_id, domain, name)
    select ${workspace.id}, 'account-' || n || '.example', 'Account ' || n
    from generate_series(1, 1498) n`.execute(app.db);
  await fillReadModel(app.db, workspace.id);
  const all = await Promise.all(
    members.map(({ token }, index) =>
      app.call('POST /api/accounts/import', {
        token,
        body: { domains: [`new-${index}.example`], workspaceId: workspace.id, name: 'New' },
      }),
    ),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(all.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'LIMIT_REACHED',
    message: expect.stringContaining('at most 1,500 accounts, and this one has 1,500'),
  });
});
