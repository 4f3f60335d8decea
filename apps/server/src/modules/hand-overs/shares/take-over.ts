import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { listLeftToUser } from './left-to-user.ts';
import type { StoredHandOver } from '../leaving/stored-hand-over.ts';

/**
 * Makes the shares that an owner is just bringing back those of a hand-over in all workspaces, which brings
 * them back if the user does, except for those that are the user's to begin again. Other hand-overs of owners
 * go on as they are.
 */
export async function takeOver(
  tx: Connection,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { rows: returning } = await sql<Omit<StoredHandOver, 'isOver'>>`
    select id, user_id as "userId", workspace_id as "workspaceId", choice, state, position
    from hand_overs where user_id = ${userId} and state = 'returning'`.execute(tx);
  for (const handed of returning) {
    const shares = await tx
      .selectFrom('left_shares')
      .select('domain_id as domainId')
      .where('hand_over_id', '=', handed.id)
      .execute();
    const left = await listLeftToUser(
      tx,
      handed,
      shares.map(({ domainId }) => domainId),
    );
    await sql`
      insert into left_shares (
        hand_over_id, owner_id, domain_id, workspace_id, account_id, level, shared_at)
      select ${id}::uuid, owner_id, domain_id, workspace_id, account_id, level, shared_at
      from left_shares
      where hand_over_id = ${handed.id} and domain_id <> all(${left}::uuid[])`.execute(tx);
    await tx.deleteFrom('hand_overs').where('id', '=', handed.id).execute();
  }
}
