import { type Sandbox, startSandbox } from '@repo/sandbox/start-sandbox';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { makeFolder } from '@repo/embedded-postgres/make-folder';
import { type Server, startServer } from '../../apps/server/src/start-server.ts';
import { buildWeb } from './build-web.ts';
import type { DemoOptions } from './demo-options.ts';
import type { DemoUser } from './demo-user.ts';
import { freePort } from './free-port.ts';
import { makeSampleCalls } from './sample/make-sample-calls.ts';
import { makeSampleMails } from './sample/make-sample-mails.ts';
import { makeSampleMeetings } from './sample/make-sample-meetings.ts';
import { samplePeople } from './sample/people.ts';
import { formatSampleMail } from './sample/sample-mail.ts';
import { seedSampleAccounts } from './seed-accounts.ts';
import { seedTeam } from './seed-team.ts';

/** More than any mailbox takes in a minute. */
const unlimitedGmailUnits = 10_000_000;

/** Only between this server and its own sandbox, on this machine. */
const client = { clientId: 'demo', clientSecret: 'demo' };

export interface Demo {
  url: string;
  /** The URL of the web application: the server's, or Vite's in development. */
  webUrl: string;
  sandbox: Sandbox;
  users: DemoUser[];
  stop: () => Promise<void>;
}

export interface DemoCallbacks {
  say: (line: string) => void;
  onFatal: (error: Error) => void;
  /** Once aborted, the start goes no further and what was started is stopped. */
  stopping: AbortSignal;
}

/** Starts everything in this process and fills an empty folder with the sample people. */
export async function runDemo(options: DemoOptions, callbacks: DemoCallbacks): Promise<Demo> {
  const { say, stopping } = callbacks;
  if (options.web) await buildWeb(say, stopping);
  makeDataFolder(options.dataDir);
  stopping.throwIfAborted();
  const sandbox = await openSandbox(options);
  try {
    const server = await openServer(options, sandbox, callbacks);
    try {
      const { publicUrl: url, webUrl } = server.context.config;
      const users = await seed(options, { sandbox, server }, stopping);
      const stop = async () => {
        await server.stop();
        await sandbox.close();
      };
      return { url, webUrl, sandbox, users, stop };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The data folder ${folder} cannot be used: ${reason}`, { cause });
  }
}

function openSandbox({ dataDir, mailboxes, shiftDays, quota }: DemoOptions): Promise<Sandbox> {
  return startSandbox({
    port: 0,
    dataDir: path.join(dataDir, 'sandbox'),
    mailboxes: [...samplePeople.map(({ email, name }) => ({ address: email, name })), ...mailboxes],
    ...(shiftDays !== undefined && { shiftDays }),
    quota,
    ...client,
  });
}

async function openServer(
  { port: wanted, dataDir, quota }: DemoOptions,
  sandbox: Sandbox,
  { onFatal, stopping }: DemoCallbacks,
): Promise<Server> {
  const port = wanted === 0 ? await freePort() : wanted;
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEB_URL: process.env['WEB_URL'],
    PRODUCT_NAME: process.env['PRODUCT_NAME'],
    DATA_DIR: dataDir,
    // Not DATABASE_URL, which may be that of a server: the demo creates people whose password everyone knows.
    DATABASE_URL: process.env['DEMO_DATABASE_URL'],
    GOOGLE_ROOT_URL: sandbox.url,
    MICROSOFT_SIGN_IN_URL: sandbox.url,
    MICROSOFT_GRAPH_URL: sandbox.url,
    MICROSOFT_TENANT: 'harborfinch.example',
    MICROSOFT_CLIENT_ID: client.clientId,
    MICROSOFT_CLIENT_SECRET: client.clientSecret,
    FIREFLIES_URL: `${sandbox.url}/graphql`,
    MAIL_PRIVATE_NETWORKS: process.env['MAIL_PRIVATE_NETWORKS'],
    // For a receiver on the same machine.
    WEBHOOK_PRIVATE_NETWORKS: process.env['WEBHOOK_PRIVATE_NETWORKS'] ?? '127.0.0.0/8',
    SANDBOX_URL: sandbox.url,
    // Without a quota there is no limit to apply.
    ...(!quota && { GMAIL_UNITS_PER_MINUTE: String(unlimitedGmailUnits) }),
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    ALLOW_USER_DATA_RESET: 'true',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  });
  return startServer({ config, log: createLog(config.logLevel), role: 'all', onFatal, stopping });
}

async function seed(
  { dataDir }: DemoOptions,
  { sandbox, server }: { sandbox: Sandbox; server: Server },
  stopping: AbortSignal,
): Promise<DemoUser[]> {
  const users = await seedTeam(server.context.db, sandbox.mailboxes());
  if (isSeeded(dataDir)) return users;
  await fillSampleMailboxes(sandbox);
  stopping.throwIfAborted();
  fillSampleCalendars(sandbox);
  await seedSampleAccounts(server.context.config.publicUrl, users, sandbox.firefliesKey);
  await markSeeded(dataDir);
  return users;
}

async function fillSampleMailboxes(sandbox: Sandbox): Promise<void> {
  const mails = makeSampleMails(new Date());
  for (const { address, messages } of sandbox.mailboxes()) {
    // A start that was cut short has filled some of them already.
    if (messages > 0 || !samplePeople.some(({ email }) => email === address)) continue;
    const own = mails.filter(({ from, to, cc }) =>
      [from, ...to, ...cc].some(({ email }) => email === address),
    );
    await sandbox.addMessages(address, own.map(formatSampleMail));
  }
}

/** Keeps what exists already, since the same ids are made each day. */
function fillSampleCalendars(sandbox: Sandbox): void {
  const now = new Date();
  const meetings = makeSampleMeetings(now);
  for (const { email } of samplePeople) {
    const own = meetings.filter(({ ours }) => ours.includes(email));
    sandbox.addEvents(
      email,
      own.map(({ event }) => event),
    );
  }
  for (const { owner, calls } of makeSampleCalls(now)) sandbox.addCalls(owner, calls);
}

const fileIn = (dataDir: string) => path.join(dataDir, 'demo-seeded');

/** Whether the sample accounts were made once; what people removed since then stays removed. */
const isSeeded = (dataDir: string): boolean => existsSync(fileIn(dataDir));

const markSeeded = (dataDir: string): Promise<void> =>
  writeFile(fileIn(dataDir), 'The sample accounts were made. Do not make them again.\n', {
    mode: 0o600,
  });
