import { NIGHTLY } from './cron.ts';

/** When the nightly jobs begin after an instant. */
export function nextNightlyRun(after: Date): Date {
  const [minute = 0, hour = 0] = NIGHTLY.cron.split(' ').map(Number);
  const next = new Date(after);
  next.setUTCHours(hour, minute, 0, 0);
  if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}
