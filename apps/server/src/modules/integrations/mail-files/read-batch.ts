import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { transactionOnce } from '#platform/database/repeat-collided.ts';
import { toStorableText } from '../../activities/to-storable.ts';
import type { FileItem } from '../provider/file-reader.ts';
import { captureEach } from '../reading/capture-each.ts';
import { finishPublishing } from '../../activities/finish-publishing.ts';
import type { MailFileRow } from './describe-file.ts';
import { findFirst } from './file-items.ts';
import { type FileLease, requireFileLease } from '../file-lease.ts';
import { type Concerned, type Problem, readConcerned } from './read-concerned.ts';

/** Characters of a reason and of a name that are stored. */
const MAX_REASON = 500;
const MAX_NAME = 200;

/**
 * The source is the same for all files of a user, so that an email in two of them is stored once.
 */
const SOURCE = 'files';

type FilePosition = Pick<FileItem, 'bytesRead' | 'passed'>;

/** The part of a file that was read so far. */
export type Tally = Pick<
  MailFileRow,
  | 'items'
  | 'bytes_read'
  | 'passed'
  | 'found'
  | 'concerned'
  | 'imported'
  | 'excluded'
  | 'unreadable'
  | 'meetings'
  | 'since'
  | 'until'
> & { domains: Record<string, number>; problems: Problem[] };

// Transactions that count in memory as well are not repeated.

interface Reading {
  context: Pick<Context, 'db' | 'log'>;
  lease: FileLease;
  /** The provider that the activities are captured for. */
  provider: string;
}

/**
 * Counts a part of a file, and stores the position up to which it is read. Items that concern a tracked
 * domain are read whole, as in the import: the same facts decide which copies are one email, which domains it
 * concerns, and whether it is readable.
 */
export async function checkBatch(
  { context: { db }, lease }: Reading,
  tally: Tally,
  items: readonly FileItem[],
): Promise<void> {
  const { found, problems } = await readConcerned(db, lease.ownerId, items);
  for (const item of items) if (item.kind === 'unreadable') addProblem(tally, item);
  for (const problem of problems) addProblem(tally, problem);
  tally.excluded += items.filter(({ kind }) => kind === 'excluded').length;
  advance(tally, items);
  await transactionOnce(db, async (tx) => {
    await requireFileLease(tx, lease);
    const { counted = [], copies = [] } = await groupCopies(tx, lease, found);
    tally.found += items.length - copies.length;
    tally.meetings += countMeetings(items) - countMeetings(copies.map(({ activity }) => activity));
    tally.concerned += counted.length;
    for (const { activity, domains } of counted) {
      for (const domain of domains) tally.domains[domain] = (tally.domains[domain] ?? 0) + 1;
      tally.since = earliest(tally.since, activity.occurredAt);
      tally.until = latest(tally.until, activity.occurredAt);
    }
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
  const { found, problems } = await readConcerned(db, ownerId, items);
  for (const problem of problems) if (!isListed(tally, problem)) addProblem(tally, problem);
  advance(tally, items);
  await transactionOnce(db, async (tx) => {
    await requireFileLease(tx, lease);
    const { refused } = await captureEach(
      tx,
      { ownerId, provider, source: SOURCE },
      found.map(({ activity }) => activity),
      { log },
    );
    const names = new Map(found.map(({ name, activity }) => [activity.externalId, name]));
    for (const { id, reason } of refused) addProblem(tally, { name: names.get(id) ?? '', reason });
    const failed = new Set(refused.map(({ id }) => id));
    const stored = found.filter(({ activity }) => !failed.has(activity.externalId));
    const { counted = [] } = await groupCopies(tx, lease, stored);
    tally.imported += counted.length;
    await storeTally(tx, lease, tally);
  });
  await finishPublishing(db, ownerId);
}

/** Stores how far a file is read where it contains nothing. */
export async function storePosition(
  { context: { db }, lease }: Reading,
  tally: Tally,
  position: FilePosition,
): Promise<void> {
  setPosition(tally, position);
  await db.transaction().execute(async (tx) => {
    await requireFileLease(tx, lease);
    await storeTally(tx, lease, tally);
  });
}

/** Separates items that are new in a file from copies of earlier ones. */
async function groupCopies(tx: Connection, lease: FileLease, items: readonly Concerned[]) {
  const first = await findFirst(tx, lease, items.flatMap(identities));
  // Counted items leave the set, so that one of several copies in this part is counted.
  return Object.groupBy(items, (one) => {
    const known = identities(one).filter((id) => !first.delete(id));
    return known.length === 0 ? 'counted' : 'copies';
  });
}

/**
 * By what an item is known again: emails by the id under which they are stored. Two occurrences of a series that were
 * moved to one time are shown as one meeting, although each is stored.
 */
const identities = ({ activity: { externalId, key, type } }: Concerned): string[] =>
  type === 'calendar' ? [externalId, `${type}\n${key}`] : [externalId];

const countMeetings = (items: readonly { type: string }[]): number =>
  items.filter(({ type }) => type === 'calendar').length;

const earliest = (one: Date | null, other: Date): Date =>
  one === null || other < one ? other : one;
const latest = (one: Date | null, other: Date): Date => (one === null || other > one ? other : one);

function advance(tally: Tally, items: readonly FileItem[]): void {
  tally.items += items.length;
  const last = items.at(-1);
  if (last !== undefined) setPosition(tally, last);
}

function setPosition(tally: Tally, { bytesRead, passed }: FilePosition): void {
  tally.bytes_read = bytesRead;
  tally.passed = passed;
}

/** Whether a problem was counted when the file was checked, or may have been: the list has a limit. */
const isListed = ({ problems }: Tally, { name, reason }: Problem): boolean =>
  problems.length >= limits.mailFileProblems ||
  problems.some((one) => one.name === storableName(name) && one.reason === storableReason(reason));

const storableName = (name: string): string => toStorableText(name, MAX_NAME);
const storableReason = (reason: string): string => toStorableText(reason, MAX_REASON);

function addProblem(tally: Tally, { name, reason }: Problem): void {
  tally.unreadable += 1;
  if (tally.problems.length >= limits.mailFileProblems) return;
  tally.problems.push({ name: storableName(name), reason: storableReason(reason) });
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
