import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

// Its package and Dovecot's exclude each other, so that at least one of them is unpacked.
const { root, missing } = findServer('cyrus', 'usr/lib/cyrus/bin/imapd', 'cyrus-imapd');

/** Why tests with Cyrus are skipped; undefined if it is installed. */
export const missingCyrus = missing;

export async function startCyrus(): Promise<MailServer> {
  if (root === undefined) throw new Error(missingCyrus);
  const folder = mkdtempSync(path.join(tmpdir(), 'cyrus-'));
  const port = await freePort();
  const { user, group, isOther } = serverUser();
  for (const name of ['spool', 'conf', 'conf/socket', 'conf/db', 'conf/proc', 'conf/log']) {
    mkdirSync(path.join(folder, name));
  }
  const programs = path.join(root, 'usr/lib/cyrus/bin');
  writeFileSync(path.join(folder, 'imapd.conf'), settingsOf({ folder, user, group }));
  writeFileSync(path.join(folder, 'cyrus.conf'), servicesOf({ folder, programs, port }));
  chmodSync(folder, 0o755);
  if (isOther) execFileSync('chown', ['-R', `${user}:${group}`, folder]);
  const libraries = path.join(root, 'usr/lib/x86_64-linux-gnu');
  const env = {
    PATH: process.env['PATH'],
    HOME: tmpdir(),
    LD_LIBRARY_PATH: `${libraries}:${path.join(root, 'lib/x86_64-linux-gnu')}`,
    SASL_PATH: path.join(libraries, 'sasl2'),
  };
  for (const name of mailUsers) {
    const [program, args] = asServerUser([
      path.join(root, 'usr/sbin/saslpasswd2'),
      '-p',
      '-c',
      '-u',
      'localhost',
      '-f',
      path.join(folder, 'sasldb2'),
      name,
    ]);
    execFileSync(program, args, { env, input: mailPassword, stdio: ['pipe', 'ignore', 'pipe'] });
  }
  const [program, args] = asServerUser([
    path.join(programs, 'master'),
    '-C',
    path.join(folder, 'imapd.conf'),
    '-M',
    path.join(folder, 'cyrus.conf'),
    '-p',
    path.join(folder, 'master.pid'),
  ]);
  // It signals its process group when it ends, so that it needs one of its own.
  const child = spawn(program, args, { stdio: 'ignore', env, detached: true });
  const killAll = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  process.once('exit', killAll);
  await listening('Cyrus', port, child);
  return {
    port,
    killConnections: () => {
      // Cyrus disables a service whose waiting processes die repeatedly.
      const serving = new Set(readdirSync(path.join(folder, 'conf/proc')));
      for (const pid of childrenOf(child.pid ?? 0, 'imapd')) {
        if (serving.has(String(pid))) process.kill(pid, 'SIGKILL');
      }
    },
    stop: async () => {
      process.off('exit', killAll);
      killAll();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const settingsOf = ({ folder, user, group }: { folder: string; user: string; group: string }) => `
configdirectory: ${folder}/conf
defaultpartition: default
partition-default: ${folder}/spool
cyrus_user: ${user}
cyrus_group: ${group}
servername: localhost
admins: admin
allowplaintext: yes
sasl_mech_list: PLAIN LOGIN
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: ${folder}/sasldb2
virtdomains: off
unixhierarchysep: yes
altnamespace: yes
autocreate_quota: 0
autocreate_inbox_folders: Sent | Drafts | Trash | Junk
autocreate_subscribe_folders: Sent | Drafts | Trash | Junk
xlist-sent: Sent
xlist-drafts: Drafts
xlist-trash: Trash
xlist-junk: Junk
`;

const servicesOf = (at: { folder: string; programs: string; port: number }) => `
START {
  recover cmd="${at.programs}/ctl_cyrusdb -C ${at.folder}/imapd.conf -r"
}
SERVICES {
  imap cmd="${at.programs}/imapd -C ${at.folder}/imapd.conf -U 30" listen="127.0.0.1:${at.port}" prefork=1
}
EVENTS {
  checkpoint cmd="${at.programs}/ctl_cyrusdb -C ${at.folder}/imapd.conf -c" period=30
}
DAEMON {
  idled cmd="${at.programs}/idled -C ${at.folder}/imapd.conf"
}
`;
