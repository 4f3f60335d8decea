import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import {
  asServerUser,
  childrenOf,
  findServer,
  listening,
  mailPassword,
  type MailServer,
  mailUsers,
  serverUser,
} from './mail-server.ts';

const { root, missing } = findServer('dovecot', 'usr/sbin/dovecot', 'dovecot-imapd');

/** Why tests with Dovecot are skipped; undefined if it is installed. */
export const missingDovecot = missing;

export const dovecotPassword = mailPassword;

export type Dovecot = MailServer;

/** @param more additional lines of its configuration. */
export async function startDovecot(more = ''): Promise<Dovecot> {
  if (root === undefined) throw new Error(missingDovecot);
  const folder = mkdtempSync(path.join(tmpdir(), 'dovecot-'));
  const port = await freePort();
  const { user, group, isOther } = serverUser();
  for (const name of ['run', 'state', 'mail']) mkdirSync(path.join(folder, name));
  writeFileSync(
    path.join(folder, 'users'),
    mailUsers.map((name) => `${name}:{PLAIN}${dovecotPassword}\n`).join(''),
  );
  // Where an unpacked package looks for its modules.
  symlinkSync(path.join(root, 'usr/lib/dovecot/modules'), path.join(folder, 'run/modules'));
  const config = path.join(folder, 'dovecot.conf');
  writeFileSync(config, configOf({ folder, root, port, user, group, more }));
  chmodSync(folder, 0o755);
  if (isOther) execFileSync('chown', ['-R', `${user}:${group}`, folder]);
  const child = start(root, config);
  await listening('Dovecot', port, child);
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

function start(at: string, config: string): ChildProcess {
  const libraries = [
    'usr/lib/dovecot',
    'usr/lib/dovecot/modules/old-stats',
    'usr/lib/x86_64-linux-gnu',
  ].map((one) => path.join(at, one));
  // The binary would otherwise look for its configuration reader where the package is installed.
  const [program, args] = asServerUser([
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
  ]);
  return spawn(program, args, {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: tmpdir(), LD_LIBRARY_PATH: libraries.join(':') },
  });
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
