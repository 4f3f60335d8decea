create extension pg_trgm;
create extension btree_gin;

-- Orders numbers in names by their values: "Team 9" before "Team 10".
create collation natural_order (provider = icu, locale = 'en-u-kn-ks-level2');

create function published_id(account uuid, activity_key uuid)
 returns uuid
 language sql
 immutable parallel safe strict
return (overlay(overlay(encode(substring(sha256((uuid_send(account)
  || uuid_send(activity_key))) from 1 for 16), 'hex'::text) placing '8'::text from 13) placing '8'::text from 17))::uuid;

create function business_today()
 returns date
 language sql
 stable parallel safe
return ((now() at time zone 'America/New_York'::text))::date;

create function utc_instant(at timestamp with time zone)
 returns text
 language sql
 immutable parallel safe strict
return to_char((at at time zone 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

create function account_as_json(
  id uuid,
  name text,
  domain text,
  activity_count integer,
  last_activity_at timestamp with time zone,
  last_activity_type text,
  last_activity_title text,
  contributors jsonb,
  creator_name text,
  created_at timestamp with time zone
)
 returns text
 language sql
 immutable parallel safe
return (((((((((((((((('{"id":"'::text
  || id)
  || '","name":'::text)
  || to_json(name))
  || ','::text)
  || domain)
  || ',"activityCount":'::text)
  || activity_count)
  || ',"lastActivity":'::text)
  || case when (last_activity_at is null) then 'null'::text else (((((('{"title":'::text
  || to_json(coalesce(last_activity_title, ''::text)))
  || ',"type":'::text)
  || to_json(last_activity_type))
  || ',"occurredAt":"'::text)
  || utc_instant(last_activity_at))
  || '"}'::text) end)
  || ',"contributors":'::text)
  || contributors)
  || ',"creator":'::text)
  || case creator_name when ''::text then 'null'::text else (('{"name":'::text
  || to_json(creator_name))
  || '}'::text) end)
  || ',"createdAt":"'::text)
  || utc_instant(created_at))
  || '"'::text);

create function later_series(stored text, days integer)
 returns text
 language sql
 immutable parallel safe
return coalesce(substring(stored from (1 + (days * ((length(stored) + 1) / 41))) for ((21 * ((length(stored) + 1) / 41)) - 1)), '0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0'::text);

create function search_bucket(uuid, date)
 returns text
 language sql
 immutable parallel safe
return "left"(encode(sha256((uuid_send($1)
  || int4send(($2 - '1970-01-01'::date)))), 'base64'::text), 7);
