-- Today
--
-- What the Today page remembers of a member.

-- A conversation that a member hid, or wants to be reminded of.
create table today_marks (
  workspace_id uuid references workspaces(id) on delete cascade,
  user_id uuid references users(id) on delete cascade,
  activity_key uuid,
  occurred_at timestamptz not null,
  remind_on date,
  marked_at timestamptz not null default now(),
  primary key (workspace_id, user_id, activity_key)
);
create index today_marks_user on today_marks (user_id);

-- The time at which a member last looked at Today.
create table today_visits (
  workspace_id uuid references workspaces(id) on delete cascade,
  user_id uuid references users(id) on delete cascade,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index today_visits_user on today_visits (user_id);
