import type { NotificationKind, NotificationSettings } from '@repo/contract/notifications';
import { isTimeZone } from '@repo/domain/time/time-zone';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';

/** The column of `users` of each setting. */
const settingColumns = {
  weeklyDigest: 'weekly_digest',
  morningMail: 'morning_mail',
  connectionProblem: 'connection_mail',
  timeZone: 'time_zone',
  shareNotices: 'share_notices',
  answerNotices: 'answer_notices',
  quietNotices: 'quiet_notices',
  connectionNotices: 'connection_notices',
} as const satisfies Record<keyof NotificationSettings, string>;

/** The column that says whether an email is sent. */
const columns = {
  'weekly-digest': settingColumns.weeklyDigest,
  'morning-mail': settingColumns.morningMail,
  'connection-problem': settingColumns.connectionProblem,
} as const satisfies Record<NotificationKind, string>;

const settingNames = Object.keys(settingColumns) as (keyof NotificationSettings)[];

export async function readNotificationSettings(
  db: Database,
  userId: string,
): Promise<NotificationSettings> {
  const selected = settingNames.map(
    (name) => sql`${sql.ref(settingColumns[name])} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<NotificationSettings>`
    select ${sql.join(selected)} from users where id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
  return row;
}

type Change = {
  [Key in keyof NotificationSettings]?: NonNullable<NotificationSettings[Key]> | undefined;
};

/** @throws AppError `VALIDATION_FAILED` for a time zone that does not exist */
export async function changeNotificationSettings(
  db: Database,
  userId: string,
  change: Change,
): Promise<NotificationSettings> {
  const { timeZone } = change;
  requireValid({
    timeZone:
      timeZone === undefined || isTimeZone(timeZone)
        ? undefined
        : `There is no time zone "${timeZone}". Use a name such as Europe/Berlin.`,
  });
  const values = Object.fromEntries(
    settingNames.flatMap((name) =>
      change[name] === undefined ? [] : [[settingColumns[name], change[name]]],
    ),
  );
  if (Object.keys(values).length > 0) {
    await db.updateTable('users').set(values).where('id', '=', userId).execute();
  }
  return readNotificationSettings(db, userId);
}

interface Subscriber {
  email: string;
  isSubscribed: boolean;
}

/** Undefined for a user who no longer exists. */
export async function findSubscriber(
  db: Database,
  userId: string,
  kind: NotificationKind,
): Promise<Subscriber | undefined> {
  return db
    .selectFrom('users')
    .select(['email', `${columns[kind]} as isSubscribed`])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Stops sending an email. @returns whether it was sent until now */
export async function unsubscribe(
  db: Database,
  userId: string,
  kind: NotificationKind,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ [columns[kind]]: false })
    .where('id', '=', userId)
    .where(columns[kind], '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
