import { setTimeout as sleep } from 'node:timers/promises';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { owner, type World } from '../../faults/world.ts';
import { type KillWorld, until } from './kill-world.ts';

const DAY_MS = 86_400_000;
/** Of each email who wrote it and who else reads it; the last is at a domain that no one tracks. */
const correspondents = [
  { From: 'bob@acme.com' },
  { From: 'gus@globex.com' },
  { From: 'bob@acme.com', Cc: 'gus@globex.com' },
  { From: 'ian@initech.com' },
  { From: 'eve@other.example' },
];
const untracked = correspondents.length - 1;

export interface SyncOutcome {
  kills: number;
  /** Emails that have to be captured, and what differs from them. */
  expected: number;
  missing: number;
  surplus: number;
}

/**
 * Captures a mailbox while a worker node is killed again and again. Its domains are shared with one
 * workspace each, and one with none.
 */
export async function killWhileSyncing(
  { world, workers, workspaces }: KillWorld,
  { kills, mails, say }: { kills: number; mails: number; say: (line: string) => void },
): Promise<SyncOutcome> {
  const { db, ann, api } = world;
  await deliver(world, mails);
  const [one, other] = workspaces;
  const track = (domain: string, workspaceId?: string) =>
    api('POST', '/api/accounts/import', {
      domains: [domain],
      source: 'manual',
      ...(workspaceId !== undefined && { workspaceId, name: domain }),
    });
  await track('acme.com', one);
  await track('globex.com', other);
  await track('initech.com');
  await world.connectGoogle('gmail');

  const captured = async () =>
    await db
      .selectFrom('captured_activities')
      .select('external_id')
      .where('owner_id', '=', ann.id)
      .execute();
  for (let kill = 0; kill < kills; kill += 1) {
    const target = (mails * kill) / (kills + 4);
    await until(`${target} mails are captured`, async () => (await captured()).length > target);
    await sleep(Math.random() * 200);
    const worker = workers[Math.floor(Math.random() * workers.length)];
    await worker?.kill();
    await sleep(Math.random() * 1_500);
    await worker?.start();
    await until('the sync is due again', () => wake(world));
    say(`${kill + 1} kills while syncing: ${(await readAll(captured)).length} mails`);
  }
  const expected = await idsOf(world);
  await until('everything is captured', async () => {
    await wake(world);
    await sleep(1_000);
    return (await captured()).length >= expected.length;
  });
  await until('nothing waits', async () => {
    const waiting = await db.selectFrom('publish_requests').select('id').execute();
    const tasks = await db.selectFrom('sync_tasks').select('id').execute();
    await wake(world);
    return waiting.length + tasks.length === 0;
  });
  const found = (await captured()).map(({ external_id }) => external_id);
  return {
    kills,
    expected: expected.length,
    missing: expected.filter((id) => !found.includes(id)).length,
    surplus: found.length - expected.filter((id) => found.includes(id)).length,
  };
}

/** Again until the node responds. */
async function readAll<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  let rows: Row[] = [];
  await until('the rows can be read', async () => {
    rows = await read();
    return true;
  });
  return rows;
}

/** Skips the time until the next sync, and what is left of a lease that could not be given back. */
async function wake({ db, ann }: World): Promise<boolean> {
  const now = new Date();
  await db
    .updateTable('integrations')
    .set({ due_at: now, paused_until: null })
    .where('owner_id', '=', ann.id)
    .execute();
  await db
    .updateTable('failed_items')
    .set({ retry_at: now })
    .where('owner_id', '=', ann.id)
    .execute();
  return true;
}

async function deliver(world: World, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await world.deliver(
      sampleMail({
        ...correspondents[number % correspondents.length],
        To: owner,
        Subject: `mail ${number}`,
        Date: new Date(Date.now() - DAY_MS - ((number * 7_919) % 400) * 3_600_000).toUTCString(),
        'Message-ID': messageIdOf(number),
      }),
    );
  }
}

export const messageIdOf = (number: number): string => `<${number}@kills.example>`;

/** The provider's ids of the emails at a tracked domain. */
async function idsOf({ sandbox }: World): Promise<string[]> {
  const { messages } = await sandbox<{ messages: { id: string; messageId: string }[] }>(
    'GET',
    `gmail/${owner}/messages`,
  );
  return messages
    .filter(({ messageId }) => Number.parseInt(messageId, 10) % correspondents.length !== untracked)
    .map(({ id }) => id);
}
