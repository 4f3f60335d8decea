/** When a job is enqueued, once for all processes. */
export interface Schedule {
  /** In UTC. */
  cron: string;
  /** A job that has not ended for so long is reported as late. */
  lateAfterSeconds: number;
}

export const EVERY_MINUTE: Schedule = { cron: '* * * * *', lateAfterSeconds: 300 };
export const EVERY_10_MINUTES: Schedule = { cron: '*/10 * * * *', lateAfterSeconds: 1_800 };
export const EVERY_15_MINUTES: Schedule = { cron: '*/15 * * * *', lateAfterSeconds: 2_700 };
/** Beside the full hour, at which other software on the machine runs. */
export const HOURLY: Schedule = { cron: '47 * * * *', lateAfterSeconds: 9_000 };
export const NIGHTLY: Schedule = { cron: '17 3 * * *', lateAfterSeconds: 26 * 3_600 };
