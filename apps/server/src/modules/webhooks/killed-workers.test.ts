import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseKey } from '#platform/secrets/key-file.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import { startProcess } from '#test/faults/processes.ts';
import { isLong } from '#test/long-tests.ts';
import { createAccounts } from '../accounts/create-accounts.ts';
import { startReceiver } from './receiver.fixture.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

const EVENTS = 10_000;
const KILLS = 10;

const key = `k:${randomBytes(32).toString('base64')}`;
let folder: string;
let lab: WebhooksLab;
beforeAll(async () => {
  if (!isLong) return;
  folder = await mkdtemp(path.join(tmpdir(), 'killed-workers-'));
  lab = await createWebhooksLab({
    replace: { secretBox: createSecretBox(new Map([parseKey(key)])) },
  });
});
afterAll(async () => {
  if (!isLong) return;
  await lab.app.close();
  await rm(folder, { recursive: true, force: true });
});

const startWorker = () =>
  startProcess('apps/server/src/main.ts', ['--role', 'worker'], {
    env: {
      DATABASE_URL: lab.app.databaseUrl,
      DATA_DIR: folder,
      ENCRYPTION_KEYS: key,
      WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'info',
    },
    isReady: (line) => line.includes('"ready"'),
  });

// `several-servers.test.ts` is the short form.
test.runIf(isLong)(
  'of two workers that are killed again and again, each event arrives',
  async () => {
    const hook = await startReceiver();
    const { workspaceId, owner } = await lab.settle();
    await lab.create({ workspaceId, owner }, { url: hook.url, events: ['account.created'] });
    const workers = await Promise.all([startWorker(), startWorker()]);
    const seen = () => new Set(hook.received.map(({ event }) => event.data['accountId'])).size;
    const part = EVENTS / KILLS;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await lab.db.transaction().execute((tx) =>
        createAccounts(tx, {
          workspaceId,
          creatorId: owner.id,
          accounts: Array.from({ length: part }, (_, at) => ({
            domain: `k${kill}n${at}.com`,
            name: `Account ${kill} ${at}`,
            accountOwnerId: null,
            note: '',
          })),
        }),
      );
      // In the middle of making and sending.
      await vi.waitFor(() => expect(seen()).toBeGreaterThan(kill * part * 0.8 + 20), 15_000);
      await workers[kill % 2]?.kill();
      workers[kill % 2] = await startWorker();
    }
    // As if their leases had ended; what the others are sending at this moment comes twice.
    await sql`
    update webhook_deliveries set next_attempt_at = now() where next_attempt_at is not null`.execute(
      lab.db,
    );
    await vi.waitFor(() => expect(seen()).toBe(EVENTS), { timeout: 120_000, interval: 100 });
    process.stderr.write(`${EVENTS} events, ${KILLS} kills: ${hook.received.length} messages\n`);
    await vi.waitFor(async () => {
      const { rows } = await sql`
      select state, count(*)::integer as count from webhook_deliveries group by state`.execute(
        lab.db,
      );
      expect(rows).toEqual([{ state: 'delivered', count: EVENTS }]);
    }, 15_000);
    for (const worker of workers) await worker.stop();
    await hook.stop();
  },
  400_000,
);
