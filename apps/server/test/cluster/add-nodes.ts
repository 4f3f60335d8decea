import { Client } from 'pg';

/** Few, so that cloning a distributed database is fast. */
const SHARDS = 4;

/**
 * Makes databases of the same name, one on each node, the database of a cluster whose tables are not
 * distributed yet.
 *
 * @param urls of the coordinator's database, then of the workers'
 */
export async function addNodes(
  urls: readonly [string, ...string[]],
  shards = SHARDS,
): Promise<void> {
  for (const url of urls) await run(url, async (client) => client.query('create extension citus'));
  const [coordinator, ...workers] = urls;
  await run(coordinator, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', addressOf(coordinator));
    for (const url of workers) {
      await client.query('select citus_add_node($1, $2)', addressOf(url));
    }
    const name = new URL(coordinator).pathname.slice(1);
    await client.query(`alter database ${name} set citus.shard_count = ${shards}`);
  });
}

const addressOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return [hostname, Number(port)];
};

async function run(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  const notices: (string | undefined)[] = [];
  client.on('notice', ({ message }) => notices.push(message));
  await client.connect();
  try {
    await work(client);
  } catch (error) {
    // Citus says in a notice why a connection between nodes failed, and only that it did in the error.
    throw new Error(`${String(error)} (${notices.join('; ')})`, { cause: error });
  } finally {
    await client.end();
  }
}
