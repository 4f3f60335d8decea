import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { deleteDomain } from '../../domains/delete-domain.ts';
import { shareDomain, storeShare } from '../../domains/share-domain.ts';
import { storeRevocation } from '../../domains/unshare-domain.ts';
import { startProcess } from '../../../../test/faults/processes.ts';
import { freePort } from '../../../../test/free-port.ts';
import { isLong } from '../../../../test/long-tests.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { publishRemaining, publishRemainingJob } from './publish-requests.job.ts';
import { withdrawForRequest } from './publish-requests.ts';
import { publishStepSize, takeShareStep } from './publish-step.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.jobs.work(publishRemainingJob, 1, (_, signal) => publishRemaining(app.context, signal));
});
afterAll(() => app.close());

/** The number of activities that a sharing request publishes before it responds. */
const publishedAtOnce = 10_000;

const domainOf = (ownerId: string) =>
  app.db
    .selectFrom('domains')
    .select('id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();

/** A person with a captured large domain, and a workspace with an account for it. */
async function prepare(count: number) {
  const { settle, importOne } = tracking(app);
  const { workspace, person, token } = await settle();
  await importOne(token, 'acme.com', workspace.id);
  const { id: domainId } = await domainOf(person.id);
  const body = { domainId, workspaceId: workspace.id };
  await app.call('DELETE /api/accounts/domains/unshare', { token, body });
  await sql`
    with captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants)
      select ${person.id}, 'gmail', 'me@home.net', n, md5(${person.id} || n)::uuid, 'email',
        now() - n * interval '1 minute', 'Mail ' || n, '', '[]'
      from generate_series(1, ${count}::integer) n
      returning owner_id, id, activity_key
    )
    insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
    select owner_id, ${domainId}, activity_key, id, 'external' from captured`.execute(app.db);
  const visible = async () => {
    const { rows } = await sql<{ count: number; listed: number; contributed: number }>`
      select activity_count as count,
        (select count(*) from account_activities where workspace_id = ${workspace.id}) as listed,
        (select count(*) from account_activity_contributors where workspace_id = ${workspace.id})
          as contributed
      from workspace_accounts account where workspace_id = ${workspace.id}`.execute(app.db);
    const [{ count, listed, contributed } = { count: 0, listed: 0, contributed: 0 }] = rows;
    expect([listed, contributed]).toEqual([count, count]);
    return count;
  };
  return {
    visible,
    person,
    token,
    given: { userId: person.id, ...body },
    share: () => app.call('POST /api/accounts/domains/share', { token, body }),
    revoke: () => app.call('DELETE /api/accounts/domains/unshare', { token, body }),
    remove: () =>
      app.call('DELETE /api/accounts/domains/{id}', { token, params: { id: domainId } }),
  };
}

const requests = (ownerId: string) =>
  app.db.selectFrom('publish_requests').selectAll().where('owner_id', '=', ownerId).execute();

test('a large share is published by the job, and revoking responds when nothing is visible', async () => {
  const { visible, person, share, revoke } = await prepare(publishedAtOnce + 700);
  expect((await share()).status).toBe(200);
  expect(await visible()).toBe(publishedAtOnce);
  expect(app.jobs.recorded.map(({ kind }) => kind)).toEqual([publishRemainingJob.name]);
  await app.jobs.run();
  expect(await visible()).toBe(publishedAtOnce + 700);
  expect(await requests(person.id)).toEqual([]);

  expect((await revoke()).status).toBe(200);
  expect(await visible()).toBe(0);
  expect(await requests(person.id)).toEqual([]);
}, 60_000);

test('revoking ends a share that is not published to its end', async () => {
  // The last statistics know another workspace alone.
  const known = await prepare(4 * publishStepSize);
  await known.share();
  await sql`vacuum analyze`.execute(app.db);
  const { visible, person, share, revoke, remove } = await prepare(publishedAtOnce + 700);
  await share();
  expect(await requests(person.id)).toHaveLength(1);
  expect((await revoke()).status).toBe(200);
  expect(await visible()).toBe(0);
  await app.jobs.run();
  expect(await visible()).toBe(0);

  await share();
  expect((await remove()).status).toBe(200);
  expect(await visible()).toBe(0);
  await app.jobs.run();
  expect(await visible()).toBe(0);
}, 60_000);

test('a step publishes a bounded number of activities and stores how far it came', async () => {
  const { visible, person, given } = await prepare(2 * publishStepSize + 1);
  await storeShare(app.db, given);
  for (const expected of [publishStepSize, 2 * publishStepSize, 2 * publishStepSize + 1]) {
    const [request] = await requests(person.id);
    await takeShareStep(app.db, { ownerId: person.id, id: request?.id ?? '' });
    expect(await visible()).toBe(expected);
  }
  expect(await requests(person.id)).toEqual([]);
}, 60_000);

test('what an earlier tracking of the domain published is gone before it is shared again', async () => {
  const { visible, given, share, token } = await prepare(publishStepSize + 1);
  await share();
  // As of a process that is killed after its transaction.
  await deleteDomain(app.db, given);
  await tracking(app).importOne(token, 'acme.com');
  const { id: domainId } = await domainOf(given.userId);
  await shareDomain(app.db, { ...given, domainId });
  await app.jobs.run();
  expect(await visible()).toBe(0);
}, 60_000);

test.runIf(isLong)(
  'a share goes on after its process was killed',
  async () => {
    const count = 4 * publishedAtOnce;
    const { visible, token, given } = await prepare(count);
    const folder = await mkdtemp(path.join(tmpdir(), 'publishing-'));
    const start = async () => {
      const port = await freePort();
      const server = await startProcess('apps/server/src/main.ts', [], {
        env: { DATA_DIR: folder, DATABASE_URL: app.databaseUrl, PORT: String(port) },
        isReady: (line) => line.includes('"msg":"ready"'),
      });
      return { ...server, url: `http://127.0.0.1:${port}` };
    };
    const published = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from account_activities published
        join workspace_accounts account on account.id = account_id
        where account.workspace_id = ${given.workspaceId}`.execute(app.db);
      return rows[0]?.count ?? 0;
    };
    const killed = await start();
    const response = await fetch(`${killed.url}/api/accounts/domains/share`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    expect(response.status).toBe(200);
    await vi.waitFor(
      async () => expect(await published()).toBeGreaterThan(publishedAtOnce),
      30_000,
    );
    await killed.kill();
    expect(await published()).toBeLessThan(count);
    const next = await start();
    await vi.waitFor(async () => expect(await published()).toBe(count), 60_000);
    await next.stop();
    expect(await visible()).toBe(count);
    await rm(folder, { recursive: true, force: true });
  },
  180_000,
);

test('a withdrawal that takes longer than a request says what goes on, and the job completes it', async () => {
  const { visible, person, given, share } = await prepare(3_000);
  expect((await share()).status).toBe(200);
  await storeRevocation(app.db, given);
  await expect(withdrawForRequest(app.db, person.id, 'It goes on.', 0)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'It goes on.',
  });
  const left = await visible();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(3_000);
  await publishRemaining(app.context, new AbortController().signal);
  expect(await visible()).toBe(0);
  await withdrawForRequest(app.db, person.id, 'It goes on.', 0);
  expect(await requests(person.id)).toEqual([]);
});
