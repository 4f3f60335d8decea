import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { control } from '@repo/sandbox/testing/control';
import { pressConsentButton } from '@repo/sandbox/testing/sign-in';
import type { ProviderId } from '@repo/contract/providers';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { freePort } from '../free-port.ts';
import { createMakers, type MadePerson } from '../test-makers.ts';
import { type Process, startProcess } from './processes.ts';

export const owner = 'ann@example.org';

/** The sandbox, the API and two workers, each in its own process, on one database. */
export interface World {
  db: Database;
  ann: MadePerson;
  /** Serves requests; providers and the webhook's sender know its URL. */
  server: { url: string; process: Process };
  workers: Process[];
  /** @param clockOffsetMs how far its clock is wrong; 0 when absent. */
  startWorker: (clockOffsetMs?: number) => Promise<Process>;
  /** Starts another process that serves requests. */
  startApi: () => Promise<{ url: string; process: Process }>;
  /** Calls a control endpoint of the sandbox. */
  sandbox: <Data = unknown>(method: string, path: string, body?: unknown) => Promise<Data>;
  /** Adds an email to Ann's mailbox. */
  deliver: (mail: string) => Promise<void>;
  /** Sends a request as Ann; returns `data`. */
  api: <Data>(method: string, path: string, body?: object) => Promise<Data>;
  connectGoogle: (provider: ProviderId) => Promise<void>;
  connectFireflies: () => Promise<void>;
  /** The URL of the webhook, and its token. */
  webhook: { address: string; token: string };
  stop: () => Promise<void>;
}

/**
 * @param databaseUrl a database that no one else uses; the server migrates it.
 * @param from another checkout of the repository, whose server the first processes run.
 */
export async function createWorld(databaseUrl: string, from?: string): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faults-'));
  const db = createDatabase({
    url: databaseUrl,
    poolSize: 4,
    onLostConnection: () => {},
    // Not one of the product's application names, for which a migration may have to wait.
    applicationName: 'world',
  });
  const sandboxProcess = await startProcess(
    'packages/sandbox/src/main.ts',
    ['--data', path.join(folder, 'sandbox'), '--mailbox', owner, '--json'],
    { isReady: (line) => line.startsWith('{') },
  );
  const { url: sandboxUrl, people } = JSON.parse(sandboxProcess.ready) as {
    url: string;
    people: { firefliesKey: string }[];
  };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    DATA_DIR: folder,
    ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}`,
    PORT: String(port),
    PUBLIC_URL: url,
    GOOGLE_CLIENT_ID: 'sandbox',
    GOOGLE_CLIENT_SECRET: 'sandbox',
    GOOGLE_ROOT_URL: sandboxUrl,
    // The sandbox has no quota here.
    GMAIL_UNITS_PER_MINUTE: '10000000',
    FIREFLIES_URL: `${sandboxUrl}/graphql`,
    FIREFLIES_REQUESTS_PER_DAY: '0',
    LOG_LEVEL: 'info',
  };
  const start = (
    role: 'api' | 'worker',
    { other = {}, copy }: { other?: Record<string, string>; copy?: string | undefined } = {},
  ) =>
    startProcess('apps/server/src/main.ts', [`--role=${role}`], {
      env: { ...env, ...other },
      isReady: (line) => line.includes('"msg":"ready"'),
      ...(copy !== undefined && { from: copy }),
    });
  const server = await start('api', { copy: from });
  const ann = await createMakers(db).person({ email: owner });

  const api: World['api'] = async <Data>(method: string, route: string, body?: object) => {
    const answer = await fetch(`${url}${route}`, {
      method,
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route} answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as { data: Data }).data;
  };
  const begin = (provider: ProviderId) =>
    api<{ authUrl: string }>('POST', `/api/integrations/${provider}/auth`);
  const others: Process[] = [];
  const workers = await Promise.all([1, 2].map(() => start('worker', { copy: from })));
  const { authUrl } = await begin('fathom');
  const { integration } = await api<{
    integration: { id: string; connectionData: { webhook_token: string } };
  }>('POST', '/api/integrations/fathom/callback', {
    code: 'webhook',
    state: new URL(authUrl).searchParams.get('state') ?? '',
  });
  return {
    db,
    ann,
    server: { url, process: server },
    workers,
    startWorker: (clockOffsetMs = 0) =>
      start('worker', {
        other: {
          NODE_OPTIONS: `--import=${import.meta.resolve('./shifted-clock.ts')}`,
          CLOCK_OFFSET_MS: String(clockOffsetMs),
        },
      }),
    async startApi() {
      const own = await freePort();
      const process = await start('api', { other: { PORT: String(own) } });
      others.push(process);
      return { url: `http://127.0.0.1:${own}`, process };
    },
    sandbox: (method, route, body) => control(sandboxUrl, method, route, body),
    async deliver(mail) {
      const address = `${sandboxUrl}/sandbox/gmail/${owner}/messages`;
      const answer = await fetch(address, { method: 'POST', body: mail });
      if (!answer.ok) throw new Error(`The sandbox takes no mail: ${await answer.text()}`);
    },
    api,
    async connectGoogle(provider) {
      const consent = await begin(provider);
      const back = await pressConsentButton(consent.authUrl, 'login_hint', owner);
      const landed = await fetch(back, { redirect: 'manual' });
      const location = landed.headers.get('location') ?? '';
      const confirm = new URL(location, back).searchParams.get('confirm');
      if (confirm === null) throw new Error(`Not connected: ${location}`);
      await api('POST', `/api/integrations/${provider}/callback`, { confirm });
    },
    async connectFireflies() {
      const state = { userId: ann.id, provider: 'fireflies', type: 'call_transcription' };
      await api('POST', '/api/integrations/fireflies/callback', {
        code: people[0]?.firefliesKey ?? '',
        state: btoa(JSON.stringify(state)),
      });
    },
    webhook: {
      address: `${url}/api/webhooks/v1/fathom/${integration.id}`,
      token: integration.connectionData.webhook_token,
    },
    async stop() {
      await Promise.all([...workers, ...others, server, sandboxProcess].map((one) => one.kill()));
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
