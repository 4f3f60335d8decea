import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ActivityToCapture, CaptureSource } from './activity-to-capture.ts';
import { findErased, SEARCHED_COLUMNS } from './erased-contacts.ts';
import { findMatchingDomains, type TrackedDomain } from './find-matching-domains.ts';
import { describeLinks, type Link, replaceLinks } from './capturing/links.ts';
import { hideCopies } from './capturing/hide-copies.ts';
import { updateSharedMeetings } from './update-shared-meetings.ts';
import { keepCapturedPrivate } from './private/mark-private.ts';
import { keepHeadIdentities } from './capturing/keep-head-identities.ts';
import { keepIdentities } from './capturing/keep-identities.ts';
import { lockOwner } from './lock-owner.ts';
import { protectCaptured } from './protected/protect-captured.ts';
import { publishLinks } from './publishing/publish-links.ts';
import { type Cutoffs, readCutoffs } from './cutoffs.ts';
import { readHeldShares } from './held-accounts.ts';
import { isPast, isTextPast, withoutText } from './retention/without-past.ts';
import { deleteCaptured } from './remove-captured.ts';
import { storeCaptured } from './capturing/store-captured.ts';
import { type CapturedRow, toCapturedRow } from './to-captured-row.ts';

/**
 * Stores a page of a provider's activities for their user and updates the published ones, all in the caller's
 * transaction. Storing a page again changes nothing.
 *
 * Keeps only activities that concern a tracked domain of the user, and removes stored ones that no longer do,
 * such as a meeting with other guests.
 *
 * @param goneIds the deletions in the same page. Passing them here instead of calling `removeCaptured` in
 *   the same transaction locks every account once and in order, so that two syncs never wait for each
 *   other in a circle.
 * @returns how many activities are kept, and how many captured ones are removed.
 * @throws RangeError when an activity has no usable time.
 */
export async function captureActivities(
  tx: Connection,
  from: CaptureSource,
  activities: readonly ActivityToCapture[],
  goneIds: readonly string[] = [],
): Promise<{ stored: number; removed: number }> {
  if (activities.length === 0 && goneIds.length === 0) return { stored: 0, removed: 0 };
  // The last one counts where a page names an activity twice.
  const computed = new Map(
    activities.map((one) => [one.externalId, { one, row: toCapturedRow(one) }]),
  );
  await lockOwner(tx, from.ownerId);
  const cutoffs = await readCutoffs(tx, from.ownerId);
  const given = [...computed.values()].map(({ one, row }) =>
    isTextPast(one.occurredAt, cutoffs) ? toCapturedRow(withoutText(one)) : row,
  );
  const matching = await findMatchingDomains(tx, from.ownerId, given.flatMap(everyone));
  const { concernedBy, stays } = await leaveOutFrozen(
    tx,
    from,
    { rows: given, activities },
    (row) => matching(everyone(row)),
  );
  const isHeld = await findHeld(tx, from, given, { cutoffs, concernedBy });
  const rows = given.filter((row) => !stays(row) && !isHeld(row));
  const isErased = await findErased(tx, rows, (row) =>
    SEARCHED_COLUMNS.map((column) => row[column]),
  );
  const { kept: concerning = [], dropped = [] } = Object.groupBy(rows, (row) =>
    concernedBy(row).length > 0 && !isErased(row) && !isPast(new Date(row.occurred_at), cutoffs)
      ? 'kept'
      : 'dropped',
  );
  const domains = [...new Set(concerning.flatMap(concernedBy).map(({ domain }) => domain))];
  const identified = await keepIdentities(tx, from.ownerId, activities, {
    rows: concerning,
    domains,
  });
  const kept = await keepHeadIdentities(tx, from, activities, { rows: identified, domains });

  const droppedIds = dropped.map((row) => row.external_id);
  const gone = await deleteCaptured(tx, from, [...goneIds, ...droppedIds]);
  const changed = await storeCaptured(tx, from, kept);
  const links = changed.flatMap(({ id, row }) => linksOf(id, row, concernedBy(row)));
  // A new activity has no links yet: looking for them would cost more, the more links there are.
  const linkedIds = changed.flatMap(({ id, isNew }) => (isNew ? [] : [id]));
  const touched = await replaceLinks(tx, from.ownerId, linkedIds, links);
  const hasMeetings = rows.some(({ type }) => type === 'calendar') || gone.links.length > 0;
  const followed = await updateSharedMeetings(tx, from.ownerId, changed);
  const relinked = [...gone.links, ...touched, ...followed];
  if (hasMeetings) await hideCopies(tx, from.ownerId, relinked);
  const closed = await keepCapturedPrivate(tx, from.ownerId, changed);
  const guarded = await protectCaptured(tx, from.ownerId, changed);
  await publishLinks(tx, from.ownerId, [...relinked, ...closed, ...guarded]);
  return { stored: kept.length, removed: gone.removed };
}

/**
 * Finds captured activities that their user keeps no longer, in whole or in part, and that an account under a legal
 * hold shows. They stay as they are.
 */
async function findHeld(
  tx: Connection,
  from: CaptureSource,
  rows: readonly CapturedRow[],
  {
    cutoffs,
    concernedBy,
  }: { cutoffs: Cutoffs; concernedBy: (row: CapturedRow) => readonly { id: string }[] },
): Promise<(row: CapturedRow) => boolean> {
  const past = rows.filter(({ occurred_at }) => {
    const at = new Date(occurred_at);
    return isPast(at, cutoffs) || isTextPast(at, cutoffs);
  });
  if (past.length === 0) return () => false;
  const held = new Set((await readHeldShares(tx, from.ownerId)).map(({ domainId }) => domainId));
  const concerned = past.filter((row) => concernedBy(row).some(({ id }) => held.has(id)));
  if (concerned.length === 0) return () => false;
  const known = await findKnown(
    tx,
    from,
    concerned.map((row) => row.external_id),
  );
  const staying = new Set(concerned.filter((row) => known.has(row.external_id)));
  return (row) => staying.has(row);
}

/** A hidden recipient decides whether an activity is kept, not whether it is published. */
const everyone = ({ participants, bcc }: CapturedRow) => [...participants, ...bcc];

/**
 * Leaves out domains that the user shares with a workspace that they left, except for what is captured
 * already: it stays as it was shared, whatever changes about it, unless it becomes private; and nothing new
 * is added.
 */
async function leaveOutFrozen(
  tx: Connection,
  from: CaptureSource,
  { rows, activities }: { rows: readonly CapturedRow[]; activities: readonly ActivityToCapture[] },
  matching: (row: CapturedRow) => TrackedDomain[],
): Promise<{
  concernedBy: (row: CapturedRow) => TrackedDomain[];
  /** Whether a captured activity stays as it is. */
  stays: (row: CapturedRow) => boolean;
}> {
  const ids = rows.flatMap((row) =>
    matching(row).some(({ isFrozen }) => isFrozen) ? [row.external_id] : [],
  );
  if (ids.length === 0) return { concernedBy: matching, stays: () => false };
  // An email can be stored under an earlier identity.
  ids.push(...activities.flatMap(({ former }) => former?.externalId ?? []));
  const knownIds = await findKnown(tx, from, ids);
  return {
    concernedBy: (row) =>
      matching(row).filter(({ isFrozen }) => !isFrozen || knownIds.has(row.external_id)),
    stays: (row) =>
      row.is_private !== true &&
      knownIds.has(row.external_id) &&
      matching(row).some(({ isFrozen }) => isFrozen),
  };
}

/** Returns which of a provider's ids are captured. */
async function findKnown(
  tx: Connection,
  { ownerId, provider, source }: CaptureSource,
  ids: readonly string[],
): Promise<Set<string>> {
  const known = await tx
    .selectFrom('captured_activities')
    .select('external_id')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .where('source', '=', source)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Set(known.map(({ external_id }) => external_id));
}

function linksOf(capturedId: string, row: CapturedRow, domains: readonly TrackedDomain[]): Link[] {
  // `keepCapturedPrivate` closes the links of private conversations, and `hideCopies` opens those of private
  // meetings that their user shares, before anything is published.
  const isPrivate = row.type === 'calendar' && row.is_private === true;
  const marks = { isPrivate, isKeptPrivate: false };
  const describe = describeLinks(row.type, row.participants, marks);
  return domains.map(({ id, domain }) => ({
    domainId: id,
    activityKey: row.activity_key,
    capturedId,
    ...describe(domain),
  }));
}
