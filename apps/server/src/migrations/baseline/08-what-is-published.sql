-- What is published
--
-- The side of the workspace. A row has only what the level of the share shows. Deleting all of it
-- and publishing again gives the same rows.

-- An activity of an account, from the copy that is shared at the highest level.
create table account_activities (
  workspace_id uuid,
  account_id uuid not null,
  id uuid,
  activity_key uuid not null,
  captured_id uuid not null,
  owner_id uuid not null,
  type text not null,
  occurred_at timestamptz not null,
  day date not null,
  side text not null,
  title text not null,
  summary text not null,
  participants jsonb not null,
  location text,
  start_time timestamptz,
  end_time timestamptz,
  thread_id uuid,
  is_all_day boolean not null default false,
  level smallint not null default 2,
  primary key (workspace_id, id),
  constraint account_activities_level_check check (level >= 0 and level <= 2)
);
create index account_activities_day on account_activities (account_id, day);
create index account_activities_feed on account_activities (account_id, occurred_at desc, id desc);
create index account_activities_thread on account_activities (account_id, thread_id, occurred_at, id) where thread_id is not null;

-- A captured copy behind a published activity, with its owner.
create table account_activity_contributors (
  workspace_id uuid,
  account_id uuid not null,
  activity_id uuid,
  user_id uuid,
  captured_id uuid,
  primary key (workspace_id, activity_id, user_id, captured_id)
);
create index account_activity_contributors_user on account_activity_contributors (account_id, user_id);

-- The words by which an activity is found.
create table account_activity_words (
  workspace_id uuid,
  activity_id uuid,
  account_id uuid not null,
  occurred_at timestamptz not null,
  words tsvector not null,
  primary key (workspace_id, activity_id)
) with (toast_tuple_target=128);
create index account_activity_words_newest on account_activity_words (workspace_id, occurred_at desc, activity_id desc);
create index account_activity_words_words on account_activity_words using gin (words) with (fastupdate=off);

-- The references of a published email, for its thread.
create table account_message_refs (
  account_id uuid,
  ref uuid,
  activity_id uuid,
  workspace_id uuid,
  primary key (workspace_id, account_id, ref, activity_id)
);
create index account_message_refs_activity on account_message_refs (account_id, activity_id);

-- The number of activities of each side on a day: the bubbles.
create table account_days (
  workspace_id uuid,
  account_id uuid,
  day date,
  internal integer not null,
  external integer not null,
  total integer not null,
  primary key (workspace_id, account_id, day),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);

-- A user who contributes to an account.
create table account_contributors (
  workspace_id uuid,
  account_id uuid,
  user_id uuid references users(id) on delete cascade,
  primary key (workspace_id, account_id, user_id),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);
create index account_contributors_user on account_contributors (user_id, workspace_id, account_id);
