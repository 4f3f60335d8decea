import { fork } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  openedWith,
  row,
  type Script,
  startScriptedServer,
} from '#test/mail-servers/start-scripted-server.ts';
import type { Credentials } from '#modules/integrations/provider/connect-methods.ts';
import { readMail } from '../../mail/mime/read-mail.ts';
import { signInInProcess } from './call-once.ts';
import type { ProcessOptions } from './mailbox-processes.ts';
import { openMailboxInProcess } from './open-in-process.ts';
import { crashReport } from './process-end.ts';
import { createProcessSlots } from './process-slots.ts';

vi.mock('node:child_process', { spy: true });

/** Kills all processes that the test started. */
const killProcesses = () => {
  for (const { value } of vi.mocked(fork).mock.results) value.kill('SIGKILL');
};

const known = { folders: [{ path: 'INBOX', validity: 7, uidNext: 2, known: '' }] };

async function openAt(
  script: Script,
  {
    credentials,
    stored = [1],
    ...more
  }: Pick<ProcessOptions, 'memoryMb'> & { credentials?: Credentials; stored?: number[] } = {},
) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const slots = createProcessSlots({ processes: 4, memoryMb: 256 });
  const options = { slots, privateNetworks: ['127.0.0.0/8'], ca: server.ca, ...more };
  const account = {
    user: 'ann',
    password: 'secret',
    server: { host: '127.0.0.1', port: server.port, security: 'tls' as const },
  };
  const stop = new AbortController();
  const source = openMailboxInProcess(
    options,
    {
      credentials: credentials ?? account,
      source: 'ann@example.org',
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      findLocations: async (id) => stored.map((uid) => ({ id, folder: 'INBOX', validity: 7, uid })),
      signal: stop.signal,
    },
    readMail,
  );
  onTestFinished(() => source.close?.());
  return { source, server, options, account, stop };
}

/** Values in one line, which the client takes seconds and hundreds of megabytes to parse. */
const flags = (count: number) => `* 1 FETCH (UID 1 FLAGS (${'a '.repeat(count)}))`;

it('reads a mailbox, the locations of its emails and their texts', async () => {
  const text = 'From: Bob <bob@acme.com>\r\nSubject: Hello\r\n\r\nGood day';
  const { source } = await openAt((command) =>
    command.includes('BODY.PEEK[])')
      ? [`* 1 FETCH (UID 1 BODY[] {${text.length}}\r\n${text})`, 'TAG OK done']
      : undefined,
  );
  const page = await source.changes(known);
  expect(page).toMatchObject({ isLast: true, changed: [expect.any(String), expect.any(String)] });
  const at = page.locations?.find(({ uid }) => uid === 1)?.id ?? '';
  expect((await source.head(at))?.occurredAt).toEqual(new Date('2026-11-20T10:00:00Z'));
  expect(await source.read(at)).toMatchObject({ title: 'Hello', textBody: 'Good day\n' });
});

it('parses what a server sends in another process', async () => {
  const { source } = await openAt((command) =>
    /^UID FETCH/i.test(command) ? [flags(150_000), 'TAG OK done'] : undefined,
  );
  const begun = process.cpuUsage();
  await source.changes(known);
  const { user, system } = process.cpuUsage(begun);
  // Most of it is this server's encryption. The client needs a second and more for these lines.
  expect((user + system) / 1_000_000).toBeLessThan(0.5);
});

it('ends a process that needs too much memory, and begins another one for the next call', async () => {
  let isHarmful = true;
  const { source } = await openAt(
    (command) =>
      isHarmful && /^UID FETCH/i.test(command) ? [flags(1_000_000), 'TAG OK done'] : undefined,
    { memoryMb: 64 },
  );
  const failures = await Promise.allSettled([source.changes(known), source.position()]);
  for (const one of failures) {
    expect(one).toMatchObject({
      status: 'rejected',
      reason: {
        kind: 'temporary',
        message: 'The mail server sent more than can be read.',
        cause: { message: expect.stringContaining('FATAL ERROR') },
      },
    });
  }
  isHarmful = false;
  expect((await source.changes(known)).changed).toHaveLength(2);
});

it('goes on with a round of changes over several pages, also in another process', async () => {
  const uids = Array.from({ length: 150 }, (_, at) => at + 1);
  const { source, server } = await openAt((command) => {
    if (command.startsWith('EXAMINE')) return openedWith(uids.length);
    if (/^UID SEARCH/i.test(command)) return [`* SEARCH ${uids.join(' ')}`, 'TAG OK done'];
    const [, from = 0, to = 0] = /^UID FETCH (\d+):(\d+)/i.exec(command)?.map(Number) ?? [];
    return from === 0
      ? undefined
      : [...uids.filter((uid) => from <= uid && uid <= to).map(row), 'TAG OK done'];
  });
  // Of the whole folder; others look for large emails.
  const searches = () => server.heard.filter((line) => /^UID SEARCH ALL/i.test(line)).length;
  const first = await source.changes(known);
  expect([first.isLast, first.changed.length, searches()]).toEqual([false, 100, 1]);
  const second = await source.changes(known, first.next);
  expect([second.isLast, second.changed.length, searches()]).toEqual([true, 50, 1]);

  const { next } = await source.changes(known);
  killProcesses();
  const rest = () =>
    source.changes(known, next).then(
      ({ changed }) => changed.length,
      () => 'the process ended',
    );
  await expect.poll(rest).toBe(50);
  // No other test takes over the second one.
  killProcesses();
});

it('says why a sign-in failed, and ends with its signal', async () => {
  const { options, account } = await openAt((command) =>
    /^(AUTHENTICATE|LOGIN)/i.test(command) ? ['TAG NO [LIMIT] later'] : undefined,
  );
  await expect(
    signInInProcess(options, { account, ownerId: 'owner' }, AbortSignal.timeout(10_000)),
  ).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfterSeconds: 60,
  });
  const hanging = await openAt((command) => (command.startsWith('LIST') ? [] : undefined));
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(
    signInInProcess(options, { account: hanging.account, ownerId: 'owner' }, stopped),
  ).rejects.toThrow('stopped');
  const call = hanging.source.changes(known);
  await expect.poll(() => hanging.server.heard.some((line) => line.startsWith('LIST'))).toBe(true);
  hanging.stop.abort(new Error('stopped, too'));
  await expect(call).rejects.toThrow('stopped, too');
});

const notRead = { kind: 'temporary', message: 'The mailbox could not be read on this server.' };

it('finds the emails of a page again whose process ended before they were read', async () => {
  const { source } = await openAt(() => undefined, { stored: [] });
  const { changed } = await source.changes(known);
  killProcesses();
  const head = (id: string) => source.head(id).catch(() => 'the process ended');
  for (const id of changed) {
    await expect
      .poll(() => head(id))
      .toMatchObject({ occurredAt: new Date('2026-11-20T10:00:00Z') });
  }
  // No other test takes over the second one.
  killProcesses();
});

it('does not blame the mail server for a process that was killed or cannot be started', async () => {
  const { source, server } = await openAt((command) =>
    command.startsWith('LIST') ? [] : undefined,
  );
  const call = source.changes(known);
  await expect.poll(() => server.heard.some((line) => line.startsWith('LIST'))).toBe(true);
  killProcesses();
  await expect(call).rejects.toMatchObject({
    ...notRead,
    cause: { message: expect.stringContaining('SIGKILL') },
  });

  const { execPath } = process;
  onTestFinished(() => void (process.execPath = execPath));
  process.execPath = '/missing/node';
  await expect(source.changes(known)).rejects.toMatchObject({
    ...notRead,
    cause: { code: 'ENOENT' },
  });
  vi.mocked(fork).mockImplementationOnce(() => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  });
  await expect(source.changes(known)).rejects.toMatchObject({
    ...notRead,
    cause: { code: 'ENOMEM' },
  });
});

it('says that stored settings cannot be read', async () => {
  const { source } = await openAt(() => undefined, { credentials: { user: 'ann' } });
  await expect(source.changes(known)).rejects.toMatchObject({
    kind: 'reauthorize',
    message: 'The stored settings cannot be read. Connect again.',
  });
});

it('takes no process that is being ended', async () => {
  const first = await openAt(() => undefined);
  await first.source.changes(known);
  first.source.close?.();
  killProcesses();
  const second = await openAt(() => undefined);
  expect((await second.source.changes(known)).changed).toHaveLength(2);
});

it('reports a crash by its place, without the message of the error', () => {
  const error = Object.assign(new TypeError('secret\n    at the office\nGood day'), {
    code: 'ERR_X',
    command: 'LOGIN ann secret',
  });
  const report = crashReport(error);
  expect(report).toMatch(/^TypeError ERR_X\n {4}at .+:\d+:\d+/);
  expect(report).not.toMatch(/secret|office|Good day|LOGIN/);
  expect(crashReport('secret')).toBe('string');
});
