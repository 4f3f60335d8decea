import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { startSandbox } from '@repo/sandbox/start-sandbox';
import { buildApp } from '../../../apps/server/src/app.ts';
import { readConfig } from '../../../apps/server/src/config.ts';
import { createLog } from '../../../apps/server/src/platform/log/create-log.ts';
import { listenForShutdown } from '../../../apps/server/src/platform/shutdown-signal.ts';
import { startServer } from '../../../apps/server/src/start-server.ts';
import { makeTemporaryFolder } from '../../../apps/server/test/temporary-folder.ts';
import { freePort } from '../../../demo/src/free-port.ts';
import { captureHostile, type HostileRequest } from './capture-hostile.ts';
import { changeUser, type UserChange } from './change-user.ts';
import type { EnvironmentAddresses } from './addresses.ts';
import { type AccountRequest, fillAccount } from './fill-account.ts';
import { mailboxAddresses } from './mailbox-addresses.ts';
import { startCalendarServer } from './start-calendar-server.ts';
import { startDistributedDatabase } from './start-distributed-database.ts';
import { startMailServer } from './start-mail-server.ts';
import { readSentMails } from './read-sent-mails.ts';
import type { TeamRequest } from './team.ts';
import { createTeamMaker } from './create-team.ts';

/**
 * The product as journeys see it, with empty mailboxes and no users, and a small server beside
 * it that makes people and shows the email that was sent to them. Prints its addresses when ready.
 * With TEST_ON_CLUSTER its database is distributed over a cluster.
 */
const signal = listenForShutdown();
const dataDir = makeTemporaryFolder('journeys');
const client = { clientId: 'journeys', clientSecret: 'journeys' };
const sandbox = await startSandbox({
  port: 0,
  dataDir: path.join(dataDir, 'sandbox'),
  mailboxes: mailboxAddresses.map((address) => ({ address })),
  ...client,
});
const calendars = await startCalendarServer();
const mails = await startMailServer(path.join(dataDir, 'mail-server.pem'));
const cluster =
  process.env['TEST_ON_CLUSTER'] === 'true' ? await startDistributedDatabase() : undefined;
const port = await freePort();
const config = readConfig({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: dataDir,
  DATABASE_URL: cluster?.url,
  PRODUCT_NAME: 'Test Tracker',
  GOOGLE_ROOT_URL: sandbox.url,
  // The sandbox has no quota here.
  GMAIL_UNITS_PER_MINUTE: '10000000',
  MICROSOFT_SIGN_IN_URL: sandbox.url,
  MICROSOFT_GRAPH_URL: sandbox.url,
  MICROSOFT_TENANT: 'example.org',
  MICROSOFT_CLIENT_ID: client.clientId,
  MICROSOFT_CLIENT_SECRET: client.clientSecret,
  FIREFLIES_URL: `${sandbox.url}/graphql`,
  GOOGLE_CLIENT_ID: client.clientId,
  GOOGLE_CLIENT_SECRET: client.clientSecret,
  ALLOW_USER_DATA_RESET: 'true',
  MAIL_PRIVATE_NETWORKS: '127.0.0.0/8',
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
  SSO_PRIVATE_NETWORKS: '127.0.0.0/8',
  LOG_LEVEL: 'error',
});
const server = await startServer({
  config,
  log: createLog(config.logLevel),
  role: 'all',
  onFatal: signal.fail,
}).catch(async (error: unknown) => {
  await cluster?.stop();
  throw error;
});
// Browsers have no passkeys at an IP address.
const namedPort = await freePort();
const namedUrl = `http://localhost:${namedPort}`;
const namedApp = await buildApp({
  ...server.context,
  config: { ...config, publicUrl: namedUrl, webUrl: namedUrl },
});
await namedApp.listen({ host: '127.0.0.1', port: namedPort });
const createTeam = createTeamMaker(server.context);

const control = createServer(async (request, response) => {
  try {
    const url = new URL(request.url ?? '/', 'http://environment');
    const answer = await answerTo(url, request);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});

async function answerTo(url: URL, request: AsyncIterable<Buffer>): Promise<unknown> {
  switch (url.pathname) {
    case '/team':
      return createTeam((await readJson(request)) as TeamRequest);
    case '/person':
      return changeUser(
        server.context,
        (await readJson(request)) as { change: UserChange; userId: string },
      );
    case '/account':
      return fillAccount(server.context, (await readJson(request)) as AccountRequest);
    case '/hostile':
      return captureHostile(
        server.context,
        sandbox.url,
        (await readJson(request)) as HostileRequest,
      );
    case '/mails':
      return readSentMails(path.join(dataDir, 'mail'), url.searchParams.get('to') ?? '');
    default:
      throw new Error(`The test environment has nothing at ${url.pathname}.`);
  }
}

async function readJson(request: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks = await Array.fromAsync(request);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const controlPort = await freePort();
control.listen(controlPort, '127.0.0.1');
const addresses: EnvironmentAddresses = {
  url: config.publicUrl,
  namedUrl,
  sandboxUrl: sandbox.url,
  controlUrl: `http://127.0.0.1:${controlPort}`,
  calendarPort: calendars.port,
  mailPort: mails.port,
};
process.stdout.write(`${JSON.stringify(addresses)}\n`);
try {
  await signal.received;
} finally {
  control.close();
  await namedApp.close();
  await server.stop();
  await cluster?.stop();
  await sandbox.close();
  calendars.close();
  await mails.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
