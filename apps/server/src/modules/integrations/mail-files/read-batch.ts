import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import { toStorableText } from '../../activities/to-storable.ts';
import { findMatchingDomains } from '../../activities/find-matching-domains.ts';
import type { ActivityToCapture, FileItem } from '../provider.ts';
import { captureEach } from '../sync/capture-each.ts';
import type { MailFileRow } from './describe-file.ts';
import { type FileLease, requireFileLease } from './file-lease.ts';

/** Characters of a reason and of a name that are stored. */
const MAX_REASON = 500;
const MAX_NAME = 200;

/** The same for all files of a user, so that an email in two of them is stored once. */
const SOURCE = 'files';

type Activity = Extract<FileItem, { kind: 'activity' }>;
type Problem = { name: string; reason: string };

/** What was read of a file so far. */
export type Tally = Pick<
  MailFileRow,
  | 'items'
  | 'bytes_read'
  | 'found'
  | 'concerned'
  | 'imported'
  | 'excluded'
  | 'unreadable'
  | 'since'
  | 'until'
> & { domains: Record<string, number>; problems: Problem[] };

interface Reading {
  context: Pick<Context, 'db' | 'log'>;
  lease: FileLease;
  /** The provider that the activities are captured for. */
  provider: string;
}

/** Counts what a part of a file contains, and stores how far it is read. */
export async function checkBatch(
  { context: { db }, lease }: Reading,
  tally: Tally,
  items: readonly FileItem[],
): Promise<void> {
  const activities = items.filter(isActivity);
  const match = await findMatchingDomains(db, lease.ownerId, everyone(activities));
  tally.found += items.length;
  for (const { head } of activities) {
    const matching = match(head.participants);
    if (matching.length === 0) continue;
    tally.concerned += 1;
    for (const { domain } of matching) tally.domains[domain] = (tally.domains[domain] ?? 0) + 1;
    tally.since = earliest(tally.since, head.occurredAt);
    tally.until = latest(tally.until, head.occurredAt);
  }
  tally.excluded += items.filter(({ kind }) => kind === 'excluded').length;
  for (const item of items) if (item.kind === 'unreadable') addProblem(tally, item);
  advance(tally, items);
  await db.transaction().execute(async (tx) => {
    await requireFileLease(tx, lease);
    await storeTally(tx, lease, tally);
  });
}

/**
 * Imports what concerns tracked domains of a part of a file, and stores how far it is read in the same
 * transaction, so that a crash repeats work and never loses any.
 */
export async function importBatch(
  { context: { db, log }, lease, provider }: Reading,
  tally: Tally,
  items: readonly FileItem[],
): Promise<void> {
  const { ownerId } = lease;
  const activities = items.filter(isActivity);
  const match = await findMatchingDomains(db, ownerId, everyone(activities));
  const concerned = activities.filter(({ head }) => match(head.participants).length > 0);
  const read = await Promise.all(concerned.map(readOne));
  const found = read.flatMap((one) => ('activity' in one ? [one] : []));
  for (const one of read) if ('reason' in one) addProblem(tally, one);
  advance(tally, items);
  await db.transaction().execute(async (tx) => {
    await requireFileLease(tx, lease);
    const { refused } = await captureEach(
      tx,
      { ownerId, provider, source: SOURCE },
      found.map(({ activity }) => activity),
      { log },
    );
    const names = new Map(found.map(({ name, activity }) => [activity.externalId, name]));
    for (const { id, reason } of refused) addProblem(tally, { name: names.get(id) ?? '', reason });
    tally.imported += found.length - refused.length;
    await storeTally(tx, lease, tally);
  });
}

async function readOne({
  name,
  read,
}: Activity): Promise<Problem | { name: string; activity: ActivityToCapture }> {
  try {
    return { name, activity: await read() };
  } catch (error) {
    return { name, reason: error instanceof Error ? error.message : String(error) };
  }
}

const isActivity = (item: FileItem): item is Activity => item.kind === 'activity';

const everyone = (activities: readonly Activity[]) =>
  activities.flatMap(({ head }) => head.participants);

const earliest = (one: Date | null, other: Date): Date =>
  one === null || other < one ? other : one;
const latest = (one: Date | null, other: Date): Date => (one === null || other > one ? other : one);

function advance(tally: Tally, items: readonly FileItem[]): void {
  tally.items += items.length;
  tally.bytes_read = items.at(-1)?.bytesRead ?? tally.bytes_read;
}

function addProblem(tally: Tally, { name, reason }: Problem): void {
  tally.unreadable += 1;
  if (tally.problems.length >= limits.mailFileProblems) return;
  tally.problems.push({
    name: toStorableText(name, MAX_NAME),
    reason: toStorableText(reason, MAX_REASON),
  });
}

async function storeTally(tx: Connection, { ownerId, id }: FileLease, tally: Tally): Promise<void> {
  await tx
    .updateTable('mail_files')
    .set({
      ...tally,
      domains: JSON.stringify(tally.domains),
      problems: JSON.stringify(tally.problems),
      changed_at: sql<Date>`now()`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}
