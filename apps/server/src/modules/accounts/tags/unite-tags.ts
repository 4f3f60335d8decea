import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { limitReached } from '#platform/http/app-error.ts';

/**
 * Puts the tags of an account that is merged on the account that it is merged into. The caller has locked the tags
 * (`lockTags`) and the remaining account.
 *
 * @throws AppError LIMIT_REACHED when both have too many tags together.
 */
export async function uniteTags(
  tx: Connection,
  { workspaceId, fromId, intoId }: { workspaceId: string; fromId: string; intoId: string },
): Promise<void> {
  await sql`
    insert into account_tags (workspace_id, account_id, tag_id)
    select workspace_id, ${intoId}::uuid, tag_id from account_tags
    where workspace_id = ${workspaceId} and account_id = ${fromId}
    on conflict (workspace_id, account_id, tag_id) do nothing`.execute(tx);
  await forgetTags(tx, { workspaceIds: [workspaceId], accountIds: [fromId] });
  const { current } = await tx
    .selectFrom('account_tags')
    .select((count) => count.fn.countAll<number>().as('current'))
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', intoId)
    .executeTakeFirstOrThrow();
  const limit = limits.tagsPerAccount;
  if (current <= limit) return;
  throw limitReached({
    message: `An account can have at most ${limit} tags, and these two have ${current} together. Take some off first.`,
    limit,
    current,
  });
}

/** Takes all tags off accounts that are removed for good. */
export async function forgetTags(
  db: Connection,
  { workspaceIds, accountIds }: { workspaceIds: string[]; accountIds: string[] },
): Promise<void> {
  await sql`
    delete from account_tags
    where workspace_id = any(${workspaceIds}::uuid[])
      and account_id = any(${accountIds}::uuid[])`.execute(db);
}
