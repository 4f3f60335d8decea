select
  case when coalesce(page.number, 1) = 1 then
  (select count(*) from listed_accounts listed
  where listed.workspace_id = :workspaceId and exists (
    select from account_tags tagged
    where tagged.workspace_id = listed.workspace_id and tagged.account_id = listed.account_id and tagged.tag_id = any($1::uuid[])))
  end as total,
  case when coalesce(page.number, 1) = 1 then
  false
  end as "isStale",
  case when page.number = :limit then page.key end as "lastKey",
  case when page.number = :limit then page.id end as "lastId", account.*
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
join workspaces workspace
  on workspace.id = visible.workspace_id and workspace.id = :workspaceId
left join lateral (
  select id, sort_key::text as key, today, passed, holds,
    row_number() over (order by sort_key asc, id asc)
    as number
  from (
    select listed.account_id as id, listed.workspace_id, listed.name as sort_key,
      (select (now() at time zone
          coalesce(
            (select time_zone from workspace_time_zones where workspace_id = :workspaceId),
            'America/New_York'))::date) as today,
      (select (now() at time zone
          coalesce(
            (select time_zone from workspace_time_zones where workspace_id = :workspaceId),
            'America/New_York'))::date) - recent_day as passed, listed.recent_until >
      (select (now() at time zone
          coalesce(
            (select time_zone from workspace_time_zones where workspace_id = :workspaceId),
            'America/New_York'))::date) and listed.recent_day <=
      (select (now() at time zone
          coalesce(
            (select time_zone from workspace_time_zones where workspace_id = :workspaceId),
            'America/New_York'))::date) as holds
    from listed_accounts listed
    where listed.workspace_id = :workspaceId and exists (
      select from account_tags tagged
      where tagged.workspace_id = listed.workspace_id and tagged.account_id = listed.account_id and tagged.tag_id = any($2::uuid[]))
  ) found
  order by sort_key asc, id asc
  limit 101
) page on page.number <= :limit + 1
-- One lookup for each of the page: a plan that is made once cannot know how few they are.
left join lateral (
  select
    account.domain, account.shown as stored
    , (
    select coalesce(
        json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color) order by tag.name, tag.id),
        '[]')
    from account_tags tagged
    join tags tag on tag.workspace_id = tagged.workspace_id and tag.id = tagged.tag_id
    where tagged.workspace_id = :workspaceId and tagged.account_id = page.id)::text as tags
    ,
    case when page.holds
    then '{"externalCounts":[' || coalesce(
      substring(account.external_days from 1 + page.passed * ((octet_length(account.external_days) + 1) / 41) for 21 * ((octet_length(account.external_days) + 1) / 41) - 1), '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0') || '],"internalCounts":[' || coalesce(
      substring(account.internal_days from 1 + page.passed * ((octet_length(account.internal_days) + 1) / 41) for 21 * ((octet_length(account.internal_days) + 1) / 41) - 1), '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0') || ']}'
    else (
    select '{"externalCounts":[' || external || '],"internalCounts":[' || internal || ']}'
    from (
      select string_agg(lpad(coalesce(counted.external, 0)::text, width), ',' order by back desc)
        as external,
        string_agg(lpad(coalesce(counted.internal, 0)::text, width), ',' order by back desc) as internal
      from (
        select coalesce(max(length(greatest(external, internal)::text)), 1) as width
        from account_days
        where workspace_id = :workspaceId and account_id = account.id
          and day between page.today - (21 - 1) and page.today
      ) widest
      cross join generate_series(0, 21 - 1) back
      left join account_days counted
        on counted.workspace_id = :workspaceId and counted.account_id = account.id
        and counted.day = page.today - back) series) end as "timelineSummary"
  from workspace_accounts account
  where account.workspace_id = :workspaceId and account.id = page.id
    and page.number <= :limit offset 0
) account on true
order by page.number;
