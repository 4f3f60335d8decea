/** Cron expressions in UTC. */
export const EVERY_MINUTE = '* * * * *';
export const EVERY_10_MINUTES = '*/10 * * * *';
export const EVERY_15_MINUTES = '*/15 * * * *';
/** Beside the full hour, at which other software on the machine runs. */
export const HOURLY = '47 * * * *';
export const NIGHTLY = '17 3 * * *';
