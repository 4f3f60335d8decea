-- What a user captured
--
-- Private to its user. It is copied to workspaces as far as the user shares the domain
-- (`domain_shares`).

-- A domain that a user tracks: what is exchanged with it is captured.
create table domains (
  id uuid default uuidv7(),
  owner_id uuid references users(id) on delete cascade,
  domain text not null,
  source text not null,
  added_at timestamptz not null default now(),
  primary key (owner_id, id),
  unique (owner_id, domain),
  constraint domains_source_check check (source in ('manual', 'discovered'))
);

-- An email, a meeting or a call, with its content. Each of several copies has a row.
create table captured_activities (
  id uuid default uuidv7(),
  owner_id uuid references users(id) on delete cascade,
  provider text not null,
  source text not null,
  external_id text not null,
  activity_key uuid not null,
  type text not null,
  occurred_at timestamptz not null,
  day date not null generated always as ((occurred_at at time zone 'America/New_York'::text)::date) stored,
  title text not null,
  summary text not null,
  participants jsonb not null,
  location text,
  start_time timestamptz,
  end_time timestamptz,
  html_body text,
  text_body text,
  metadata jsonb not null default '{}'::jsonb,
  thread_refs uuid[] not null default '{}'::uuid[],
  captured_at timestamptz not null default now(),
  bcc jsonb not null default '[]'::jsonb,
  search_words text,
  hidden_words text not null default '',
  is_all_day boolean not null default false,
  is_automatic boolean,
  is_private boolean,
  private_conversation_id uuid,
  primary key (owner_id, id),
  unique (owner_id, provider, source, external_id),
  constraint captured_activities_type_check check (type in ('email', 'calendar', 'call'))
);
create index captured_activities_occurred on captured_activities (owner_id, occurred_at);
create index captured_activities_private_meetings on captured_activities (owner_id, activity_key) where type = 'calendar' and is_private is not false;
create index captured_activities_unread_marks on captured_activities (owner_id, occurred_at) where type = 'calendar' and is_private is null;
create index captured_activities_without_words on captured_activities (owner_id) where search_words is null;

-- A link between an activity and a tracked domain. `by_bcc_only` marks links that are for the owner
-- alone, for whatever reason.
create table captured_activity_domains (
  owner_id uuid,
  domain_id uuid,
  activity_key uuid,
  captured_id uuid,
  side text not null,
  by_bcc_only boolean not null default false,
  primary key (owner_id, domain_id, activity_key, captured_id),
  foreign key (owner_id, captured_id) references captured_activities(owner_id, id) on delete cascade,
  foreign key (owner_id, domain_id) references domains(owner_id, id) on delete cascade,
  constraint captured_activity_domains_side_check check (side in ('internal', 'external', 'both'))
);
create index captured_activity_domains_captured on captured_activity_domains (owner_id, captured_id);

-- The transcript of a call.
create table call_transcripts (
  captured_id uuid,
  sentences jsonb not null,
  fetched_at timestamptz not null default now(),
  search_words text,
  owner_id uuid,
  primary key (owner_id, captured_id),
  foreign key (owner_id, captured_id) references captured_activities(owner_id, id) on delete cascade
);
create index call_transcripts_without_words on call_transcripts (captured_id) where search_words is null;

-- A reference of a conversation that its user keeps private.
create table private_refs (
  owner_id uuid references users(id) on delete cascade,
  ref uuid,
  conversation_id uuid not null,
  marked_at timestamptz not null default now(),
  primary key (owner_id, ref)
);

-- A meeting that its user shares although a calendar marks it as private.
create table shared_meetings (
  owner_id uuid references users(id) on delete cascade,
  activity_key uuid,
  shared_at timestamptz not null default now(),
  primary key (owner_id, activity_key)
);
