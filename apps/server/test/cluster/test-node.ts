import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '@repo/embedded-postgres/is-alive';

const MAX_STARTS = 20;

/** A node of a test cluster. */
export interface TestNode {
  port: number;
  /** Kills its processes at once (SIGKILL). */
  kill: () => Promise<void>;
  /** Starts it again; resolves when it has recovered. */
  start: () => Promise<void>;
}

/** @param folder of the cluster. */
export function testNode(folder: string, number: number, firstPort: number): TestNode {
  const dataDir = path.join(folder, `node${number}`);
  return {
    port: firstPort + number,
    async kill() {
      const [line = ''] = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split(
        '\n',
      );
      const postmaster = Number(line);
      // So that it starts no more processes.
      process.kill(postmaster, 'SIGSTOP');
      const children = await childrenOf(postmaster);
      for (const pid of [postmaster, ...children]) killIfAlive(pid);
      while ([postmaster, ...children].some(isAlive)) await sleep(10);
    },
    async start() {
      const log = path.join(folder, 'run', `node${number}.log`);
      const pgCtl = [path.join(folder, 'pg/bin/pg_ctl'), '-D', dataDir, '-l', log, '-w', 'start'];
      const libraries = `LD_LIBRARY_PATH=${path.join(folder, 'pg/lib')}`;
      // PostgreSQL refuses to run as root.
      const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
      const [program = '', ...args] = [...asPostgres, 'env', libraries, ...pgCtl];
      for (let tries = 1; ; tries += 1) {
        try {
          await promisify(execFile)(program, args);
          return;
        } catch (cause) {
          // What a killed process had mapped is not free at once.
          const lines = (await readFile(log, 'utf8')).split('\n').slice(-10).join('\n');
          if (tries === MAX_STARTS) throw new Error(`Does not start: ${lines}`, { cause });
          await sleep(1_000);
        }
      }
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const file = `/proc/${pid}/task/${pid}/children`;
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
