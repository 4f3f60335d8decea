-- Discovery
--
-- Domains in the mail of the last days, which the wizard and Import Preferences propose. No message
-- content is stored.

-- The number of emails that a user exchanged with a domain on a day.
create table discovered_days (
  owner_id uuid references users(id) on delete cascade,
  provider text,
  domain text,
  day date,
  mails integer not null,
  primary key (owner_id, provider, domain, day)
);

-- The hash of an email that is counted there.
create table discovered_mails (
  owner_id uuid references users(id) on delete cascade,
  provider text,
  mail_hash uuid,
  day date not null,
  primary key (owner_id, provider, mail_hash)
);

-- A few names and addresses at a domain.
create table discovered_samples (
  owner_id uuid references users(id) on delete cascade,
  domain text,
  names text[] not null default '{}'::text[],
  emails text[] not null default '{}'::text[],
  last_seen date not null,
  primary key (owner_id, domain)
);

-- The number of emails excluded on a day, by domain and reason.
create table excluded_days (
  owner_id uuid,
  provider text,
  domain text,
  reason text,
  day date,
  mails integer not null,
  constraint left_out_days_pkey primary key (owner_id, provider, domain, reason, day),
  constraint left_out_days_owner_id_fkey foreign key (owner_id) references users(id) on delete cascade,
  constraint left_out_days_reason_check check (reason in ('free-mail', 'own-domain', 'list'))
);
