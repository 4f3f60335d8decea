import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { startThrowawayPostgres } from '../start-throwaway-postgres.ts';

export interface BenchServer {
  url: string;
  databaseUrl: string;
  /** The process of the server, without PostgreSQL. */
  pid: number;
  /** Gone with everything that it stored. */
  stop: () => Promise<void>;
}

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

/**
 * The product in a process of its own, on the embedded PostgreSQL with its usual settings.
 *
 * @param role the API alone, or with everything that works in the background.
 */
export async function startBenchServer(role: 'api' | 'all' = 'api'): Promise<BenchServer> {
  const postgres = await startThrowawayPostgres();
  const { url, pid, stop } = await startServerOn(postgres, role);
  return {
    url,
    databaseUrl: postgres.url,
    pid,
    stop: async () => {
      await stop();
      await postgres.stop();
    },
  };
}

/** The same on a database that runs already and goes on when the process is stopped. */
export async function startServerOn(
  database: { url: string; folder: string },
  role: 'api' | 'all' = 'api',
): Promise<Pick<BenchServer, 'url' | 'pid' | 'stop'>> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [main, `--role=${role}`], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      DATA_DIR: path.join(database.folder, 'data'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(server, 'exit');
  for (let answers = false; !answers;) {
    if (server.exitCode !== null) throw new Error('The server ended before it answered.');
    answers = await fetch(`${url}/api/openapi.json`).then(
      ({ ok }) => ok,
      () => sleep(50).then(() => false),
    );
  }
  return {
    url,
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
