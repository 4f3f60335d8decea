import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectMissing, retrying, track } from './connect-sources.ts';
import { countPublished, type Published, waitUntilIdle, storedIds } from './wait-until-idle.ts';
import { createSources, type Sources } from './sources.ts';
import { createFailureInjector } from './inject-failures.ts';
import { createWorld, type World } from './world.ts';

export interface FaultSuiteOptions {
  /** A migrated database that no one else uses. */
  databaseUrl: string;
  /** Number of processes to kill before the suite waits until everything is idle. */
  kills: number;
  /** Emails that exist from the start. */
  mails: number;
  say?: (line: string) => void;
}

export interface FaultSuiteResult {
  kills: number;
  /** The other failures that occurred, and how often. */
  failures: Map<string, number>;
  /** Sorted ids by provider: the contents of the sources, and what is stored. */
  expected: Record<string, string[]>;
  stored: Record<string, string[]>;
  /** The activities published in the account of the shared domain, and the expected ones. */
  published: Published;
}

const workers = 2;

/**
 * Runs two workers that sync four sources while processes are killed, connections are cut, every
 * injected failure occurs and the sources change; finally compares what is stored with the sources.
 */
export async function runFaultSuite(options: FaultSuiteOptions): Promise<FaultSuiteResult> {
  const { say = () => {} } = options;
  const world = await createWorld(options.databaseUrl);
  try {
    const sources = createSources(world);
    await sources.deliverMails(options.mails);
    await sources.addEvents(30);
    await sources.addCalls(20);
    await track(world);
    await connectMissing(world);
    const failures = createFailureInjector(world, sources);
    const made = new Map<string, number>();
    let [count, kills] = [0, 0];
    for (let round = 0; kills < options.kills; round += 1) {
      await wake(world);
      // Either one worker is killed and the other one takes over its work, or both are.
      const dying = Math.min(1 + (round % workers), options.kills - kills);
      // Each kill follows some injected failures, so that all of them occur with any number of
      // kills.
      const due = Math.ceil((failures.count * (kills + dying)) / options.kills);
      for (; count < Math.max(due, kills + dying); count += 1) {
        const name = await failures.make();
        made.set(name, (made.get(name) ?? 0) + 1);
        say(`${kills} kills; ${name}`);
        await retrying(() => sources.change());
        await sleep(Math.random() * 150);
      }
      await sleep(Math.random() * 800);
      await killNext(world, kills, dying);
      kills += dying;
      await retrying(() => connectMissing(world));
    }
    await failures.end();
    await wake(world);
    await waitUntilIdle(world, sources.expected, say);
    const rounds = Math.max(3, Math.ceil(options.kills / 6));
    await killWithoutHealing(world, sources, rounds);
    await wake(world);
    await waitUntilIdle(world, sources.expected, say);
    return {
      kills: kills + rounds * workers,
      failures: made,
      expected: await sources.expected(),
      stored: await storedIds(world),
      published: await countPublished(world),
    };
  } finally {
    await world.stop();
  }
}

/**
 * Kills both workers while they read the emails of a page of changes, which a slow provider
 * prolongs. Failures that cause everything to be read again do not occur any more: whatever one of
 * these kills loses would stay lost.
 */
async function killWithoutHealing(world: World, sources: Sources, rounds: number): Promise<void> {
  const effect = { kind: 'slow', ms: 150 };
  await world.sandbox('POST', 'faults', { path: '/gmail/v1/users/me/messages/*', effect });
  for (let round = 0; round < rounds; round += 1) {
    const before = await countSlowed(world);
    await sources.deliverMails(20);
    await sources.change();
    await wake(world);
    await untilReading(world, before);
    await sleep(Math.random() * 200);
    await killNext(world, round * workers, workers);
  }
  await world.sandbox('DELETE', 'faults');
}

async function countSlowed({ sandbox }: World): Promise<number> {
  const { faults } = await sandbox<{ faults: { struck: number }[] }>('GET', 'faults');
  return faults.reduce((sum, { struck }) => sum + struck, 0);
}

/** Waits until an email is being read; otherwise a kill would prove nothing. */
async function untilReading(world: World, before: number): Promise<void> {
  for (const end = Date.now() + 30_000; (await countSlowed(world)) === before; await sleep(20)) {
    if (Date.now() > end) throw new Error('No worker began to read mails within 30 s.');
  }
}

/** Skips the time until scheduled syncs, retries and the expiry of leases. */
const wake = ({ db }: World) =>
  sql`with leases as (
      update integrations set due_at = now(), paused_until = null,
        lease_until = case when lease_id is null then null else now() - interval '1 second' end
    ) update failed_items set retry_at = now() where retry_at is not null`.execute(db);

/** Clock offsets that workers start with: correct, two hours ahead, two hours behind. */
const clockOffsets = [0, 7_200_000, -7_200_000];

/** Kills some of the workers at once and starts others in their place. */
async function killNext(world: World, killed: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => killed + index);
  await Promise.all(numbers.map((number) => world.workers[number % workers]?.kill()));
  await Promise.all(
    numbers.map(async (number) => {
      const offset = clockOffsets[number % clockOffsets.length];
      world.workers[number % workers] = await world.startWorker(offset);
    }),
  );
}
