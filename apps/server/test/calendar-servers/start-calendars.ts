import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';

/**
 * The folder into which `scripts/install-mail-servers.sh` unpacks the packages; `/` for installed
 * ones.
 */
const unpacked = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/mail-servers/calendars',
);
const packages = ['/', unpacked]
  .map((root) => path.join(root, 'usr/lib/python3/dist-packages'))
  .find((folder) => existsSync(path.join(folder, 'radicale')));
/** Debian's, for which the packages are made. */
const python = '/usr/bin/python3';

/** Why tests with a calendar server are skipped; undefined if they run. */
export const missingCalendars = findMissing();

function findMissing(): string | undefined {
  if (packages === undefined || !existsSync(python)) {
    return ' (Debian’s radicale and xandikos are missing: run scripts/install-mail-servers.sh)';
  }
  const modules = 'import radicale, xandikos.web, aiohttp, dulwich';
  const { status } = spawnSync(python, ['-c', modules], { env: environment(packages) });
  return status === 0 ? undefined : ' (Debian’s radicale and xandikos do not run with this Python)';
}

function environment(at: string) {
  return {
    PATH: process.env['PATH'],
    HOME: tmpdir(),
    PYTHONPATH: at,
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

export const calendarPassword = 'secret';

export interface CalendarServer {
  /** HTTP without TLS on 127.0.0.1. */
  port: number;
  /** The user name, and the path of the user's calendar. */
  user: string;
  calendar: string;
  stop: () => Promise<void>;
}

export type CalendarServerName = 'radicale' | 'xandikos';

/** Starts a server with one empty calendar of alice. Xandikos checks no password. */
export async function startCalendars(name: CalendarServerName): Promise<CalendarServer> {
  if (packages === undefined) throw new Error(missingCalendars);
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  const port = await freePort();
  const args = name === 'radicale' ? radicale(folder, port) : xandikos(folder, port);
  const child = spawn(python, args, { stdio: 'ignore', env: environment(packages) });
  const server: CalendarServer = {
    port,
    user: 'alice',
    calendar: name === 'radicale' ? '/alice/work/' : '/alice/calendars/calendar/',
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null) await once(child, 'exit').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await listening(port, child);
  return server;
}

function radicale(folder: string, port: number): string[] {
  const calendar = path.join(folder, 'data/collection-root/alice/work');
  mkdirSync(calendar, { recursive: true });
  writeFileSync(path.join(calendar, '.Radicale.props'), '{"tag": "VCALENDAR"}');
  const users = path.join(folder, 'users');
  writeFileSync(users, `alice:${calendarPassword}\n`);
  const config = path.join(folder, 'config');
  writeFileSync(
    config,
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${users}
htpasswd_encryption = plain
delay = 0
[rights]
type = owner_only
[storage]
filesystem_folder = ${path.join(folder, 'data')}
[web]
type = none
[logging]
level = critical
`,
  );
  return ['-m', 'radicale', '--config', config];
}

const xandikos = (folder: string, port: number): string[] => [
  '-m',
  'xandikos.web',
  '-d',
  folder,
  '-l',
  '127.0.0.1',
  '-p',
  String(port),
  '--current-user-principal',
  '/alice',
  '--defaults',
];

async function listening(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (child.exitCode !== null) break;
    const socket = connect(port, '127.0.0.1');
    const isUp = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The calendar server does not start.');
}
