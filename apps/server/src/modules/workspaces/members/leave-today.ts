import type { Connection } from '#platform/database/create-database.ts';

/** Deletes what a user who leaves a workspace hid from Today, their reminders, and when they last looked at it. */
export async function leaveToday(
  tx: Connection,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<void> {
  for (const table of ['today_marks', 'today_visits'] as const) {
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  }
}
