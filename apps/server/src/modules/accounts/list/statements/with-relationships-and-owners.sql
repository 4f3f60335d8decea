select
  case when coalesce(page.number, 1) = 1 then
  workspace.account_count
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
    where listed.workspace_id = :workspaceId
  ) found
  order by sort_key asc, id asc
  limit 101
) page on page.number <= :limit + 1
-- One lookup for each of the page: a plan that is made once cannot know how few they are.
left join lateral (
  select
    account.domain, account.shown as stored
    , (
    select json_build_object(
        'label', case when ties.last_day is null then null
        when ties.best_key * 2 ^ (-(page.today - date '2020-01-01') / 42::float8) >= 5.999999994 then 'strong' when ties.best_key * 2 ^ (-(page.today - date '2020-01-01') / 42::float8) >= 1.4999999985 then 'regular' when ties.best_key * 2 ^ (-(page.today - date '2020-01-01') / 42::float8) >= 0.374999999625 then 'weak' when ties.best_key * 2 ^ (-(page.today - date '2020-01-01') / 42::float8) >= 0 then 'dormant' end,
        'lastDay', ties.last_day,
        'lastDayByUs', ties.last_day_by_us,
        'lastDayByThem', ties.last_day_by_them,
        'recentDays', coalesce(bit_count(substring(ties.recent_days for greatest(0, 42 - (page.today - ties.last_day)))), 0)::integer,
        'daysInTouch', coalesce(bit_count(substring(ties.recent_days for greatest(0, 84 - (page.today - ties.last_day)))), 0)::integer,
        'daysBefore', bit_count(ties.recent_days),
        'nextMeetingAt', case when ties.next_meeting_at > now() then utc_instant(ties.next_meeting_at) end,
        'isGoingQuiet', (ties.last_day is not null
          and ties.last_day between page.today - 182 and page.today - 42
          and coalesce(ties.quiet_dismissed_until < page.today, true)
          and bit_count(ties.recent_days) >= 6))
    from account_relationships ties
    where ties.workspace_id = :workspaceId and ties.account_id = page.id)::text as relationship
    , (
    select json_build_object('name', name, 'email', email)
    from users where id = (
      select case when released.user_id is null then given.id else released.successor_id end
      from (select account.account_owner_id as id) given
      left join owner_releases released
        on released.workspace_id = :workspaceId and released.user_id = given.id))::text as owner, account.note
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
