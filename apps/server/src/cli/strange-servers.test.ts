import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '#platform/secrets/api-key.ts';
import { runCommandLine } from './run-command-line.ts';

const key = createApiKey();
const noOne = ['deactivate', '--email=ann@acme.example'];

const run = (args: string[], server: string, secret = key) =>
  runCommandLine([...args, '--server', server], { API_KEY: secret });

/** Starts a server that gives every request this answer, and collects the requests' headers. */
async function serve(answer: unknown, status = 200) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    requests.push(headers);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const success = (data: unknown) => ({ success: true, data });

test.each([
  'http://93.184.215.14',
  'http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:8080/',
  'http://user:word@127.0.0.1',
  'https://tracker.example.com/#users',
  'https://tracker.example.com/?page=1',
  'https://',
  'ftp://tracker.example.com',
])('nothing is sent to %s', async (address) => {
  const started = performance.now();
  expect(await run(noOne, address)).toMatchObject({
    exitCode: 2,
    complaint: expect.stringContaining('https://'),
  });
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('what is no API key goes to no server and into no message', async () => {
  const { address, requests } = await serve(success({}));
  for (const secret of ['demo-password', `${key.slice(0, -1)}%`, `# note\n${key}`, `${key} é`]) {
    const { exitCode, complaint } = await run(noOne, address, secret);
    expect({ exitCode, complaint }).toMatchObject({ exitCode: 2 });
    expect(complaint).toContain('API_KEY');
    expect(complaint).not.toContain(secret.slice(0, 8));
    expect(complaint).not.toContain(key.slice(0, 8));
  }
  expect(requests).toEqual([]);
  await run(noOne, address, ` ${key}\n`);
  expect(requests[0]?.authorization).toBe(`Bearer ${key}`);
});

test.skipIf(process.platform === 'win32')('a key that others can read is pointed out', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'key');
  await writeFile(file, key);
  const pagination = { page: 1, limit: 20, total: 0, totalPages: 0 };
  const { address } = await serve(success({ items: [], pagination }));
  const list = async (mode: number) => {
    await chmod(file, mode);
    const args = ['list', 'users', '--server', address];
    return (await runCommandLine(args, { API_KEY_FILE: file })).output;
  };
  expect(await list(0o640)).toContain(`chmod 600 ${file}`);
  expect(await list(0o604)).toContain(`chmod 600 ${file}`);
  expect(await list(0o600)).not.toContain('chmod');
});

test.each([null, {}, success({}), success({ items: [null], pagination: { totalPages: 1 } })])(
  'a server that answers as this product never does: %j',
  async (answer) => {
    const { address } = await serve(answer);
    for (const args of [noOne, ['list', 'users']]) {
      expect(await run(args, address)).toMatchObject({
        exitCode: 1,
        complaint: expect.stringContaining(`Check the address ${address}.`),
      });
    }
  },
);

test('a search ends at the first empty page, however many the server claims', async () => {
  const endless = { items: [], pagination: { page: 1, limit: 500, total: 1, totalPages: 1e99 } };
  const { address, requests } = await serve(success(endless));
  expect(await run(noOne, address)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining('There is no user'),
  });
  expect(requests).toHaveLength(1);
});

test('no answer reaches the terminal as a command to it', async () => {
  const evil = '\u001B]0;title\u0007\u001B[2J\u009B2J\u202E\rroot# ';
  const refused = await serve(
    { success: false, error: { message: `${evil}\nsecond line`, status: 403, code: 'FORBIDDEN' } },
    403,
  );
  const user = { email: evil, name: `two\nlines`, isAdmin: true, isActive: true };
  const pagination = { page: 1, limit: 20, total: 1, totalPages: 1 };
  const listed = await serve(
    success({ items: [{ ...user, organizations: [{ name: evil }] }], pagination }),
  );
  const unsafe = /[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
  for (const json of [[], ['--json']]) {
    const refusal = await run([...noOne, ...json], refused.address);
    expect(refusal.complaint).toContain(String.raw`\u001b]0;title\u0007`);
    expect(refusal.complaint).not.toMatch(unsafe);
    const { output } = await run(['list', 'users', ...json], listed.address);
    expect(output).toContain(String.raw`\u009b2J\u202e`);
    expect(output).not.toMatch(unsafe);
    if (json.length > 0) expect(JSON.parse(output).items[0]).toMatchObject(user);
    else expect(output.split('\n')).toHaveLength(4);
  }
});
