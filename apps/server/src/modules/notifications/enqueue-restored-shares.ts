import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { mailRestoredSharesJob } from './mail-restored-shares.job.ts';
import { isInUse, type Owner } from './mail-restored-shares.ts';

/** Users in one run; the next one takes more. */
const MAX_USERS = 2_000;

/**
 * Enqueues an email for each user with shares that began again with a restored account. Runs every minute.
 * Inactive users, and archived workspaces, wait until that ends.
 */
export async function enqueueRestoredShares({
  db,
  jobs,
}: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<Owner>`
    select distinct owner_id as "userId" from restored_shares restored
    where ${isInUse} and exists (
      select from users where users.id = restored.owner_id and users.is_active)
    order by owner_id limit ${MAX_USERS}`.execute(db);
  for (const { userId } of rows) {
    await jobs.enqueue(mailRestoredSharesJob, { userId }, { singletonKey: userId });
  }
}
