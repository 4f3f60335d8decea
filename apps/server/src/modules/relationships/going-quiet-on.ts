import { quietRule } from '@repo/domain/relationships/going-quiet';
import { type RawBuilder, sql } from 'kysely';

/** The columns of an account or a person that the rule reads; see `Contact` of `going-quiet.ts`. */
interface QuietColumns {
  lastDay: RawBuilder<unknown>;
  daysBefore: RawBuilder<unknown>;
  /** The last day of a dismissal; null if no one dismissed it. */
  dismissedUntil: RawBuilder<unknown>;
}

/**
 * The SQL condition for people who are going quiet on a day and were not dismissed: `isGoingQuiet` of
 * `@repo/domain`. Both have their numbers from `quietRule`; a test compares them.
 *
 * @param today a date.
 */
export const isGoingQuietOn = (
  { lastDay, daysBefore, dismissedUntil }: QuietColumns,
  today: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${lastDay} is not null
  and ${lastDay} between ${today} - ${sql.lit(quietRule.longSilentDays)} and ${today} - ${sql.lit(quietRule.silentDays)}
  and coalesce(${dismissedUntil} < ${today}, true)
  and ${daysBefore} >= ${sql.lit(quietRule.minimumDays)})`;

/** The condition for an account: a row of `account_relationships` named `ties`. */
export const isAccountQuietOn = (today: RawBuilder<unknown>): RawBuilder<boolean> =>
  isGoingQuietOn(
    {
      lastDay: sql`ties.last_day`,
      daysBefore: sql`bit_count(ties.recent_days)`,
      dismissedUntil: sql`ties.quiet_dismissed_until`,
    },
    today,
  );
