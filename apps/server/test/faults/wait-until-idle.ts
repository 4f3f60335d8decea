import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectMissing, retrying } from './connect-sources.ts';
import type { World } from './world.ts';

/** The activities published in the account of the shared domain, and the expected ones. */
export interface Published {
  found: number;
  expected: number;
}

/** Timeout until everything is idle at the end; milliseconds. */
const timeoutMs = 180_000;

/** Waits until nothing is pending and what is stored equals the sources, or until the timeout. */
export async function waitUntilIdle(
  world: World,
  expected: () => Promise<Record<string, string[]>>,
  say: (line: string) => void,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(500)) {
    await retrying(() => connectMissing(world));
    const stored = JSON.stringify(await storedIds(world));
    if (stored === JSON.stringify(await expected()) && (await isQuiet(world))) return;
    say('waits for everything to come to rest');
    await sql`update integrations set due_at = now(), paused_until = null
      where lease_id is null`.execute(world.db);
    await sql`update failed_items set retry_at = now()`.execute(world.db);
  }
}

async function isQuiet({ db }: World): Promise<boolean> {
  const { rows } = await sql<{ isQuiet: boolean }>`
    select not exists (select from sync_tasks) and not exists (select from failed_items)
      as "isQuiet"`.execute(db);
  return rows[0]?.isQuiet ?? false;
}

/** The sorted ids of Ann's stored activities, by provider. */
export async function storedIds({ db, ann }: World): Promise<Record<string, string[]>> {
  const rows = await db
    .selectFrom('captured_activities')
    .select(['provider', 'external_id'])
    .where('owner_id', '=', ann.id)
    .execute();
  return Object.fromEntries(
    ['gmail', 'google_calendar', 'fireflies', 'fathom'].map((provider) => [
      provider,
      rows
        .filter((row) => row.provider === provider)
        .map((row) => row.external_id)
        .sort(),
    ]),
  );
}

export async function countPublished({ db }: World): Promise<Published> {
  const { rows } = await sql<Published>`
    select (select count(*) from account_activities)::integer as found,
      (select count(distinct activity_key) from captured_activities)::integer as expected`.execute(
    db,
  );
  return rows[0] ?? { found: 0, expected: -1 };
}
