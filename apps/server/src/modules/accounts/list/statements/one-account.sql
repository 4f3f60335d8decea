select account.id, account.workspace_id as "workspaceId", account.name, account.domain,
  account.created_at as "createdAt", account.activity_count as "activityCount",
  account.creator_name as "creatorName", account.note,
  case when account.account_owner_id is not null then (
  select json_build_object('id', id, 'name', name, 'email', email)
  from users
  where id = (
    select case when released.user_id is null then given.id else released.successor_id end
    from (select account.account_owner_id as id) given
    left join owner_releases released
      on released.workspace_id = "account"."workspace_id" and released.user_id = given.id)
) end as owner,
  (
  select coalesce(
      json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color) order by tag.name, tag.id),
      '[]')
  from account_tags tagged
  join tags tag on tag.workspace_id = tagged.workspace_id and tag.id = tagged.tag_id
  where tagged.workspace_id = "account"."workspace_id" and tagged.account_id = account.id) as tags,
  array(
  select domain from account_domains
  where workspace_id = "account"."workspace_id" and account_id = account.id
) as "furtherDomains", (
  select held_at from account_holds hold
  where hold.workspace_id = "account"."workspace_id" and hold.account_id = account.id
) as "heldSince"
from (
  select account.*
  from (
    select membership.workspace_id, membership.user_id
    from (
      select session.user_id
      from sessions session
      join users person on person.id = session.user_id and person.is_active and not (
          exists (select from second_factor_rules rule where rule.required_from <= now())
          and coalesce(
            second_factor_required_from(person.id, person.is_admin) <= now(), false) and not has_second_factor(person.id))
      where token_hash = :tokenHash
        and last_used_at >= now() - make_interval(mins => 60)) session
    join memberships membership on membership.user_id = session.user_id
    join workspaces workspace on workspace.id = membership.workspace_id
      and workspace.archived_at is null) visible
  join workspace_accounts account on account.workspace_id = visible.workspace_id
    and account.deleted_at is null) account
where account.id = :accountId;
