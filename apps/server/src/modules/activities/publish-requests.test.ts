import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { deleteDomain } from '#modules/domains/delete-domain.ts';
import { shareDomain } from '#modules/domains/sharing/share-domain.ts';
import { storeRevocation } from '#modules/domains/sharing/unshare-domain.ts';
import { startProcess } from '#test/faults/processes.ts';
import { freePort } from '#test/free-port.ts';
import { isLong } from '#test/long-tests.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { removeMember } from '#modules/workspaces/remove-member.ts';
import { sampleMail } from './sample-mail.fixture.ts';
import {
  publishRemaining,
  publishRemainingJob,
  publishRemainingLater,
} from './publish-requests.job.ts';
import { takeRemainingSteps } from './publish-requests.ts';
import { withdrawForRequest } from './withdrawals.ts';
import { publishStepSize } from './publish-step.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await registerJobs([publishRemainingJob], app.context);
});
afterAll(() => app.close());

/** The number of activities that a sharing request publishes here before it responds. */
const publishedAtOnce = 2_000;

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
  const { visible, person, given, revoke } = await prepare(publishedAtOnce + 700);
  // However long the steps take here.
  let steps = 0;
  await shareDomain(
    app.db,
    given,
    undefined,
    () => (steps += 1) >= publishedAtOnce / publishStepSize,
  );
  expect(await visible()).toBe(publishedAtOnce);
  await publishRemainingLater(app.context, person.id);
  expect(app.jobs.recorded.map(({ kind }) => kind)).toEqual([publishRemainingJob.kind.name]);
  await app.jobs.run();
  expect(await visible()).toBe(publishedAtOnce + 700);

  expect((await revoke()).status).toBe(200);
  expect(await visible()).toBe(0);
  expect(await requests(person.id)).toEqual([]);
}, 60_000);

test('revoking ends a share that is not published to its end', async () => {
  // The last statistics know another workspace alone.
  await (await prepare(4 * publishStepSize)).share();
  await sql`vacuum analyze`.execute(app.db);
  const { visible, person, given, revoke, remove } = await prepare(publishedAtOnce + 700);
  // One step each.
  const begin = () => shareDomain(app.db, given, undefined, () => true);
  await begin();
  expect(await requests(person.id)).toHaveLength(1);
  expect((await revoke()).status).toBe(200);
  expect(await visible()).toBe(0);
  await app.jobs.run();
  expect(await visible()).toBe(0);

  await begin();
  expect((await remove()).status).toBe(200);
  expect(await visible()).toBe(0);
  await app.jobs.run();
  expect(await visible()).toBe(0);
}, 60_000);

test('a share takes no further step when its time is over, and the job goes on from there', async () => {
  const { visible, given } = await prepare(publishStepSize + 1);
  await shareDomain(app.db, given, undefined, () => true);
  expect(await visible()).toBe(publishStepSize);
  await app.jobs.enqueue(publishRemainingJob, {}).then(app.jobs.run);
  expect(await visible()).toBe(publishStepSize + 1);
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

/** The error of some work that is done while another transaction holds the accounts of a workspace. */
const whileHeld = (workspaceId: string, work: () => Promise<unknown>) =>
  app.db.transaction().execute(async (other) => {
    await sql`
      select from workspace_accounts where workspace_id = ${workspaceId} for update`.execute(other);
    return work().then(
      () => undefined,
      (error: unknown) => error,
    );
  });

test('a withdrawal that takes longer than a request says what goes on, and the job completes it', async () => {
  const { visible, person, given, share } = await prepare(3_000);
  expect((await share()).status).toBe(200);
  await storeRevocation(app.db, given);
  const withdrawing = () => withdrawForRequest(app.db, { ownerId: person.id }, 'It goes on.', 0);
  expect(await whileHeld(given.workspaceId, withdrawing)).toMatchObject({
    code: 'CONFLICT',
    message: 'It goes on.',
  });
  expect(await visible()).toBe(3_000);
  await publishRemaining(app.context, new AbortController().signal);
  expect(await visible()).toBe(0);
  await withdrawForRequest(app.db, { ownerId: person.id }, 'It goes on.', 0);
  expect(await requests(person.id)).toEqual([]);
});

test('a member is removed, and what they shared goes on to be removed', async () => {
  const { visible, given, share } = await prepare(3_000);
  expect((await share()).status).toBe(200);
  const removing = () => removeMember(app.db, commandLineManager, given, 0);
  expect(await whileHeld(given.workspaceId, removing)).toMatchObject({ code: 'CONFLICT' });
  expect(await visible()).toBe(3_000);
  await publishRemaining(app.context, new AbortController().signal);
  expect(await visible()).toBe(0);
});

/** A member who shares domains with accounts of two workspaces, the one with the lower id first. */
async function sharingWithTwo() {
  const person = await app.make.person();
  const shares = [];
  for (const domain of ['acme.com', 'globex.com']) {
    const { id: workspaceId } = await app.make.workspace();
    await app.make.membership(workspaceId, person.id);
    const { data } = await tracking(app).importOne(person.token, domain, workspaceId);
    const [{ domain: own, workspaceAccount } = {}] = data.results;
    shares.push({ workspaceId, domainId: own?.id ?? '', accountId: workspaceAccount?.id ?? '' });
  }
  const [first, second] = shares.sort((one, other) =>
    one.workspaceId < other.workspaceId ? -1 : 1,
  );
  if (first === undefined || second === undefined) throw new Error('There are no shares.');
  const participants = ['z@acme.com', 'z@globex.com'].map((email) => ({
    name: '',
    email,
    role: 'from' as const,
  }));
  await tracking(app).capture(person, [sampleMail({ participants })]);
  const contributed = async ({ workspaceId }: { workspaceId: string }) =>
    (
      await app.db
        .selectFrom('account_activity_contributors')
        .select('activity_id')
        .where('workspace_id', '=', workspaceId)
        .execute()
    ).length;
  return { person, first, second, contributed };
}

/** Locks the accounts of a workspace as a long transaction does, until the returned function is called. */
async function lockAccountsOf(workspaceId: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: setLocked } = Promise.withResolvers<void>();
  const locking = app.db.transaction().execute(async (tx) => {
    await sql`select from workspace_accounts where workspace_id = ${workspaceId} for update`.execute(
      tx,
    );
    setLocked();
    await released;
  });
  await locked;
  return async () => {
    release();
    await locking;
  };
}

test('what is withdrawn from one workspace does not wait for another', async () => {
  const { person, first, second, contributed } = await sharingWithTwo();
  await storeRevocation(app.db, { userId: person.id, ...first });
  const release = await lockAccountsOf(first.workspaceId);
  const { token } = person;
  const { status } = await app.call('DELETE /api/accounts/domains/unshare', {
    token,
    body: second,
  });
  await release();
  expect(status).toBe(200);
  expect(await contributed(second)).toBe(0);
  expect(await contributed(first)).toBe(1);
  await takeRemainingSteps(app.db);
  expect(await contributed(first)).toBe(0);
});

test('the job withdraws from each workspace from which it can, and then fails', async () => {
  const { person, first, second, contributed } = await sharingWithTwo();
  for (const share of [first, second]) {
    await storeRevocation(app.db, { userId: person.id, ...share });
  }
  await sql`
    alter table workspace_accounts add constraint refused
      check (id <> ${sql.lit(first.accountId)} or activity_count > 0) not valid`.execute(app.db);
  onTestFinished(async () => {
    await sql`alter table workspace_accounts drop constraint if exists refused`.execute(app.db);
  });
  await expect(takeRemainingSteps(app.db)).rejects.toThrow('refused');
  expect([await contributed(first), await contributed(second)]).toEqual([1, 0]);
  await sql`alter table workspace_accounts drop constraint refused`.execute(app.db);
  expect(await takeRemainingSteps(app.db)).toBe(true);
  expect(await contributed(first)).toBe(0);
});

test('an activity that the database refuses holds back no other of a share', async () => {
  const { visible, person, share } = await prepare(700);
  await sql`
    alter table account_activities add constraint refused check (title <> 'Mail 7') not valid`.execute(
    app.db,
  );
  onTestFinished(async () => {
    await sql`alter table account_activities drop constraint if exists refused`.execute(app.db);
  });
  expect((await share()).status).toBe(200);
  expect(await visible()).toBe(699);
  expect(await requests(person.id)).toMatchObject([{ kind: 'activities' }]);
  await expect(takeRemainingSteps(app.db, () => false, publishStepSize, 0)).rejects.toThrow(
    'refused',
  );
  expect(await requests(person.id)).toMatchObject([{ activity_keys: [expect.any(String)] }]);
  await sql`alter table account_activities drop constraint refused`.execute(app.db);
  await takeRemainingSteps(app.db, () => false, publishStepSize, 0);
  expect(await visible()).toBe(700);
  expect(await requests(person.id)).toEqual([]);
});

describe.each([
  ['everything', false],
  ['one of two domains', true],
])('withdrawing %s', (_name, isPart) => {
  test('ends what is shown, whatever is wrong with the copy of a colleague', async () => {
    const { settle, importOne, capture, makeAccount } = tracking(app);
    const { workspace, person: ann } = await settle();
    const ben = await app.make.member(workspace.id);
    const { accountId, domainId } = await makeAccount(ann, workspace.id);
    if (isPart) {
      const params = { accountId };
      const body = { domain: 'globex.com' };
      await app.call('POST /api/accounts/{accountId}/domains', { token: ann.token, params, body });
      const { data } = await importOne(ann.token, 'globex.com');
      const further = data.results[0]?.domain.id ?? '';
      await shareDomain(app.db, { userId: ann.id, domainId: further, workspaceId: workspace.id });
    }
    await capture(ann, [sampleMail({ externalId: 'both', key: 'both', title: 'Of Ann' })]);
    const { data } = await importOne(ben.token, 'acme.com');
    await shareDomain(app.db, {
      userId: ben.id,
      domainId: data.results[0]?.domain.id ?? '',
      workspaceId: workspace.id,
    });
    await capture(ben, [sampleMail({ externalId: 'both', key: 'both', title: 'Of Ben' })]);
    await sql`
      alter table account_activities add constraint refused check (title <> 'Of Ben') not valid`.execute(
      app.db,
    );
    onTestFinished(async () => {
      await sql`alter table account_activities drop constraint if exists refused`.execute(app.db);
    });
    const { status } = await app.call('DELETE /api/accounts/domains/unshare', {
      token: ann.token,
      body: { domainId, workspaceId: workspace.id },
    });
    expect(status).toBe(200);
    const titles = async () =>
      (
        await app.db
          .selectFrom('account_activities')
          .select('title')
          .where('account_id', '=', accountId)
          .execute()
      ).map(({ title }) => title);
    expect(await titles()).toEqual([]);
    await sql`alter table account_activities drop constraint refused`.execute(app.db);
    await takeRemainingSteps(app.db, () => false, publishStepSize, 0);
    expect(await titles()).toEqual(['Of Ben']);
  });
});
