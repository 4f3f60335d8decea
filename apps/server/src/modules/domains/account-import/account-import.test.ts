import type { ImportRow } from '@repo/contract/account-import';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countTurns } from '#test/count-turns.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../tracking.fixture.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann Weber' });
});
afterAll(() => app.close());

type Cells = Partial<ImportRow>;
const rowsOf = (cells: readonly Cells[]) =>
  cells.map((row) => ({ domain: '', name: '', owner: '', note: '', ...row }));
const input = (cells: readonly Cells[]) => ({
  token: ann.token,
  params: { workspaceId: workspace.id },
  body: { rows: rowsOf(cells) },
});
const send = (cells: readonly Cells[], { token } = ann) =>
  app.call('POST /api/workspaces/{workspaceId}/account-import', { ...input(cells), token });
const preview = (cells: readonly Cells[]) =>
  app.call('POST /api/workspaces/{workspaceId}/account-import/preview', input(cells));
const outcomes = async (cells: readonly Cells[]) =>
  (await send(cells)).data.rows.map(({ outcome }) => outcome);
/** Waits until so many transactions wait for a lock. */
const waiting = (count: number) => waitForLocks(app.db, count);
const list = async (query: Record<string, string> = {}) =>
  (
    await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: ann.token,
      params: { workspaceId: workspace.id },
      query: { limit: '500', includeOwners: 'true', ...query },
    })
  ).data;
const domains = async () => (await list()).accounts.map(({ domain }) => domain);
const countAccounts = async () =>
  (
    await app.db
      .selectFrom('workspaces')
      .select('account_count')
      .where('id', '=', workspace.id)
      .executeTakeFirstOrThrow()
  ).account_count;

test('rows become accounts with name, owner and note, and no domain is tracked', async () => {
  const bob = await app.make.member(workspace.id, { name: 'Bob' });
  const cells = [
    { domain: 'https://www.acme.com/x', name: ' Acme  Inc. ', owner: bob.email.toUpperCase() },
    { domain: 'globex-labs.de', note: 'Met at the fair.\r\nCall in May.' },
    { domain: 'MÜNCHEN.de', owner: 'ann weber' },
  ];
  const planned = (await preview(cells)).data;
  expect(planned.capacity).toBe(limits.workspaceAccounts);
  expect(await domains()).toEqual([]);

  const { data } = await send(cells);
  expect(data.rows).toEqual(planned.rows);
  expect(data.rows).toEqual([
    { outcome: 'new', domain: 'acme.com', name: 'Acme Inc.', owner: { name: 'Bob' } },
    { outcome: 'new', domain: 'globex-labs.de', name: 'Globex Labs', owner: null },
    { outcome: 'new', domain: 'münchen.de', name: 'München', owner: { name: 'Ann Weber' } },
  ]);
  expect((await list()).accounts).toMatchObject([
    { name: 'Acme Inc.', owner: { email: bob.email }, creator: { name: 'Ann Weber' }, note: '' },
    { name: 'Globex Labs', owner: null, note: 'Met at the fair.\nCall in May.' },
    { name: 'München', domain: 'münchen.de', owner: { email: ann.email } },
  ]);
  expect((await list({ owner: bob.email, search: 'acme' })).page?.total).toBe(1);
  expect(await countAccounts()).toBe(3);
  expect(await tracking(app).trackedBy(ann.token)).toEqual([]);
  const audited = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'after', 'scope'])
    .where('actor_id', '=', ann.id)
    .execute();
  expect(audited).toEqual([
    {
      action: 'account.imported',
      after: { accounts: 3 },
      scope: expect.stringMatching(`/${workspace.slug}$`),
    },
  ]);
});

test('a part of a file lets others work while its rows are read', async () => {
  const cells = Array.from({ length: limits.rowsPerImportPart }, (_, index) => ({
    domain: `c${index}.example.org`,
  }));
  expect(await countTurns(() => preview(cells))).toBeGreaterThanOrEqual(cells.length);
});

test('a domain of an imported account is shared into it', async () => {
  await send([{ domain: 'acme.com', name: 'Acme Inc.' }]);
  await tracking(app).capture(ann, [sampleMail()]);
  await tracking(app).importOne(ann.token, 'acme.com');
  const [tracked] = await tracking(app).trackedBy(ann.token);
  await app.call('POST /api/accounts/domains/share', {
    token: ann.token,
    body: { domainId: tracked?.id ?? '', workspaceId: workspace.id },
  });
  expect((await list()).accounts).toMatchObject([{ name: 'Acme Inc.', domain: 'acme.com' }]);
});

test('a part that is sent again changes nothing, and existing accounts stay as they are', async () => {
  const cells = [
    { domain: 'acme.com', name: 'Acme' },
    { domain: 'www.acme.com', name: 'Acme again' },
  ];
  expect(await outcomes(cells)).toEqual(['new', 'existing']);
  const [account] = (await list()).accounts;
  await app.call('POST /api/accounts/{accountId}/domains', {
    token: ann.token,
    params: { accountId: account?.id ?? '' },
    body: { domain: 'acme.co.uk' },
  });
  const again = await send([...cells, { domain: 'acme.co.uk', name: 'Acme UK', note: 'New' }]);
  expect(again.data.rows).toMatchObject([
    { outcome: 'existing', name: 'Acme' },
    { outcome: 'existing', name: 'Acme' },
    { outcome: 'existing', domain: 'acme.co.uk', name: 'Acme' },
  ]);
  expect((await list()).accounts).toMatchObject([{ name: 'Acme', note: '' }]);
  expect(await countAccounts()).toBe(1);
});

test('two members who import the same rows at the same time create each account once', async () => {
  const cells = Array.from({ length: 40 }, (_, index) => ({ domain: `c${index}.example.org` }));
  // One after the other if they were of one person.
  const bob = await app.make.member(workspace.id);
  const sent = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspaces where id = ${workspace.id} for no key update`.execute(tx);
    const parts = [send(cells), send(cells.toReversed(), bob)];
    await waiting(2);
    return { parts };
  });
  const both = await Promise.all(sent.parts);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const created = both.flatMap(({ data }) => data.rows).filter(({ outcome }) => outcome === 'new');
  expect(created).toHaveLength(40);
  expect(await domains()).toHaveLength(40);
  expect(await countAccounts()).toBe(40);
});

test('300 rows, each wrong in some way, create nothing and say what is wrong', async () => {
  const wrong: [Cells, RegExp][] = [
    [{}, /^The domain is missing\.$/],
    [{ domain: ' \t ', name: 'Blank' }, /^The domain is missing\.$/],
    [{ domain: 'acme' }, /^“acme” is not a valid domain\.$/],
    [{ domain: 'acme com' }, /not a valid domain/],
    [{ domain: 'acme..com' }, /not a valid domain/],
    [{ domain: '-acme.com' }, /not a valid domain/],
    [{ domain: 'acme.c' }, /not a valid domain/],
    [{ domain: '127.0.0.1' }, /not a valid domain/],
    [{ domain: 'http://[::1]/' }, /not a valid domain/],
    [{ domain: 'co.uk' }, /not a valid domain/],
    [{ domain: 'https://' }, /not a valid domain/],
    [{ domain: 'acme.com, globex.com' }, /not a valid domain/],
    [{ domain: `${'a'.repeat(64)}.com` }, /^“a{60}…” is not a valid domain\.$/],
    [{ domain: 'x'.repeat(limits.importCellLength) }, /not a valid domain/],
    [{ domain: '=HYPERLINK("http://evil.example")' }, /not a valid domain/],
    [{ domain: '\0\0' }, /domain is missing/],
    [{ domain: '\ud800.com' }, /not a valid domain/],
    [{ domain: 'gmail.com' }, /^“gmail\.com” belongs to an email provider, not to a company\.$/],
    [{ domain: 'jo@GMX.de' }, /email provider/],
    [{ domain: 'https://www.posteo.net/en' }, /email provider/],
    [{ domain: 'acme.com', name: 'x'.repeat(201) }, /at most 200 characters/],
    [{ domain: 'acme.com', name: 'Acme \u202emoc.live' }, /one line of text/],
    [{ domain: 'acme.com', note: 'x'.repeat(501) }, /note must be at most 500 characters/],
    [{ domain: 'acme.com', name: 'Acme', note: 'é'.repeat(1_000) }, /note must be at most/],
  ];
  const rows = Array.from(
    { length: 300 },
    (_, index): [Cells, RegExp] => wrong[index % wrong.length] ?? [{}, /^$/],
  );
  for (const { data } of [
    await preview(rows.map(([cells]) => cells)),
    await send(rows.map(([cells]) => cells)),
  ]) {
    expect(data.rows).toHaveLength(300);
    for (const [index, [cells, problem]] of rows.entries()) {
      expect({ cells, row: data.rows[index] }).toMatchObject({
        cells,
        row: { outcome: 'invalid', problem: expect.stringMatching(problem) },
      });
    }
  }
  expect(await domains()).toEqual([]);
  // They do not stop a row that is right.
  expect(
    await outcomes([...rows.map(([cells]) => cells), { domain: 'right.example.org' }]),
  ).toContain('new');
  expect(await domains()).toEqual(['right.example.org']);
});

test('an owner who is no member, or is not the only one of the name, is left out and named', async () => {
  await app.make.member(workspace.id, { name: 'Sam' });
  await app.make.member(workspace.id, { name: 'Sam' });
  const outsider = await app.make.person();
  const { data } = await send([
    { domain: 'acme.com', owner: outsider.email },
    { domain: 'globex.com', owner: 'sam' },
  ]);
  expect(data.rows).toMatchObject([
    {
      outcome: 'new',
      owner: null,
      problem: `“${outsider.email}” is not a member. The account gets no owner.`,
    },
    { outcome: 'new', owner: null, problem: expect.stringContaining('Use the email address') },
  ]);
  expect((await list({ owner: 'none' })).page?.total).toBe(2);
});

test('a deactivated member becomes no owner, and is not meant where an active one has the name', async () => {
  const gone = await app.make.member(workspace.id, { name: 'Gone', is_active: false });
  await app.make.member(workspace.id, { name: 'Sam', is_active: false });
  await app.make.member(workspace.id, { name: 'Sam' });
  const problem = 'Gone is deactivated and cannot own an account. The account gets no owner.';
  const cells = [
    { domain: 'acme.com', owner: gone.email },
    { domain: 'globex.com', owner: 'gone' },
    { domain: 'initech.com', owner: 'sam' },
  ];
  const planned = (await preview(cells)).data;
  expect(planned.rows).toMatchObject([
    { outcome: 'new', owner: null, problem },
    { outcome: 'new', owner: null, problem },
    { outcome: 'new', owner: { name: 'Sam' } },
  ]);
  expect((await send(cells)).data.rows).toEqual(planned.rows);
  expect((await list({ owner: 'none' })).page?.total).toBe(2);
});

test('as many accounts are created as the workspace can still have', async () => {
  await sql`
    update workspaces set account_count = ${limits.workspaceAccounts - 1}
    where id = ${workspace.id}`.execute(app.db);
  const cells = [{ domain: 'acme.com' }, { domain: 'globex.com' }, { domain: 'acme.com' }];
  expect((await preview(cells)).data.capacity).toBe(1);
  expect((await send(cells)).data.rows).toMatchObject([
    { outcome: 'new' },
    { outcome: 'invalid', problem: expect.stringContaining('has 100,000 accounts') },
    { outcome: 'existing' },
  ]);
  expect(await domains()).toEqual(['acme.com']);
});

test('an account that is being deleted is named, and its row creates nothing', async () => {
  await send([{ domain: 'acme.com', name: 'Acme' }]);
  await app.db
    .updateTable('workspace_accounts')
    .set({ deleted_at: new Date() })
    .where('workspace_id', '=', workspace.id)
    .execute();
  expect((await send([{ domain: 'acme.com' }])).data.rows).toMatchObject([
    { outcome: 'invalid', problem: expect.stringContaining('is being deleted') },
  ]);
});

test('a part that is too large, empty or of too long cells is refused', async () => {
  const tooMany = Array.from({ length: limits.rowsPerImportPart + 1 }, () => ({ domain: 'a.org' }));
  expect((await send(tooMany)).status).toBe(400);
  expect((await send([])).status).toBe(400);
  expect((await send([{ domain: 'x'.repeat(limits.importCellLength + 1) }])).status).toBe(400);
});

test('a part whose entry in the audit log is refused creates nothing', async () => {
  await sql`
    insert into audit_entries (action, actor_id, actor_name)
    select 'account.imported', ${ann.id}, 'Ann Weber'
    from generate_series(1, ${limits.auditedChangesPerDay})`.execute(app.db);
  expect((await send([{ domain: 'acme.com' }])).error?.code).toBe('RATE_LIMITED');
  expect(await domains()).toEqual([]);
  expect(await countAccounts()).toBe(0);
});

test('a member who is removed while a part names them owns no account afterwards', async () => {
  const bob = await app.make.member(workspace.id, { name: 'Bob' });
  const owner = await app.make.person();
  await app.make.membership(workspace.id, owner.id, 'owner');
  const both = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspaces where id = ${workspace.id} for no key update`.execute(tx);
    const removing = app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
      token: owner.token,
      params: { workspaceId: workspace.id, userId: bob.id },
    });
    await waiting(1);
    const importing = send([{ domain: 'acme.com', owner: bob.email }]);
    await waiting(2);
    return { removing, importing };
  });
  expect([(await both.removing).status, (await both.importing).status]).toEqual([200, 200]);
  expect((await list()).accounts).toMatchObject([{ domain: 'acme.com', owner: null }]);
});
