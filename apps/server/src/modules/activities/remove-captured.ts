import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { CaptureSource } from './activity-to-capture.ts';
import type { LinkedActivity } from './capturing/links.ts';
import { hideCopies } from './capturing/hide-copies.ts';
import { lockOwner } from './lock-owner.ts';
import { publishLinks } from './publishing/publish-links.ts';

/**
 * Removes activities that are gone at the provider, here and in every account that shows them.
 *
 * @returns how many of them had been captured.
 */
export async function removeCaptured(
  tx: Connection,
  from: CaptureSource,
  externalIds: readonly string[],
): Promise<number> {
  if (externalIds.length === 0) return 0;
  await lockOwner(tx, from.ownerId);
  const { removed, links } = await deleteCaptured(tx, from, externalIds);
  await hideCopies(tx, from.ownerId, links);
  await publishLinks(tx, from.ownerId, links);
  return removed;
}

/**
 * Deletes captured activities without updating the published ones; the caller does that, and has locked the
 * user.
 *
 * @returns the links that they had.
 */
export async function deleteCaptured(
  tx: Connection,
  { ownerId, provider, source }: CaptureSource,
  externalIds: readonly string[],
): Promise<{ removed: number; links: LinkedActivity[] }> {
  if (externalIds.length === 0) return { removed: 0, links: [] };
  // All parts of one statement see the links as they were before it, so they are still found.
  const { rows } = await sql<{ links: LinkedActivity[] }>`
    with removed as (
      delete from captured_activities
      where owner_id = ${ownerId} and provider = ${provider} and source = ${source}
        and external_id = any(${externalIds}::text[])
      returning id
    )
    select (
      select coalesce(
        json_agg(json_build_object('domainId', domain_id, 'activityKey', activity_key)), '[]')
      from captured_activity_domains
      where owner_id = ${ownerId} and captured_id = removed.id
    ) as links
    from removed`.execute(tx);
  return { removed: rows.length, links: rows.flatMap(({ links }) => links) };
}
