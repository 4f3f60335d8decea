import { sql } from 'kysely';

/** Whether the user `person` of a statement has a second factor. */
export const hasFactor = sql<boolean>`(
  exists (select from authenticator_apps app where app.user_id = person.id)
  or exists (select from passkeys passkey where passkey.user_id = person.id))`;

/** From when a second factor is required of the user `person` of a statement; null if it is not. */
export const factorRequiredFrom = sql<Date | null>`least(
  (select min(rule.required_from)
    from memberships membership
    join workspaces workspace on workspace.id = membership.workspace_id
      and workspace.archived_at is null
    join second_factor_rules rule on rule.organization_id = workspace.organization_id
    where membership.user_id = person.id),
  case when person.is_admin then (
    select rule.required_from from second_factor_rules rule where rule.organization_id is null)
  end)`;

/**
 * Whether the user `person` of a statement has to set up a second factor before anything else. The rule holds for
 * sessions and API keys: a statement that finds a user by one of them selects this too.
 *
 * Whether any rule holds is looked at first, since most servers have none: the memberships would take a third of the
 * time of a session's statement.
 */
export const lacksFactor = sql<boolean>`(
  exists (select from second_factor_rules rule where rule.required_from <= now())
  and coalesce(${factorRequiredFrom} <= now(), false) and not ${hasFactor})`;
