-- Contacts and relationships
--
-- Who is in touch with whom, computed from what is published.

-- An address of an outside person in an account, with what members decided about it. `person_id`
-- joins the addresses of one person.
create table contacts (
  workspace_id uuid,
  account_id uuid not null,
  id uuid,
  address text not null,
  name text not null default '',
  person_id uuid not null,
  is_automated boolean not null,
  is_colleague boolean not null default false,
  is_hidden_by_hand boolean,
  is_shown boolean not null generated always as (not (coalesce(is_hidden_by_hand, is_automated) or is_colleague)) stored,
  hidden_by uuid,
  merged_by uuid,
  quiet_dismissed_until date,
  quiet_dismissed_by uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);
create index contacts_account on contacts (account_id);
create index contacts_address on contacts (workspace_id, address);
create index contacts_merged on contacts (workspace_id, (overlay(overlay(md5((workspace_id::text || ' '::text) || address) placing '8'::text from 13) placing '8'::text from 17)::uuid)) where person_id <> overlay(overlay(md5((workspace_id::text || ' '::text) || address) placing '8'::text from 13) placing '8'::text from 17)::uuid;
create index contacts_person on contacts (workspace_id, person_id);
create index contacts_search on contacts using gin (workspace_id, lower((name || ' '::text) || address) gin_trgm_ops);

-- A day on which a user was in touch with a contact.
create table tie_days (
  workspace_id uuid,
  account_id uuid,
  contact_id uuid,
  user_id uuid,
  day date,
  addresses smallint not null,
  by_us boolean not null,
  by_them boolean not null,
  primary key (workspace_id, account_id, contact_id, user_id, day),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);
create index tie_days_day on tie_days (account_id, day);

-- The strength of a user’s relationship with a person, as a number that keeps its order over time.
create table ties (
  workspace_id uuid,
  account_id uuid,
  person_id uuid,
  user_id uuid,
  key float8 not null,
  last_day date not null,
  is_first boolean not null default false,
  primary key (workspace_id, account_id, person_id, user_id),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);

-- The same for the account, with the last day of each side and the next meeting.
create table account_relationships (
  workspace_id uuid,
  account_id uuid,
  key float8 not null default 0,
  best_key float8 not null default 0,
  last_day date,
  recent_days bit(84) not null default repeat('0'::text, 84)::bit(84),
  last_day_by_us date,
  last_day_by_them date,
  next_meeting_at timestamptz,
  due_at timestamptz,
  quiet_dismissed_until date,
  days_in_touch integer not null default 0,
  days_in_touch_until date not null default '-infinity'::date,
  quiet_dismissed_by uuid,
  recount_from timestamptz default '-infinity'::timestamp with time zone,
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);
create index account_relationships_days on account_relationships (workspace_id, days_in_touch, account_id);
create index account_relationships_days_until on account_relationships (days_in_touch_until, workspace_id);
create index account_relationships_due on account_relationships (due_at) where due_at is not null;
create index account_relationships_key on account_relationships (workspace_id, key, account_id);
create index account_relationships_meeting_asc on account_relationships (workspace_id, coalesce(next_meeting_at, 'infinity'::timestamp with time zone), account_id);
create index account_relationships_meeting_desc on account_relationships (workspace_id, coalesce(next_meeting_at, '-infinity'::timestamp with time zone), account_id);
create index account_relationships_recount on account_relationships (recount_from) where recount_from is not null;
create index account_relationships_them_asc on account_relationships (workspace_id, coalesce(last_day_by_them, 'infinity'::date), account_id);
create index account_relationships_them_desc on account_relationships (workspace_id, coalesce(last_day_by_them, '-infinity'::date), account_id);
create index account_relationships_us_asc on account_relationships (workspace_id, coalesce(last_day_by_us, 'infinity'::date), account_id);
create index account_relationships_us_desc on account_relationships (workspace_id, coalesce(last_day_by_us, '-infinity'::date), account_id);

-- A person who may go quiet: enough days in touch, and none since.
create table quiet_candidates (
  workspace_id uuid,
  account_id uuid,
  person_id uuid,
  last_day date not null,
  days_before integer not null,
  primary key (workspace_id, account_id, person_id)
);
create index quiet_candidates_day on quiet_candidates (workspace_id, last_day);
