import { limits } from '@repo/contract/limits';
import { addDays, type BusinessDay } from '@repo/domain/time/business-day';
import { openRule } from '@repo/domain/today/open-conversation';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { readToday } from '#platform/database/workspace-time.ts';
import { limitReached, notFound, validationFailed } from '#platform/http/app-error.ts';
import { readerIn } from '#modules/auth/session-reader.ts';
import { visibleAccounts } from '#modules/auth/visible-accounts.ts';
import { lockMembership } from '#modules/users/lock-membership.ts';

/** A conversation that a member hid from Today, by its last email. */
export interface Mark {
  activityKey: string;
  occurredAt: Date;
  /** Null without a reminder. */
  remindOn: BusinessDay | null;
}

interface Member {
  workspaceId: string;
  userId: string;
}

export async function readMarks(db: Connection, { workspaceId, userId }: Member): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select activity_key as "activityKey", occurred_at as "occurredAt", remind_on as "remindOn"
    from today_marks
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return rows;
}

interface Marking extends Member {
  /** The id of the email in an account. */
  activityId: string;
}

/**
 * Hides a conversation until its next email, or until a day.
 *
 * @throws AppError NOT_FOUND for an email that the user may not see, LIMIT_REACHED
 */
export async function markConversation(
  db: Database,
  { remindOn, ...marking }: Marking & { remindOn: BusinessDay | null },
): Promise<void> {
  const { workspaceId, userId } = marking;
  const today = await readToday(db, workspaceId);
  if (remindOn !== null) requireNear(remindOn, today);
  const { activityKey, occurredAt } = await findMail(db, marking);
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, marking);
    // A conversation that is too old to be listed need not be hidden.
    await sql`
      delete from today_marks
      where workspace_id = ${workspaceId} and user_id = ${userId}
        and occurred_at < now() - ${openRule.listedFor + 7} * interval '1 day'
        and coalesce(remind_on < ${addDays(today, -openRule.listedFor)}, true)`.execute(tx);
    await sql`
      insert into today_marks
        (workspace_id, user_id, activity_key, occurred_at, remind_on, marked_at)
      values
        (${workspaceId}, ${userId}, ${activityKey}, ${occurredAt}, ${remindOn}::date, now())
      on conflict (workspace_id, user_id, activity_key)
        do update set remind_on = excluded.remind_on, marked_at = excluded.marked_at`.execute(tx);
    await requireCapacity(tx, marking);
  });
}

/** Lists a conversation again. */
export async function unmarkConversation(db: Database, marking: Marking): Promise<void> {
  const { activityKey } = await findMail(db, marking);
  await db
    .deleteFrom('today_marks')
    .where('workspace_id', '=', marking.workspaceId)
    .where('user_id', '=', marking.userId)
    .where('activity_key', '=', activityKey)
    .execute();
}

function requireNear(remindOn: BusinessDay, today: BusinessDay): void {
  const [first, last] = [addDays(today, 1), addDays(today, limits.reminderDays)];
  if (remindOn < first || remindOn > last) {
    const message = `remindOn: must be between ${first} and ${last}`;
    throw validationFailed([{ field: 'remindOn', message }]);
  }
}

async function requireCapacity(tx: Connection, { workspaceId, userId }: Member): Promise<void> {
  const { rows } = await sql<{ marks: number; reminders: number }>`
    select count(*) as marks, count(remind_on) as reminders from today_marks
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(tx);
  const { marks = 0, reminders = 0 } = rows[0] ?? {};
  if (reminders > limits.todayReminders) {
    const limit = limits.todayReminders;
    const message = `You have ${limit} reminders in this workspace. Mark one of them as done first.`;
    throw limitReached({ message, limit, current: reminders - 1 });
  }
  if (marks > limits.todayMarks) {
    const limit = limits.todayMarks;
    const message = `${limit} conversations are hidden in this workspace. Those without a reminder are forgotten after four weeks.`;
    throw limitReached({ message, limit, current: marks - 1 });
  }
}

async function findMail(
  db: Connection,
  { workspaceId, userId, activityId }: Marking,
): Promise<{ activityKey: string; occurredAt: Date }> {
  const accounts = visibleAccounts(await readerIn(db, userId, workspaceId));
  const { rows } = await sql<{ activityKey: string; occurredAt: Date }>`
    select published.activity_key as "activityKey", published.occurred_at as "occurredAt"
    from ${accounts} account
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.account_id = account.id
    where published.workspace_id = ${workspaceId} and published.id = ${activityId}
      and published.type = 'email'`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('Conversation');
  return found;
}
