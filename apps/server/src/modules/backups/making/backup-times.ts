/** The last instant at or before `now` at which a backup is due. */
export function lastDue(now: Date, { hour, minute }: { hour: number; minute: number }): Date {
  const due = new Date(now);
  due.setUTCHours(hour, minute, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  return due;
}

/** The name of the file of a backup that begins at `start`: 'backup-2026-01-31T030000Z.backup'. */
export const fileNameOf = (start: Date): string =>
  `backup-${start.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
