import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { continueAccountChanges } from '#modules/accounts/deletion/continue-account-changes.ts';
import { publishRemaining } from '#modules/activities/publish-requests.job.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { refreshDueAccounts } from '#modules/activities/refresh-due-accounts.ts';
import { fillWords } from '#modules/activities/search/fill-words.job.ts';
import { requestReconciliation } from '#modules/integrations/reading/request-reconciliation.ts';
import { removeExpiredIntegrationData } from '#modules/integrations/remove-expired-integration-data.ts';
import { enqueueConnectionProblems } from '#modules/notifications/enqueue-connection-problems.ts';
import { refreshDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { connectedLab } from '../connected-lab.ts';
import { mboxMail, withFiles } from '../create-file-lab.ts';
import { createPlainDatabase } from '../create-test-database.ts';
import { exceptions } from './exceptions.ts';
import { type Recorded, recordStatements } from './record-statements.ts';
import { statementProblems, unexpectedProblems } from './statement-problems.ts';

/*
 * Each statement that reaches a tenant's table names to whom the rows belong, so that a distributed
 * PostgreSQL finds them on one machine (docs/scale.md). Here the syncs and the jobs; the requests are
 * looked at where all of them are made, in `authorization.test.ts`.
 */

let client: Client;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createPlainDatabase();
  ({ url, drop } = database);
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

test('every sync and every job names the tenant in its statements', async () => {
  const recorder = recordStatements();
  try {
    await syncAndPublish();
  } finally {
    recorder.stop();
  }
  const statements = recorder.statements();
  // There was something to do.
  expect(statements.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      'modules/activities/publishing/publish-rows.ts',
      'modules/activities/refresh-step.ts',
      'modules/activities/search/fill-words.job.ts',
      'modules/integrations/mail-files/read-batch.ts',
    ]),
  );
  expect(await unexpectedProblems(url, statements)).toEqual([]);
}, 60_000);

async function syncAndPublish(): Promise<void> {
  const { lab, ann, integrationId } = await connectedLab('acme.com', 'globex.com');
  const { db } = lab;
  const workspace = await lab.make.workspace();
  await lab.make.membership(workspace.id, ann.id);
  const { token } = ann;
  const [first = ''] = await lab.deliver([{ subject: 'one' }, { subject: 'two', daysAgo: 2 }]);
  await lab.sync(ann);
  const { data } = await lab.call('POST /api/accounts/import', {
    token,
    body: { domains: ['acme.com'], source: 'manual', name: 'Acme', workspaceId: workspace.id },
  });
  const [tracked] = data.results;
  await lab.deliver([
    { subject: 'three', headers: { References: first } },
    { from: 'zoe@globex.com', subject: 'four' },
  ]);
  await lab.sync(ann);
  await lab.call('POST /api/integrations/{id}/completeness', {
    token,
    params: { id: integrationId },
  });
  await lab.rested(ann);
  await requestReconciliation(lab.db);
  await lab.rested(ann);
  const body = { domainId: tracked?.domain.id ?? '', workspaceId: workspace.id };
  await lab.call('DELETE /api/accounts/domains/unshare', { token, body });
  await lab.call('POST /api/accounts/domains/share', { token, body });
  await publishRemaining(lab.context, new AbortController().signal);
  await continueAccountChanges(lab.context);
  const tomorrow = new Date(Date.now() + 86_400_000);
  await refreshDueAccounts(db, tomorrow);
  await refreshDueRelationships(db, tomorrow);
  await removeExpiredIntegrationData(lab.context);
  await enqueueConnectionProblems(lab.context);
  const { id } = await db.selectFrom('workspace_accounts').select('id').executeTakeFirstOrThrow();
  const params = { accountId: id };
  await lab.call('POST /api/accounts/{accountId}/domains', {
    token,
    params,
    body: { domain: 'globex.com' },
  });
  const further = await db
    .selectFrom('domains')
    .select('id')
    .where('domain', '=', 'globex.com')
    .executeTakeFirstOrThrow();
  await lab.call('POST /api/accounts/domains/share', {
    token,
    body: { domainId: further.id, workspaceId: workspace.id },
  });
  await lab.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
    token,
    params: { ...params, domain: 'globex.com' },
  });
  await db.updateTable('captured_activities').set({ search_words: null }).execute();
  await sql`
    insert into call_transcripts (owner_id, captured_id, sentences)
    select owner_id, captured_id, '[{"speaker_name": "Zoe", "start_time": 0, "text": "albatross"}]'
    from account_activities limit 1`.execute(db);
  await fillWords(db);
  const found = await lab.call('GET /api/workspaces/{workspaceId}/activities/search', {
    token,
    params: { workspaceId: workspace.id },
    query: { q: 'albatross' },
  });
  expect(JSON.stringify(found.data)).toContain('albatross');
  await db
    .transaction()
    .execute((tx) => rebuildPublished(tx, { workspaceId: workspace.id, accountId: id }));
  await lab.call('DELETE /api/accounts/{accountId}', { token, params });
  await lab.call('DELETE /api/integrations/{id}', { token, params: { id: integrationId } });
  const files = withFiles(lab);
  files.startReading();
  await files.importFile(ann, (await files.upload(ann, mboxMail({}))).id);
}

describe('a statement without the key', () => {
  const problemsOf = async (text: string) => {
    const recorded: Recorded[] = [{ text, file: 'a.ts' }];
    return [...(await statementProblems(client, recorded)).keys()];
  };

  test.each([
    ['select * from account_days where account_id = $1', ['a.ts: select account_days']],
    ['update domains set source = $1 where id = $2', ['a.ts: update domains']],
    ['delete from domains where id = $1', ['a.ts: delete domains']],
    [
      `select from account_days day join workspace_accounts account on account.id = day.account_id
        where day.workspace_id = $1`,
      ['a.ts: select workspace_accounts'],
    ],
    [
      `select from account_days day, workspace_accounts account
        where account.workspace_id = day.workspace_id`,
      ['a.ts: select account_days', 'a.ts: select workspace_accounts'],
    ],
    ['declare c no scroll cursor for select from domains', ['a.ts: select domains']],
    ...[
      'select * from account_days where workspace_id = $1 or account_id = $2',
      'select * from account_days where $1::uuid is null or workspace_id = $1',
      'select * from account_days where (workspace_id = $1) is not true',
      'select * from account_days where case when workspace_id = $1 then true else true end',
      'select * from account_days where workspace_id = account_id',
      'select * from account_days where workspace_id is distinct from $1',
      'select * from account_days where workspace_id is not distinct from account_id',
      'select * from account_days where workspace_id is not distinct from $1 or account_id = $2',
      '(select * from account_days)',
      '-- of everyone\nselect * from account_days',
    ].map((text): [string, string[]] => [text, ['a.ts: select account_days']]),
    ['truncate account_days', ['a.ts: truncate account_days']],
    [
      `with gone as (delete from account_days)
        insert into publish_requests (owner_id, workspace_id, account_id, kind)
        values ($1, $2, $3, 'share') on conflict (account_id) do nothing`,
      ['a.ts: delete account_days'],
    ],
  ])('is found: %s', async (text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  test.each([
    'select * from account_days where workspace_id = $1 and account_id = $2',
    'select * from account_days where workspace_id = any($1) and account_id = $2',
    'select * from account_days where workspace_id is not distinct from $1 and account_id = $2',
    `select from account_days day join workspace_accounts account
      on account.workspace_id = day.workspace_id and account.id = day.account_id
      where day.workspace_id = $1`,
    `select from account_days day, workspace_accounts account
      where account.workspace_id = day.workspace_id and day.workspace_id = any($1::uuid[])`,
    'select from users where id = $1',
    'insert into workspace_changes (workspace_id) values ($1)',
  ])('is not: %s', async (text) => {
    expect(await problemsOf(text)).toEqual([]);
  });
});

test('every exception is of a statement that is there', () => {
  const source = path.join(import.meta.dirname, '../../src');
  const stale = Object.keys(exceptions).filter((line) => {
    const [file = '', statement = ''] = line.split(': ');
    const table = statement.split(' ').at(-1) ?? '';
    const at = path.join(source, file);
    if (!existsSync(at)) return true;
    const code = readFileSync(at, 'utf8');
    // The register of personal data names the table for some.
    return (
      !code.includes(table) && !(/describedTables|PagedRows/.test(code) && table in describedTables)
    );
  });
  expect(stale).toEqual([]);
});
