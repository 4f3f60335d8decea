import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '#test/faults/processes.ts';
import { freePort } from '#test/free-port.ts';

const admin = { email: 'admin@example.org', password: 'correct horse battery staple' };

/** The files below a folder that other users of the machine can read or write, through every folder above them. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const at = path.join(folder, entry.name);
      const { mode } = await stat(at);
      if (entry.isDirectory()) return (mode & 0o001) === 0 ? [] : openToOthers(at);
      return (mode & 0o006) === 0 ? [] : [at];
    }),
  );
  return found.flat();
}

const countFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    .length;

test(
  'a server makes no file that other users of the machine can read, whatever the umask allows',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'private-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [data, temporary, home] = ['data', 'tmp', 'home'].map((name) => path.join(folder, name));
    for (const one of [temporary, home]) await mkdir(one ?? '', { mode: 0o777 });
    const port = await freePort();
    const server = await startProcess('apps/server/src/main.ts', [], {
      env: {
        DATA_DIR: data ?? '',
        TMPDIR: temporary ?? '',
        HOME: home ?? '',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        FIRST_ADMIN_EMAIL: admin.email,
        FIRST_ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'info',
        NODE_OPTIONS: '--import=data:text/javascript,process.umask(0)',
      },
      isReady: (line) => line.includes('"msg":"ready"'),
    });
    onTestFinished(() => server.kill());
    const send = async (method: string, at: string, body?: object | string, token = '') => {
      const response = await fetch(`http://127.0.0.1:${port}/api${at}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type':
            typeof body === 'string' ? 'application/octet-stream' : 'application/json',
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { success: boolean; data: Record<string, never> };
      expect(answer, at).toMatchObject({ success: true });
      return answer.data as Record<string, unknown>;
    };
    // What the server writes besides the database: keys, an uploaded file, an email.
    const { token } = (await send('POST', '/auth/login', admin)) as { token: string };
    const content = 'From bob@acme.com Mon Mar  2 10:00:00 2026\nFrom: bob@acme.com\n\nHello\n';
    const { file } = (await send(
      'POST',
      '/mail-files',
      { name: 'mail.mbox', size: 2 * content.length },
      token,
    )) as { file: { id: string } };
    await send('PUT', `/mail-files/${file.id}/content?offset=0`, content, token);
    await send('POST', '/auth/request-password-reset', { email: admin.email });
    await expect.poll(() => readdir(path.join(data ?? '', 'mail')).catch(() => [])).not.toEqual([]);
    expect(await countFiles(folder)).toBeGreaterThan(500);
    expect(await openToOthers(folder)).toEqual([]);
  },
);
