import { sql } from 'kysely';
import { createMailboxLab, type MailboxLab } from './mailbox-lab.ts';
import type { MailServerKind } from './mail-servers.ts';
import { createOperations, createRandom } from './random-operations.ts';

export interface OperationsOptions {
  /** A migrated database that no one else uses. */
  databaseUrl: string;
  server: MailServerKind;
  operations: number;
  /** Number of operations between two comparisons. */
  every: number;
  /** Number of times the worker is killed. */
  kills: number;
  seed: number;
  say?: (line: string) => void;
}

export interface OperationsResult {
  counts: Map<string, number>;
  comparisons: number;
  stored: number;
  /** The differences: what is stored but does not exist, or the reverse; or has a wrong location. */
  differences: string[];
}

/**
 * Runs random operations of a mailbox's owner while the mailbox is synced, connections are cut and
 * the worker is killed, and regularly compares what is stored with the mailbox.
 */
export async function runOperations({
  databaseUrl,
  server,
  operations: count,
  every,
  kills,
  seed,
  say = () => {},
}: OperationsOptions): Promise<OperationsResult> {
  const lab = await createMailboxLab(databaseUrl, server);
  const random = createRandom(seed);
  const operations = await createOperations(lab, random);
  const counts = new Map<string, number>();
  const differences: string[] = [];
  let comparisons = 0;
  let stored = 0;
  try {
    for (let number = 1; number <= count; number += 1) {
      const name = await operations.next();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (random(3) === 0) await lab.wake();
      if (kills > 0 && number % Math.ceil(count / (kills + 1)) === 0) {
        await lab.wake();
        await lab.killWorker();
        counts.set('kill -9', (counts.get('kill -9') ?? 0) + 1);
      }
      if (number % every !== 0 && number !== count) continue;
      await lab.settle();
      const there = await operations.there();
      const found = await storedSubjects(lab);
      const differ = [
        ...there.filter((one) => !found.includes(one)).map((one) => `missing: ${one}`),
        ...found.filter((one) => !there.includes(one)).map((one) => `not there: ${one}`),
        ...(await strayLocations(lab)),
      ];
      differences.push(...differ.map((one) => `after ${number}: ${one}`));
      comparisons += 1;
      stored = found.length;
      say(`${number} operations, ${stored} stored, ${differences.length} differences`);
    }
    return { counts, comparisons, stored, differences };
  } finally {
    await operations.close();
    await lab.stop();
  }
}

async function storedSubjects({ db }: MailboxLab): Promise<string[]> {
  const rows = await db.selectFrom('captured_activities').select('title').distinct().execute();
  return rows.map(({ title }) => title).sort();
}

/** Stored emails without a location, and locations without a stored email. */
async function strayLocations({ db }: MailboxLab): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(location.external_id, captured.external_id) as id
    from item_locations location
    full join captured_activities captured on captured.external_id = location.external_id
    where location.external_id is null or captured.id is null`.execute(db);
  return rows.map(({ id }) => `without a counterpart: ${id}`);
}
