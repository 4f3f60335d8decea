import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { MAINTENANCE_HEADER } from '@repo/contract/maintenance';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import { createDatabase } from '../database/create-database.ts';
import { isReading } from '../http/refuse-changes.ts';
import type { Maintenance } from './maintenance.ts';
import { watchMaintenance } from './watch-maintenance.ts';

let current: Maintenance | undefined;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    replace: { maintenance: { current: () => current, stop: async () => {} } },
  });
});
afterAll(() => app.close());

const cli = (...args: string[]) =>
  runCommandLine(['maintenance', ...args], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.context.config.dataDir,
  });

test('users read and sign in, and changes are refused before anyone is looked up', async () => {
  const { token, email } = await app.make.person();
  const rename = () =>
    app.app.inject({ method: 'PUT', url: '/api/auth/me', payload: { name: 'New' } });
  expect((await rename()).statusCode).toBe(401);
  current = { beganAt: new Date(), endsAt: null, message: 'We move.' };
  const refused = await rename();
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ error: { code: 'UNAVAILABLE', message: 'We move.' } });
  expect(refused.headers['retry-after']).toBe('120');
  current = { ...current, endsAt: new Date(Date.now() + 600_000) };
  expect(Number((await rename()).headers['retry-after'])).toBeCloseTo(600, -1);
  // Past its end it goes on until it is switched off.
  current = { ...current, endsAt: new Date(Date.now() - 600_000) };
  expect((await rename()).headers['retry-after']).toBe('120');
  expect((await app.call('GET /api/auth/me', { token })).status).toBe(200);
  const signedIn = await app.call('POST /api/auth/login', {
    body: { email, password: knownPassword },
  });
  expect(signedIn.status).toBe(200);
  current = undefined;
  expect((await rename()).statusCode).toBe(401);
});

test('each response of the API says so, and no other', async () => {
  const { token } = await app.make.person();
  const me = () =>
    app.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
  expect((await me()).headers).not.toHaveProperty(MAINTENANCE_HEADER);
  current = {
    beganAt: new Date(),
    endsAt: null,
    message: 'Wir ziehen um \u2013 bis morgen\r\nX: y',
  };
  const said = encodeURIComponent(current.message);
  expect((await me()).headers).toHaveProperty(MAINTENANCE_HEADER, said);
  expect((await app.app.inject('/api/accounts')).headers).toHaveProperty(MAINTENANCE_HEADER, said);
  expect((await app.app.inject('/healthz')).headers).not.toHaveProperty(MAINTENANCE_HEADER);
  current = undefined;
});

test('of the calls that are no GET, these alone respond', () => {
  const responding = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => !name.startsWith('GET ') && isReading(name, endpoints[name]),
  );
  expect(responding.sort()).toEqual([
    'POST /api/accounts/preview',
    'POST /api/auth/login',
    'POST /api/auth/login/passkey',
    'POST /api/auth/login/passkey/options',
    'POST /api/auth/login/second-factor',
    'POST /api/auth/logout',
    'POST /api/auth/reset-password/check',
    'POST /api/auth/sso/{organizationId}/logout',
    'POST /api/invitations/open',
    'POST /api/notifications/open',
    'POST /api/workspaces/{workspaceId}/account-import/preview',
    'POST /api/workspaces/{workspaceId}/people/names',
    'POST /api/workspaces/{workspaceId}/shares/preview',
  ]);
});

test('the command begins, changes and ends it, and processes follow', async () => {
  const watch = await watchMaintenance(app.db, 10);
  expect(watch.current()).toBeUndefined();
  expect((await cli()).output).toContain('There is no maintenance.');
  expect((await cli('--on')).output).toContain('To end it: npm run cli -- maintenance --off');
  await vi.waitFor(() =>
    expect(watch.current()?.message).toBe(
      'This server is under maintenance: you can read everything, but change nothing.',
    ),
  );
  await cli('--on', '--message', 'We move.', '--minutes', '30');
  await vi.waitFor(() =>
    expect(watch.current()?.message).toBe('We move. It should take 30 minutes.'),
  );
  expect((await cli()).output).toMatch(/^Maintenance since .*: We move\./);
  expect((await cli('--off')).output).toContain('Maintenance is over.');
  await vi.waitFor(() => expect(watch.current()).toBeUndefined());
  expect((await cli('--off')).output).toContain('There was no maintenance.');
  await watch.stop();
});

test.each([
  [['--on', '--off'], 'Give either --on or --off.'],
  [['--on', '--minutes', '0'], '--minutes must be a whole number from 1 to 10080'],
  [['--on', '--message', ' '], '--message must have 1 to 300 characters'],
])('%j is refused', async (args, complaint) => {
  expect((await cli(...args)).complaint).toContain(complaint);
  expect((await cli()).output).toContain('There is no maintenance.');
});

test('a database that is lost changes nothing about it', async () => {
  await cli('--on');
  const db = createDatabase({ url: app.databaseUrl, poolSize: 1, onLostConnection: () => {} });
  const watch = await watchMaintenance(db, 10);
  await db.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watch.current()).toBeDefined();
  await watch.stop();
  await cli('--off');
});
