import { sql } from 'kysely';
import { sendDigest } from '../../../apps/server/src/modules/notifications/digest/send-digest.ts';
import { sendMorningMail } from '../../../apps/server/src/modules/notifications/morning-mail/send-morning-mail.ts';
import type { Context } from '../../../apps/server/src/platform/context.ts';
import type { Database } from '../../../apps/server/src/platform/database/create-database.ts';

/** Changes to a user that no journey can wait for or make by itself. */
export type UserChange =
  | 'deactivate'
  | 'expire-reset-link'
  | 'end-sessions'
  /** As if the user had signed in a while ago. */
  | 'forget-proof'
  /** The invitations of the user's email address. */
  | 'expire-invitations'
  /** Deletes it here and not at the provider, as a bug in the server would. */
  | 'lose-newest-activity'
  /** Sends the weekly digest now, as on a Monday morning. */
  | 'send-digest'
  /** Sends the morning mail now, as on a working day. */
  | 'send-morning-mail'
  /** As if the TXT records were found: of all domains that are not verified yet. */
  | 'verify-domains';

export async function changeUser(
  context: Context,
  { change, userId }: { change: UserChange; userId: string },
): Promise<object> {
  const { db } = context;
  switch (change) {
    case 'deactivate':
      await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
      break;
    case 'expire-reset-link':
      for (const table of ['password_resets', 'requested_password_resets'] as const) {
        await db
          .updateTable(table)
          .set({ expires_at: sql`now()` })
          .where('user_id', '=', userId)
          .execute();
      }
      break;
    case 'lose-newest-activity':
      await sql`delete from captured_activities where owner_id = ${userId} and id = (
        select id from captured_activities where owner_id = ${userId}
        order by occurred_at desc limit 1)`.execute(db);
      break;
    case 'expire-invitations':
      // In two statements: a cluster does not read a table of all its nodes to write one of the coordinator.
      await db
        .updateTable('invitations')
        .set({ expires_at: sql`now()` })
        .where('email', '=', await emailOf(db, userId))
        .execute();
      break;
    case 'send-digest':
      await sendDigest(
        context,
        { providers: [] },
        { userId, week: new Date().toISOString().slice(0, 10) },
      );
      break;
    case 'send-morning-mail':
      await sendMorningMail(context, { userId, day: new Date().toISOString().slice(0, 10) });
      break;
    case 'forget-proof':
      await db
        .updateTable('sessions')
        .set({ proven_at: new Date(0) })
        .where('user_id', '=', userId)
        .execute();
      break;
    case 'verify-domains':
      await db
        .updateTable('sso_domains')
        .set({ verified_at: sql`now()` })
        .where('verified_at', 'is', null)
        .execute();
      break;
    case 'end-sessions':
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
      break;
  }
  return {};
}

async function emailOf(db: Database, userId: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}
