import { isForOwnerAlone, type SharingMarks } from '@repo/domain/activities/owner-alone';
import { sidesByDomain } from '@repo/domain/activities/side';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type {
  StoredActivityType,
  StoredParticipant,
  StoredSide,
} from '#platform/database/schema/activities.ts';

/** States that a captured activity concerns a tracked domain of its user, and on which side it was. */
export interface Link {
  domainId: string;
  activityKey: string;
  capturedId: string;
  side: StoredSide;
  /**
   * It is for its owner alone (`isForOwnerAlone`) and published nowhere: a private meeting or conversation,
   * or only hidden recipients (Bcc) are at the domain, and that it is in the account would tell who was
   * hidden.
   */
  isForOwnerAlone: boolean;
}

/** Returns the function that describes the links of an activity, by their domain. */
export function describeLinks(
  type: StoredActivityType,
  participants: readonly StoredParticipant[],
  marks: Omit<SharingMarks, 'hasParticipant'>,
): (domain: string) => Pick<Link, 'side' | 'isForOwnerAlone'> {
  const sides = sidesByDomain(type, participants);
  return (domain) => {
    const { side, hasParticipant } = sides(domain);
    return { side, isForOwnerAlone: isForOwnerAlone({ ...marks, hasParticipant }) };
  };
}

/** An activity of a tracked domain, regardless of the captured copy. */
export type LinkedActivity = Pick<Link, 'domainId' | 'activityKey'>;

/** Reads the links of all copies that a user has of some activities, by a lookup for each of their domains. */
export async function linksOfActivities(
  tx: Connection,
  ownerId: string,
  activityKeys: readonly string[],
): Promise<LinkedActivity[]> {
  const { rows } = await sql<LinkedActivity>`
    select distinct domain.id as "domainId", link.activity_key as "activityKey"
    from domains domain
    cross join lateral (
      select activity_key from captured_activity_domains
      where owner_id = ${ownerId} and domain_id = domain.id
        and activity_key = any(${activityKeys}::uuid[])
      offset 0
    ) link
    where domain.owner_id = ${ownerId}`.execute(tx);
  return rows;
}

/**
 * Replaces the links of some captured activities of a user by the given ones; activities may have had none.
 *
 * @param linkedIds the activities that had links before.
 * @returns the links before and after, which may have to be published again.
 */
export async function replaceLinks(
  tx: Connection,
  ownerId: string,
  linkedIds: readonly string[],
  links: readonly Link[],
): Promise<LinkedActivity[]> {
  const removed = linkedIds.length === 0 ? [] : await removeLinks(tx, ownerId, linkedIds, links);
  await addLinks(tx, ownerId, links);
  return [...removed, ...links];
}

/** Removes the links of some captured activities that are not among the given ones. */
async function removeLinks(
  tx: Connection,
  ownerId: string,
  capturedIds: readonly string[],
  except: readonly Link[],
): Promise<LinkedActivity[]> {
  const { rows } = await sql<LinkedActivity>`
    delete from captured_activity_domains link
    where owner_id = ${ownerId} and captured_id = any(${capturedIds}::uuid[])
      and not exists (
        select from ${rowsOf(except)}
        where given.domain_id = link.domain_id
          and given.activity_key = link.activity_key
          and given.captured_id = link.captured_id)
    returning domain_id as "domainId", activity_key as "activityKey"`.execute(tx);
  return rows;
}

/** Adds links of a user's captured activities, or corrects existing ones. */
export async function addLinks(
  tx: Connection,
  ownerId: string,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return;
  await sql`
    insert into captured_activity_domains as stored (
      owner_id, domain_id, activity_key, captured_id, side, by_bcc_only)
    select ${ownerId}::uuid, given.* from ${rowsOf(links)}
    on conflict (owner_id, domain_id, activity_key, captured_id) do update
      set (side, by_bcc_only) = (excluded.side, excluded.by_bcc_only)
      where (stored.side, stored.by_bcc_only) <> (excluded.side, excluded.by_bcc_only)`.execute(tx);
}

const rowsOf = (links: readonly Link[]) => sql`
  unnest(
    ${links.map(({ domainId }) => domainId)}::uuid[],
    ${links.map(({ activityKey }) => activityKey)}::uuid[],
    ${links.map(({ capturedId }) => capturedId)}::uuid[],
    ${links.map(({ side }) => side)}::text[],
    ${links.map(({ isForOwnerAlone }) => isForOwnerAlone)}::boolean[]
  ) as given(domain_id, activity_key, captured_id, side, by_bcc_only)`;
