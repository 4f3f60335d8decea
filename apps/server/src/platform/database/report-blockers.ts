import pg from 'pg';
import { withoutName } from './create-database.ts';

/** The interval at which it is checked whether a migration waits for others; milliseconds. */
const CHECK_INTERVAL_MS = 5_000;

interface Blocker {
  pid: number;
  name: string;
  state: string;
}

/**
 * Reports which connections a migration waits for, each once, until the returned function is called. A
 * migration waits for as long as they use its tables, which for a tool that was left open has no end.
 *
 * @param name the application name of the connection that migrates.
 */
export function reportBlockers(
  url: string,
  name: string,
  report: (message: string) => void,
  intervalMs = CHECK_INTERVAL_MS,
): () => Promise<void> {
  const reported = new Set<number>();
  let checking = Promise.resolve();
  const check = async () => {
    for (const blocker of await readBlockers(url, name)) {
      if (reported.has(blocker.pid)) continue;
      reported.add(blocker.pid);
      report(describe(blocker));
    }
  };
  const timer = setInterval(() => {
    // A database that does not respond fails the migration itself.
    checking = checking.then(check).catch(() => {});
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}

async function readBlockers(url: string, name: string): Promise<Blocker[]> {
  const client = new pg.Client({
    connectionString: withoutName(url),
    // Not one of the processes that have to be stopped.
    application_name: 'migration watch',
  });
  await client.connect();
  try {
    const { rows } = await client.query<Blocker>(
      `select distinct blocker.pid, coalesce(blocker.application_name, '') as name,
        coalesce(blocker.state, 'unknown') as state
      from pg_stat_activity blocked
      cross join unnest(pg_blocking_pids(blocked.pid)) as blocking(pid)
      join pg_stat_activity blocker on blocker.pid = blocking.pid
      where blocked.datname = current_database() and blocked.application_name = $1
      order by blocker.pid`,
      [name],
    );
    return rows;
  } finally {
    await client.end();
  }
}

const describe = ({ pid, name, state }: Blocker): string =>
  `The migration waits for another connection to the database (${name === '' ? 'without a name' : `“${name}”`}, process ${pid}, ${state}). It goes on when that connection ends or commits; to end it: select pg_terminate_backend(${pid}). Nothing is changed until then.`;
