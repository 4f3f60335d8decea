import type { StrengthFilter } from '@repo/contract/relationships';
import { quietRule } from '@repo/domain/relationships/going-quiet';
import { EVIDENCE_DAYS } from '@repo/domain/relationships/evidence';
import {
  HALF_LIFE_DAYS,
  KEY_EPOCH,
  keyOf,
  labelBounds,
  strengthLabels,
} from '@repo/domain/relationships/strength';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import { daysInTouchOn } from '../../relationships/days-in-touch.ts';
import { isAccountQuietOn } from '../../relationships/going-quiet-on.ts';

/*
 * SQL expressions over a row of `account_relationships` named `ties`, for the list of accounts. Values that
 * depend on today are computed from stored values that do not.
 */

const pageToday = sql`page.today`;

const strengthToday = `ties.best_key * 2 ^ (-(page.today - date '${KEY_EPOCH}') / ${HALF_LIFE_DAYS}::float8)`;

const label = sql.raw(`case when ties.last_day is null then null
  ${strengthLabels.map((name) => `when ${strengthToday} >= ${labelBounds[name]} then '${name}'`).join(' ')} end`);

/** The field `relationship` of a row as JSON; null for an account without one. */
export const relationshipField = (workspaceId: RawBuilder<string>): RawBuilder<unknown> => sql`(
  select json_build_object(
    'label', ${label},
    'lastDay', ties.last_day,
    'lastDayByUs', ties.last_day_by_us,
    'lastDayByThem', ties.last_day_by_them,
    'recentDays', ${daysInTouchOn(EVIDENCE_DAYS, pageToday)},
    'daysInTouch', ${daysInTouchOn(quietRule.beforeDays, pageToday)},
    'daysBefore', bit_count(ties.recent_days),
    'nextMeetingAt', case when ties.next_meeting_at > now() then utc_instant(ties.next_meeting_at) end,
    'isGoingQuiet', ${isAccountQuietOn(pageToday)})
  from account_relationships ties
  where ties.workspace_id = ${workspaceId} and ties.account_id = page.id)`;

/** The accounts with a label today. */
export function hasStrength(strength: StrengthFilter, today: BusinessDay): RawBuilder<boolean> {
  if (strength === 'none') return sql`ties.last_day is null`;
  const above = strengthLabels[strengthLabels.indexOf(strength) - 1];
  const least = keyOf(labelBounds[strength], today);
  const below = above === undefined ? null : keyOf(labelBounds[above], today);
  return sql`(ties.last_day is not null and ties.best_key >= ${least}
    and (${below}::float8 is null or ties.best_key < ${below}))`;
}
