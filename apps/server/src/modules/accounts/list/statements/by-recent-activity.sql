select part.*,
  workspace.account_count
  as total,
  exists (
  select from listed_accounts
  where workspace_id = :workspaceId and recent_until <=
    (select (now() at time zone
        coalesce(
          (select time_zone from workspace_time_zones where workspace_id = :workspaceId),
          'America/New_York'))::date)) as "isStale"
from (
  select membership.workspace_id, membership.user_id
  from (
    select session.user_id
    from sessions session
    join users person on person.id = session.user_id and person.is_active
    where token_hash = :tokenHash
      and last_used_at >= now() - make_interval(mins => 60)) session
  join memberships membership on membership.user_id = session.user_id
  join workspaces workspace on workspace.id = membership.workspace_id
    and workspace.archived_at is null) visible
join workspaces workspace
  on workspace.id = visible.workspace_id and workspace.id = :workspaceId
cross join lateral (
  select string_agg(account.text, ',' order by page.number) as accounts,
    max(page.number) > :limit as "hasMore",
    max(page.key) filter (where page.number = :limit) as "lastKey",
    max(page.id::text) filter (where page.number = :limit) as "lastId"
  from (
    select id, workspace_id, sort_key::text as key, today, passed, holds,
      row_number() over (order by sort_key desc, id desc)
      as number
    from (
      select listed.account_id as id, listed.workspace_id, (recent.external + recent.internal) as sort_key,
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
      cross join lateral (
        select recent_external as external, recent_internal as internal
      ) recent
      where listed.workspace_id = :workspaceId
    ) found
    order by sort_key desc, id desc
    limit 101
  ) page
  -- One lookup for each of the page: a plan that is made once cannot know how few they are.
  left join lateral (
    select shown
      || ',"timelineSummary":{"externalCounts":[' || case when page.holds
      then coalesce(
        substring(external_days from 1 + page.passed * ((octet_length(external_days) + 1) / 41) for 21 * ((octet_length(external_days) + 1) / 41) - 1), '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0') || '],"internalCounts":['
      || coalesce(
        substring(internal_days from 1 + page.passed * ((octet_length(internal_days) + 1) / 41) for 21 * ((octet_length(internal_days) + 1) / 41) - 1), '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0')
      else (
      select external || '],"internalCounts":[' || internal
      from (
        select string_agg(lpad(coalesce(counted.external, 0)::text, width), ',' order by back desc)
          as external,
          string_agg(lpad(coalesce(counted.internal, 0)::text, width), ',' order by back desc) as internal
        from (
          select coalesce(max(length(greatest(external, internal)::text)), 1) as width
          from account_days
          where workspace_id = :workspaceId and account_id = workspace_accounts.id
            and day between page.today - (21 - 1) and page.today
        ) widest
        cross join generate_series(0, 21 - 1) back
        left join account_days counted
          on counted.workspace_id = :workspaceId and counted.account_id = workspace_accounts.id
          and counted.day = page.today - back) series) end
      || ']}' || '}' as text
    from workspace_accounts
    where workspace_id = :workspaceId and id = page.id
      and page.number <= :limit offset 0
  ) account on true
) part;
