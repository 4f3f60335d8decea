import { sql } from 'kysely';

/** Whether the user `person` of a statement has a second factor. */
export const hasFactor = sql<boolean>`has_second_factor(person.id)`;

/** From when a second factor is required of the user `person` of a statement; null if it is not. */
export const factorRequiredFrom = sql<Date | null>`
  second_factor_required_from(person.id, person.is_admin)`;

/**
 * Whether the user `person` of a statement has to set up a second factor before anything else. The rule holds for
 * sessions and API keys: a statement that finds a user by one of them selects this too.
 *
 * Whether any rule holds is looked at first, since most servers have none. The rest is in functions of the database:
 * the plan of every authenticated request would name seven more tables, and open them each time.
 */
export const lacksFactor = sql<boolean>`(
  exists (select from second_factor_rules rule where rule.required_from <= now())
  and coalesce(${factorRequiredFrom} <= now(), false) and not ${hasFactor})`;
