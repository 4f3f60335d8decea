import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { LinkedActivity } from './capturing/links.ts';
import { lockOwner } from './lock-owner.ts';
import { publishLinks } from './publishing/publish-links.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';

/** Meetings in one transaction: enough to be fast, few enough to keep no one waiting. */
const STEP_SIZE = 500;

/**
 * Withdraws published meetings that were stored before the server read privacy marks, except those that their
 * user has chosen to share. They stay stored, and a sync that finds them public publishes them again. One
 * user's failure does not keep other users' meetings published.
 *
 * @returns the number of withdrawn meetings.
 * @throws AggregateError after all others, with the failure of each user whose meetings could not be
 *   withdrawn.
 */
export async function withholdMeetings(
  db: Database,
  signal?: AbortSignal,
  stepSize = STEP_SIZE,
): Promise<number> {
  let withheld = 0;
  const { rows: owners } = await sql<{ ownerId: string }>`
    select distinct owner_id as "ownerId" from captured_activities
    where type = 'calendar' and is_private is null
    order by owner_id`.execute(db);
  const failures: unknown[] = [];
  for (const { ownerId } of owners) {
    let inStep = stepSize;
    while (inStep === stepSize) {
      signal?.throwIfAborted();
      try {
        inStep = await db.transaction().execute((tx) => withhold(tx, ownerId, stepSize));
        await publisherOf(db).finish(db, ownerId);
      } catch (error) {
        failures.push(error);
        break;
      }
      withheld += inStep;
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Meetings of some users could not be withheld.');
  return withheld;
}

/** One step for one user; the next step finds the rest. */
async function withhold(tx: Connection, ownerId: string, stepSize: number): Promise<number> {
  await lockOwner(tx, ownerId);
  const { rows } = await sql<LinkedActivity & { capturedId: string }>`
    with shown as materialized (
      select captured.id from captured_activities captured
      where captured.owner_id = ${ownerId} and captured.type = 'calendar' and captured.is_private is null
        and exists (
          select from captured_activity_domains link
          where link.owner_id = ${ownerId} and link.captured_id = captured.id and not link.by_bcc_only)
        and not exists (
          select from shared_meetings choice
          where choice.owner_id = ${ownerId} and choice.activity_key = captured.activity_key)
      limit ${stepSize}
    )
    update captured_activity_domains link set by_bcc_only = true
    where link.owner_id = ${ownerId} and not link.by_bcc_only
      and link.captured_id in (select id from shown)
    returning link.captured_id as "capturedId", link.domain_id as "domainId",
      link.activity_key as "activityKey"`.execute(tx);
  await publishLinks(tx, ownerId, rows);
  return new Set(rows.map(({ capturedId }) => capturedId)).size;
}
