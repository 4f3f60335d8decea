import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import type { MadePerson } from '../test-makers.ts';
import { countWaiting } from '../wait-for-locks.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';

/**
 * Limits on one user's requests. A lock blocks the expensive ones for as long as a test needs, so
 * that nothing here depends on the speed of the machine. `npm run proof -- abuse` measures the effect
 * of a busy server on others.
 */
let app: TestApp;
let noisy: MadePerson;
let other: MadePerson;
/** Requests that have arrived completely. */
let received = 0;
beforeAll(async () => {
  app = await createTestApp();
  app.app.addHook('preHandler', async () => void (received += 1));
});
beforeEach(async () => {
  noisy = await app.make.person();
  other = await app.make.person();
});
afterAll(() => app.close());

const workspaces = (token: string) => app.call('GET /api/workspaces', { token });
const importOne = (token: string, domain: string) =>
  app.call('POST /api/accounts/import', { token, body: { domains: [domain] } });

/** Runs work while the imports of a user are blocked, and then unblocks them. */
async function whileLocked<Result>(
  { id }: MadePerson,
  work: () => Promise<Result>,
): Promise<Result> {
  return app.db.transaction().execute(async (tx) => {
    await lockOwner(tx, id);
    return work();
  });
}

const countConnectionsWaiting = () => countWaiting(app.db);

describe('while one person sends twenty expensive requests at a time', () => {
  test('others are served, and so are the other requests of that person', async () => {
    let importing: ReturnType<typeof importOne>[] = [];
    await whileLocked(noisy, async () => {
      // Another session of the same user counts as the same.
      const second = await app.make.session(noisy.id);
      importing = Array.from({ length: 20 }, (_, index) =>
        importOne(index % 2 === 0 ? noisy.token : second, `company-${index}.example`),
      );
      await expect.poll(countConnectionsWaiting).toBe(1);
      const served = await Promise.all(
        Array.from({ length: 12 }, () => [workspaces(other.token), workspaces(noisy.token)]).flat(),
      );
      expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
      expect((await importOne(other.token, 'acme.com')).status).toBe(200);
      expect(await countConnectionsWaiting()).toBe(1);
    });
    const answers = await Promise.all(importing);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('what exceeds their queue is refused with when to come back, to no one else', async () => {
    let importing: ReturnType<typeof importOne>[] = [];
    await whileLocked(noisy, async () => {
      const count = limits.concurrentHeavyRequests + limits.waitingRequests + 5;
      importing = Array.from({ length: count }, () => importOne(noisy.token, 'acme.com'));
      const refused: Awaited<ReturnType<typeof importOne>>[] = [];
      for (const one of importing) {
        void one.then((answer) => answer.status === 200 || refused.push(answer));
      }
      await expect.poll(() => refused.length).toBe(5);
      for (const answer of refused) {
        expect(answer).toMatchObject({
          status: 429,
          error: { code: 'RATE_LIMITED' },
          headers: { 'retry-after': '2' },
        });
      }
      expect((await importOne(other.token, 'acme.com')).status).toBe(200);
    });
    const answers = await Promise.all(importing);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(answers.length - 5);
  });
});

describe('what reads much is expensive, with or without a limit and an envelope', () => {
  /** How many of three requests at a time reach the database while a table is locked. */
  async function countRunning(
    table: 'listed_accounts' | 'audit_entries',
    send: () => Promise<{ status: number }>,
  ): Promise<number> {
    // Afterwards the limiter knows whose session it is.
    await send();
    const { requests, running } = await app.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      const sent = received;
      const requests = [send(), send(), send()];
      await expect.poll(() => received).toBe(sent + 3);
      await expect.poll(countConnectionsWaiting).toBeGreaterThan(0);
      // Time for the others to arrive there.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { requests, running: await countConnectionsWaiting() };
    });
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200]);
    return running;
  }

  test.each([
    [{ limit: 500 }, limits.concurrentHeavyRequests],
    [{ limit: 50, offset: 20_000 }, limits.concurrentHeavyRequests],
    [{ limit: 50, search: 'acme' }, limits.concurrentHeavyRequests],
    [{ limit: 50, sort: 'recentActivity' }, limits.concurrentHeavyRequests],
    [{ limit: 50, offset: 100 }, 3],
  ] as const)('the list of accounts with %j: %i at a time', async (query, expected) => {
    const workspace = await app.make.workspace();
    await app.make.membership(workspace.id, noisy.id);
    const list = () =>
      app.call('GET /api/workspaces/{workspaceId}/accounts', {
        token: noisy.token,
        params: { workspaceId: workspace.id },
        query,
      });
    expect(await countRunning('listed_accounts', list)).toBe(expected);
  });

  test('the export of the audit log', async () => {
    const admin = await app.make.person({ is_admin: true });
    const read = () =>
      app.app
        .inject({
          url: '/api/admin/audit/export',
          headers: { authorization: `Bearer ${admin.token}` },
        })
        .then(({ statusCode }) => ({ status: statusCode }));
    expect(await countRunning('audit_entries', read)).toBe(limits.concurrentHeavyRequests);
  });
});

test('a request whose sender is gone is not worked on', async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await workspaces(noisy.token);
  await whileLocked(noisy, async () => {
    const first = importOne(noisy.token, 'first.example');
    await expect.poll(countConnectionsWaiting).toBe(1);
    const before = received;
    const gone = new AbortController();
    const abandoned = fetch(`http://127.0.0.1:${port}/api/accounts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${noisy.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ domains: ['abandoned.example'] }),
      signal: gone.signal,
    });
    await expect.poll(() => received).toBe(before + 1);
    gone.abort();
    await expect(abandoned).rejects.toThrow('aborted');
    void first;
  });
  // Queued after both of the user's requests.
  await importOne(noisy.token, 'last.example');
  const { data } = await app.call('GET /api/accounts', {
    token: noisy.token,
    query: { type: 'domains' },
  });
  const names = data.domains.map(({ domain }) => domain);
  expect(names).toContain('first.example');
  expect(names).not.toContain('abandoned.example');
});

test('a read whose client has gone ends in the database, a change does not', async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => {});
  const address = app.app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const headers = { authorization: `Bearer ${noisy.token}`, 'content-type': 'application/json' };
  const gone = new AbortController();
  const abandoned = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: gone.signal, ...init }).catch(
      () => 'gone',
    );
  const body = JSON.stringify({ domains: ['changed.example'] });
  const changing = await app.db.transaction().execute(async (tx) => {
    // Tables that authentication does not read.
    await sql`lock table integrations in access exclusive mode`.execute(tx);
    await sql`lock table domains in access exclusive mode`.execute(tx);
    const reading = abandoned('/api/integrations');
    const importing = abandoned('/api/accounts/import', { method: 'POST', body });
    await expect.poll(countConnectionsWaiting).toBe(2);
    gone.abort();
    expect(await reading).toBe('gone');
    await expect.poll(countConnectionsWaiting, { timeout: 10_000 }).toBe(1);
    return importing;
  });
  expect(changing).toBe('gone');
  const tracked = () =>
    app.db.selectFrom('domains').select('domain').where('owner_id', '=', noisy.id).execute();
  await expect.poll(tracked).toEqual([{ domain: 'changed.example' }]);
}, 30_000);
