import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';
import { startProcess } from '#test/faults/processes.ts';
import { freePort } from '#test/free-port.ts';
import { isLong } from '#test/long-tests.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';

test.runIf(isLong)(
  'what a process captured that is killed between its commit and publishing is published by the next',
  async () => {
    const lab = await createSyncLab();
    const workspace = await lab.make.workspace();
    const ann = await lab.make.member(workspace.id, { email: mailbox });
    const { accountId } = await tracking(lab).makeAccount(ann, workspace.id);
    const asked = { token: ann.token, params: { provider: 'fathom' as const } };
    const { data } = await lab.call('POST /api/integrations/{provider}/auth', asked);
    const state = new URL(data.authUrl).searchParams.get('state') ?? '';
    const { data: made } = await lab.call('POST /api/integrations/{provider}/callback', {
      ...asked,
      body: { code: 'webhook', state },
    });
    // As Citus lists it: the processes publish after the commit.
    await sql`create table pg_dist_partition (logicalrelid regclass, partmethod "char")`.execute(
      lab.db,
    );
    await sql`insert into pg_dist_partition values ('captured_activities', 'h')`.execute(lab.db);
    const folder = await mkdtemp(path.join(tmpdir(), 'killed-capture-'));
    const start = async () => {
      const port = await freePort();
      const server = await startProcess('apps/server/src/main.ts', [], {
        env: { DATA_DIR: folder, DATABASE_URL: lab.databaseUrl, PORT: String(port) },
        isReady: (line) => line.includes('"msg":"ready"'),
      });
      return { ...server, url: `http://127.0.0.1:${port}` };
    };
    const countOf = async (table: 'publish_requests' | 'account_activities') =>
      (await lab.db.selectFrom(table).select('account_id').execute()).length;

    const killed = await start();
    // Publishing waits for the account.
    const holder = new Client({ connectionString: lab.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from workspace_accounts where id = $1 for update', [accountId]);
    const delivery = fetch(`${killed.url}/api/webhooks/v1/fathom/${made.integration?.id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${made.integration?.connectionData?.webhook_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        id: '42',
        meeting_title: 'Kick-off',
        meeting_scheduled_start_time: new Date(Date.now() - 3_600_000).toISOString(),
        meeting_invitees_email: 'casey@acme.com, dana@acme.com',
        fathom_user_email: mailbox,
      }),
    }).catch(() => {});
    await vi.waitFor(async () => expect(await countOf('publish_requests')).toBe(1), 30_000);
    await killed.kill();
    await delivery;
    await holder.query('rollback');
    await holder.end();
    expect(await lab.captured(ann)).toEqual(['Kick-off']);
    expect(await countOf('account_activities')).toBe(0);

    const next = await start();
    await vi.waitFor(async () => expect(await countOf('account_activities')).toBe(1), 120_000);
    await vi.waitFor(async () => expect(await countOf('publish_requests')).toBe(0), 10_000);
    expect(await next.stop()).toBe(0);
    await rm(folder, { recursive: true, force: true });
  },
  240_000,
);
