import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';

/** A running mail server with a mailbox for each of its users. */
export interface MailServer {
  /** Plain IMAP on 127.0.0.1. */
  port: number;
  /** Kills the processes that serve connections at the moment, as a crash would. */
  killConnections: () => void;
  stop: () => Promise<void>;
}

export const mailUsers = ['alice', 'bob', 'carol', 'dave'];
/** Of each of them. */
export const mailPassword = 'secret';

/** The folder into which `scripts/install-mail-servers.sh` unpacks packages. */
const unpacked = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/mail-servers');

/**
 * Finds a server that is installed or unpacked.
 *
 * @returns its root folder; or why tests with it are skipped.
 */
export function findServer(name: string, file: string, debianPackage: string) {
  const root = ['/', path.join(unpacked, name)].find((at) => existsSync(path.join(at, file)));
  const missing =
    root === undefined
      ? ` (Debian’s ${debianPackage} is missing: run scripts/install-mail-servers.sh)`
      : undefined;
  return { root, missing };
}

/** Servers run as the current user; as `nobody` when started by root. */
export function serverUser() {
  const isOther = process.getuid?.() === 0;
  const user = isOther ? 'nobody' : userInfo().username;
  const group = execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim();
  return { user, group, isOther };
}

/** A command as the user that servers run as: its program and arguments. */
export function asServerUser(command: readonly string[]): [program: string, args: string[]] {
  const { user, group, isOther } = serverUser();
  const [program = '', ...args] = isOther
    ? ['setpriv', '--reuid', user, '--regid', group, '--clear-groups', ...command]
    : command;
  return [program, args];
}

/** The processes with this name, or any, that were started by another one. */
export function childrenOf(parent: number, name?: string): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, found, after = ''] =
        /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? [];
      const isNamed = name === undefined || found === name;
      return isNamed && Number(after.split(' ')[1]) === parent ? [Number(entry)] : [];
    } catch {
      // The process has already ended.
      return [];
    }
  });
}

/** Waits until a server greets on its port. */
export async function listening(name: string, port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    if (child.exitCode !== null) break;
    const socket = connect(port, '127.0.0.1');
    const isUp = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'error').then(() => false),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} does not start.`);
}
