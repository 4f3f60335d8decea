import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../create-test-app.ts';
import { freePort } from '../free-port.ts';
import { startSyncLoop } from '#modules/integrations/start-sync-loop.ts';
import { installedProviders } from '../../src/providers/installed.ts';

/**
 * A stand-in for Google that is not ours: `npm install --prefix $TMPDIR/emulate-0.11.2
 * emulate@0.11.2`. It supports the code flow with PKCE at its own URLs, lists mail and events, and
 * lacks `users.getProfile`, batches and sync tokens; it never responds with 401, 404 for an old
 * history id, 410 or 429, and rewrites the `Date` of emails. Therefore it cannot show that a sync
 * works, but it shows that connecting does, and that a missing endpoint leads to a clear state.
 */
const emulate = path.join(
  tmpdir(),
  'emulate-0.11.2',
  'node_modules',
  'emulate',
  'dist',
  'index.js',
);

async function startEmulate(): Promise<string> {
  const port = await freePort();
  const process_ = spawn(
    process.execPath,
    [emulate, 'start', '--service', 'google', '--port', String(port)],
    { cwd: tmpdir(), stdio: 'ignore' },
  );
  onTestFinished(() => stop(process_));
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  return url;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

it.skipIf(!existsSync(emulate))('connects to emulate at its own addresses', async () => {
  const url = await startEmulate();
  const google = {
    clientId: 'any',
    clientSecret: 'any',
    rootUrl: undefined,
    authorizationUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/oauth2/token`,
    revocationUrl: `${url}/oauth2/revoke`,
    apiUrl: url,
  };
  const providers = installedProviders({
    microsoft: undefined,
    google,
    gmailUnitsPerMinute: 6_000,
    firefliesUrl: 'http://127.0.0.1:9',
    firefliesRequestsPerDay: undefined,
    mailPrivateNetworks: [],
    mailboxMemoryMb: undefined,
  });
  const publicUrl = 'http://localhost:3000';
  const test = await createTestApp({ config: { google, publicUrl, webUrl: publicUrl }, providers });
  const loop = startSyncLoop(test.context, providers, { pollInterval: 20 });
  onTestFinished(async () => {
    await loop.stop();
    await test.close();
  });
  const { token } = await test.make.person();

  for (const provider of ['gmail', 'google_calendar'] as const) {
    const params = { provider };
    const { data } = await test.call('POST /api/integrations/{provider}/auth', { token, params });
    const page = await (await fetch(data.authUrl)).text();
    const form = new URLSearchParams(new URL(data.authUrl).searchParams);
    form.set('email', /name="email" value="([^"]+)"/.exec(page)?.[1] ?? '');
    const consent = { method: 'POST', body: form, redirect: 'manual' } as const;
    const back = await fetch(`${url}/o/oauth2/v2/auth/callback`, consent);
    const callback = new URL(back.headers.get('location') ?? '');
    const landed = await test.app.inject(`${callback.pathname}${callback.search}`);
    const confirm = new URL(landed.headers.location ?? '').searchParams.get('confirm') ?? '';
    const body = { confirm };
    await test.call('POST /api/integrations/{provider}/callback', { token, params, body });
  }

  const states = async () =>
    (await test.call('GET /api/integrations', { token })).data.integrations.map(
      ({ provider, isConnected, needsReauth, lastSync, lastError }) => ({
        provider,
        isConnected,
        needsReauth,
        outcome: lastSync?.outcome,
        lastError,
      }),
    );
  await expect
    .poll(async () => (await states()).filter(({ outcome }) => outcome === undefined), {
      timeout: 30_000,
    })
    .toEqual([]);
  const [gmail, calendar] = await states();
  expect(gmail).toMatchObject({ isConnected: true, needsReauth: false, outcome: 'failed' });
  expect(gmail?.lastError).toMatch(/^Gmail refused \(404/);
  expect(calendar).toMatchObject({ isConnected: true, needsReauth: false });
});
