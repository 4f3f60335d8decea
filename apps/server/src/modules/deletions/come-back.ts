import { sql } from 'kysely';
import { hashToken } from '#platform/secrets/token.ts';
import type { ComeBack } from '#modules/auth/come-back.ts';
import { resumeAll } from '../hand-overs/bring-back.ts';
import { lockLeaver } from '../hand-overs/lock-users.ts';
import { timeOfUpdate } from '../users/time-of-update.ts';

/** By the link in the mail about a deletion of one's own account. `continueHandOversJob` brings back the shares. */
export const comeBackByLink: ComeBack = {
  find: async (db, token) => {
    const { rows } = await sql<{ userId: string }>`
      select user_id as "userId" from hand_overs
      where return_token_hash = ${hashToken(token)} and state = 'leaving'
        and ends_at > now()`.execute(db);
    const [found] = rows;
    if (found === undefined) return undefined;
    return db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', found.userId)
      .executeTakeFirst();
  },
  begin: async (tx, { id }, token) => {
    const user = await lockLeaver(tx, id);
    const found = await comeBackByLink.find(tx, token);
    if (found?.id !== id) return false;
    await tx
      .updateTable('users')
      .set({ is_active: true, updated_at: timeOfUpdate(user.updatedAt) })
      .where('id', '=', id)
      .execute();
    return resumeAll(tx, { id, name: user.name }, user);
  },
};
