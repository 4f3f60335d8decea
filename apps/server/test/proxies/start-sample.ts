import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/*
 * Starts the proxies of deploy/proxies from Debian's packages: those that are installed, or that
 * `sh scripts/install-operator-tools.sh` has unpacked.
 */

const root = path.join(import.meta.dirname, '../../../..');

/** A proxy that passes requests on to a server. */
export interface Proxy {
  name: string;
  /** As its program prints it. */
  version: string;
  port: number;
  stop: () => Promise<void>;
}

interface Ports {
  proxy: number;
  server: number;
}

interface Sample {
  /** Its file in deploy/proxies. */
  file: string;
  program: string;
  versionArgument: string;
  /** The sample within the rest of a configuration that runs it in the foreground, in a folder. */
  configure: (sample: string, folder: string) => string;
  argumentsFor: (file: string) => string[];
}

const samples: Readonly<Record<string, Sample>> = {
  nginx: {
    file: 'nginx.conf',
    program: 'usr/sbin/nginx',
    versionArgument: '-v',
    configure: (sample, folder) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join('\n');
      // As root, its workers would be another user, who may not write in the folder.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      return `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary}\n${sample} }`;
    },
    argumentsFor: (file) => ['-e', `${path.dirname(file)}/error.log`, '-c', file],
  },
  caddy: {
    file: 'Caddyfile',
    program: 'usr/bin/caddy',
    versionArgument: 'version',
    configure: (sample) => `{\n\tadmin off\n\tauto_https off\n}\n${sample}`,
    argumentsFor: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  apache: {
    file: 'apache.conf',
    program: 'usr/sbin/apache2',
    versionArgument: '-v',
    configure: (sample, folder) => {
      const modules = path.join(folderOf('apache', 'usr/sbin/apache2'), 'usr/lib/apache2/modules');
      const loaded = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http']
        .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
        .join('\n');
      return `${loaded}\nServerName localhost\nServerRoot ${folder}\nDefaultRuntimeDir ${folder}
PidFile ${folder}/apache.pid\nErrorLog ${folder}/error.log\n${sample}`;
    },
    argumentsFor: (file) => ['-X', '-f', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    program: 'usr/sbin/haproxy',
    versionArgument: '-v',
    configure: (sample) => sample,
    argumentsFor: (file) => ['-db', '-f', file],
  },
};

export const proxyNames = Object.keys(samples);

/** The folder that has the program: `/` where it is installed. */
function folderOf(name: string, program: string): string {
  const unpacked = path.join(root, 'node_modules/.cache/operator-tools', name);
  return existsSync(path.join(unpacked, program)) ? unpacked : '/';
}

/**
 * Starts a proxy with its sample configuration. Only the ports differ.
 *
 * @returns undefined where Debian's package is neither installed nor unpacked.
 */
export async function startSample(
  name: string,
  ports: Ports,
  folder: string,
): Promise<Proxy | undefined> {
  const sample = samples[name];
  if (sample === undefined) throw new Error(`There is no sample for ${name}.`);
  const packages = folderOf(name, sample.program);
  const program = path.join(packages, sample.program);
  if (!existsSync(program)) return undefined;
  const own = path.join(folder, name);
  await mkdir(own, { recursive: true });
  const text = await readFile(path.join(root, 'deploy/proxies', sample.file), 'utf8');
  const file = path.join(own, sample.file);
  await writeFile(file, sample.configure(withPorts(text, ports), own));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: own,
    LD_LIBRARY_PATH: path.join(packages, 'usr/lib/x86_64-linux-gnu'),
  };
  const version = spawnSync(program, [sample.versionArgument], { encoding: 'utf8', env });
  const child = spawn(program, sample.argumentsFor(file), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let failure = '';
  child.stderr.on('data', (part: Buffer) => (failure = (failure + String(part)).slice(-2_000)));
  await untilListening(child, ports.proxy, () => `${name} ended: ${failure}`);
  return {
    name,
    version: `${version.stdout}${version.stderr}`.trim().split('\n')[0] ?? '',
    port: ports.proxy,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** The samples name 8080 for themselves, and 3000 and 3001 for the servers. */
const withPorts = (text: string, { proxy, server }: Ports): string =>
  text
    .replaceAll(/127\.0\.0\.1:300[01]/g, `127.0.0.1:${server}`)
    .replace(/^(\s*(?:listen|Listen) )8080/m, `$1127.0.0.1:${proxy}`)
    .replace(/^:8080/m, `http://127.0.0.1:${proxy}`)
    .replace('<VirtualHost *:8080>', `<VirtualHost 127.0.0.1:${proxy}>`)
    .replace('bind :8080', `bind 127.0.0.1:${proxy}`);

async function untilListening(
  child: ChildProcess,
  port: number,
  failure: () => string,
): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(failure());
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(failure());
}
