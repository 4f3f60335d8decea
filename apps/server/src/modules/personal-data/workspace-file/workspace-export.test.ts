import { shareLevels, type ShareLevel } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { withheldAt } from '#test/rights/read-everything.ts';
import { needles, shareWithColleague, type SharedAtLevel } from '#test/rights/shared-at-level.ts';
import { readZipFiles } from '../archive/read-zip.fixture.ts';
import { exportShown } from './export-shown.ts';
import { movedTables } from './moved-tables.ts';
import { notShown, shownTables } from './shown-tables.ts';

let app: TestApp;
let shared: SharedAtLevel;
beforeAll(async () => {
  app = await createTestApp();
  shared = await shareWithColleague(app);
  await sql`update memberships set role = 'owner' where user_id = ${shared.bob.id}`.execute(app.db);
});
afterAll(() => app.close());

const download = async ({ token }: { token: string }) => {
  const response = await app.app.inject({
    url: `/api/workspaces/${shared.workspaceId}/export`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { ...response, statusCode: response.statusCode, zip: response.rawPayload };
};
const filesFor = async (who: { token: string }) => readZipFiles((await download(who)).zip);
const linesOf = (files: Map<string, string>, table: string) =>
  (files.get(`rows/${table}.jsonl`) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('an owner downloads accounts, activities, contacts and members', async () => {
  const files = await filesFor(shared.bob);
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
    format: 'account-tracker-workspace-data',
    version: 1,
    workspace: { id: shared.workspaceId },
  });
  expect(JSON.parse(files.get('complete.json') ?? '')).toMatchObject({ complete: true });
  expect(linesOf(files, 'workspace_accounts')).toMatchObject([{ domain: 'acme.com' }]);
  expect(linesOf(files, 'account_activities').map(({ title }) => title)).toContain('Zulusubject');
  expect(linesOf(files, 'contacts').map(({ address }) => address)).toContain('yankee@acme.com');
  expect(
    linesOf(files, 'users')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Ann', 'Bob']);
});

test.each(shareLevels)('at the level %s it has nothing that the level withholds', async (level) => {
  await app.call('PUT /api/accounts/domains/level', {
    token: shared.ann.token,
    body: { domainIds: [shared.domainId], level: level as ShareLevel },
  });
  const text = [...(await filesFor(shared.bob)).values()].join('\n').toLowerCase();
  expect(withheldAt[level].filter((needle) => text.includes(needle.toLowerCase()))).toEqual([]);
});

test('bodies, hidden words and what members keep for themselves are never in it', async () => {
  const text = [...(await filesFor(shared.bob)).values()].join('\n').toLowerCase();
  for (const needle of needles.full.filter((one) => one !== 'xraysummary' && one !== 'victorplace'))
    expect([needle, text.includes(needle)]).toEqual([needle, false]);
});

test('every table that moves is in it, or has a reason not to be', () => {
  const tables = movedTables.map(({ table }) => table).sort();
  expect([...Object.keys(shownTables), ...Object.keys(notShown)].sort()).toEqual(tables);
  for (const [table, { columns }] of Object.entries(shownTables)) {
    const described = describedTables[table];
    const uses = described === undefined ? new Map() : usesOf(described);
    for (const column of columns.split(' ')) {
      expect([`${table}.${column}`, uses.get(column)]).not.toEqual([
        `${table}.${column}`,
        undefined,
      ]);
      expect(['secret', 'state'], `${table}.${column}`).not.toContain(uses.get(column));
    }
  }
});

test('the audit log has it, and a member is refused', async () => {
  expect((await download(shared.ann)).statusCode).toBe(403);
  const { rows } = await sql<{ actor: string }>`
    select actor_name as actor from audit_entries where action = 'workspace.exported' limit 1`.execute(
    app.db,
  );
  expect(rows).toEqual([{ actor: 'Bob' }]);
});

test('ends when the user may no longer read', async () => {
  const requireStill = () => Promise.reject(new Error('No owner any more.'));
  const workspace = { id: shared.workspaceId, name: 'Sales' };
  const reading = (async () => {
    const chunks = exportShown({ db: app.db, workspace, requireStill, checkIntervalMs: -1 });
    for await (const _chunk of chunks);
  })();
  await expect(reading).rejects.toThrow('No owner any more.');
});
