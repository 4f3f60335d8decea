import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';

/** The folder into which `scripts/install-mail-servers.sh` unpacks the package; `/` for an installed one. */
const unpacked = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/mail-servers/dovecot',
);
const root = ['/', unpacked].find((folder) => existsSync(path.join(folder, 'usr/sbin/dovecot')));

/** Why tests with Dovecot are skipped; undefined where it is installed. */
export const missingDovecot =
  root === undefined
    ? 'Debian’s dovecot-imapd is missing: run scripts/install-mail-servers.sh'
    : undefined;

export const dovecotPassword = 'secret';

export interface Dovecot {
  /** Plain IMAP on 127.0.0.1. */
  port: number;
  /** Kills the processes that serve connections at the moment, as a crash would. */
  killConnections: () => void;
  stop: () => Promise<void>;
}

/**
 * Starts Dovecot with the mailboxes of alice, bob and carol. It runs as an ordinary user; as
 * `nobody` when started by root.
 *
 * @param more additional lines of its configuration.
 */
export async function startDovecot(more = ''): Promise<Dovecot> {
  if (root === undefined) throw new Error(missingDovecot);
  const folder = mkdtempSync(path.join(tmpdir(), 'dovecot-'));
  const port = await freePort();
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? 'nobody' : userInfo().username;
  const group = execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim();
  for (const name of ['run', 'state', 'mail']) mkdirSync(path.join(folder, name));
  writeFileSync(
    path.join(folder, 'users'),
    ['alice', 'bob', 'carol'].map((name) => `${name}:{PLAIN}${dovecotPassword}\n`).join(''),
  );
  // Where an unpacked package looks for its modules.
  symlinkSync(path.join(root, 'usr/lib/dovecot/modules'), path.join(folder, 'run/modules'));
  const config = path.join(folder, 'dovecot.conf');
  writeFileSync(config, configOf({ folder, root, port, user, group, more }));
  chmodSync(folder, 0o755);
  if (asRoot) execFileSync('chown', ['-R', `${user}:${group}`, folder]);
  const child = start(root, config, asRoot ? user : undefined);
  await listening(port, child);
  return {
    port,
    killConnections: () => {
      for (const pid of childrenOf(child.pid ?? 0, 'imap')) process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The processes with this name that were started by another one. */
function childrenOf(parent: number, name: string): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, found, after = ''] =
        /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? [];
      return found === name && Number(after.split(' ')[1]) === parent ? [Number(entry)] : [];
    } catch {
      // The process has already ended.
      return [];
    }
  });
}

function start(at: string, config: string, user: string | undefined): ChildProcess {
  const libraries = [
    'usr/lib/dovecot',
    'usr/lib/dovecot/modules/old-stats',
    'usr/lib/x86_64-linux-gnu',
  ].map((one) => path.join(at, one));
  // The binary would otherwise look for its configuration reader where the package is installed.
  const command = [
    path.join(at, 'usr/bin/doveconf'),
    '-f',
    'service=master',
    '-c',
    config,
    '-m',
    'master',
    '-p',
    '-e',
    path.join(at, 'usr/sbin/dovecot'),
    '-F',
    '-c',
    config,
  ];
  const [program = '', ...args] =
    user === undefined
      ? command
      : ['setpriv', '--reuid', user, '--regid', 'nogroup', '--clear-groups', ...command];
  return spawn(program, args, {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: tmpdir(), LD_LIBRARY_PATH: libraries.join(':') },
  });
}

async function listening(port: number, child: ChildProcess): Promise<void> {
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
  throw new Error('Dovecot does not start.');
}

interface DovecotConfig {
  folder: string;
  root: string;
  port: number;
  user: string;
  group: string;
  more: string;
}

// The tests provide TLS themselves (tls-front.ts): Dovecot only finds its module where it is
// installed.
const configOf = ({ folder, root: at, port, user, group, more }: DovecotConfig): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
libexec_dir = ${at}/usr/lib/dovecot
login_plugin_dir = ${at}/usr/lib/dovecot/modules/login
mail_plugin_dir = ${at}/usr/lib/dovecot/modules
import_environment = LD_LIBRARY_PATH
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 0
mail_location = mdbox:~/mdbox
mail_fsync = never
ssl = no
disable_plaintext_auth = no
mail_max_userip_connections = 50
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
${['Sent', 'Drafts', 'Trash', 'Junk'].map(specialFolder).join('\n')}
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  chroot =
}
${more}
`;

const specialFolder = (name: string): string => `
  mailbox ${name} {
    special_use = \\${name}
    auto = subscribe
  }`;
