import { type RawBuilder, sql } from 'kysely';
import { levelWithin } from '#modules/activities/protected-level.ts';
import { isSharer } from '#modules/users/is-sharer.ts';

/**
 * The level at which colleagues see a captured activity, of the row `captured`; null if no one does, so
 * that it is deleted when its user has left.
 */
export const seenLevel = (userId: string): RawBuilder<number | null> => sql<number | null>`(
  select max(permitted.level)
  from captured_activity_domains link
  join domain_shares share
    on share.owner_id = ${userId} and share.domain_id = link.domain_id
  ${levelWithin(sql`share.level`, {
    ownerId: sql`${userId}::uuid`,
    workspaceId: sql`share.workspace_id`,
    accountId: sql`share.account_id`,
    capturedId: sql`captured.id`,
    activityKey: sql`link.activity_key`,
  })}
  where link.owner_id = ${userId} and link.captured_id = captured.id
    and not link.by_bcc_only and ${isSharer('share')}
)`;
