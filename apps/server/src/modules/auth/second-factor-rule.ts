import { sql } from 'kysely';

/** Whether the user `person` of a statement has a second factor. */
export const hasFactor = sql<boolean>`(
  exists (select from authenticator_apps app where app.user_id = person.id)
  or exists (select from passkeys passkey where passkey.user_id = person.id))`;

/** From when a second factor is required of the user `person` of a statement; null if it is not. */
export const factorRequiredFrom = sql<Date | null>`(
  select min(rule.required_from) from second_factor_rules rule
  where case when rule.organization_id is null then person.is_admin
    else exists (
      select from memberships membership
      join workspaces workspace on workspace.id = membership.workspace_id
        and workspace.archived_at is null
      where membership.user_id = person.id
        and workspace.organization_id = rule.organization_id) end)`;

/**
 * Whether the user `person` of a statement has to set up a second factor before anything else. The rule holds for
 * sessions and API keys: a statement that finds a user by one of them selects this too.
 */
export const lacksFactor = sql<boolean>`(
  coalesce(${factorRequiredFrom} <= now(), false) and not ${hasFactor})`;
