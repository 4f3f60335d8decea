import { type Kysely, sql } from 'kysely';

/**
 * Puts the owner first in the keys of what is captured and shared (docs/scale.md): each statement on
 * it names them. A process of an earlier version does not. The largest table is written anew, because
 * changing each of its rows would leave as many dead ones behind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** With an owner from now on: whose row names the owner, and by which column. */
const owned = [
  ['domain_shares', 'domains', 'domain_id'],
  ['call_transcripts', 'captured_activities', 'captured_id'],
  ['deleted_account_shares', 'domains', 'domain_id'],
] as const;

const cascade = 'on delete cascade';

const statements = [
  ...owned.flatMap(([table, from, column]) => [
    `alter table ${table} add column owner_id uuid`,
    `update ${table} set owner_id = (select owner_id from ${from} where id = ${column})`,
    `alter table ${table} alter column owner_id set not null`,
    `alter table ${table} drop constraint ${table}_${column}_fkey`,
  ]),
  'alter table publish_requests drop constraint publish_requests_domain_id_fkey',
  'alter table history_positions drop constraint history_positions_domain_id_fkey',
  `create table linked as
    select domain.owner_id, link.domain_id, link.activity_key, link.captured_id, link.side,
      link.by_bcc_only
    from captured_activity_domains link join domains domain on domain.id = link.domain_id`,
  'drop table captured_activity_domains',
  'alter table linked rename to captured_activity_domains',
  `alter table captured_activity_domains
    alter column side set not null,
    alter column by_bcc_only set not null,
    alter column by_bcc_only set default false,
    add check (side in ('internal', 'external', 'both')),
    add primary key (owner_id, domain_id, activity_key, captured_id)`,
  `create index captured_activity_domains_captured on captured_activity_domains
    (owner_id, captured_id)`,
  `alter table domains drop constraint domains_pkey, add primary key (owner_id, id)`,
  `alter table captured_activities drop constraint captured_activities_pkey,
    add primary key (owner_id, id)`,
  `alter table domain_shares drop constraint domain_shares_pkey,
    add primary key (owner_id, domain_id),
    add foreign key (owner_id, domain_id) references domains (owner_id, id) ${cascade}`,
  `alter table call_transcripts drop constraint call_transcripts_pkey,
    add primary key (owner_id, captured_id),
    add foreign key (owner_id, captured_id)
      references captured_activities (owner_id, id) ${cascade}`,
  `alter table captured_activity_domains
    add foreign key (owner_id, domain_id) references domains (owner_id, id) ${cascade},
    add foreign key (owner_id, captured_id)
      references captured_activities (owner_id, id) ${cascade}`,
  `alter table publish_requests
    add foreign key (owner_id, domain_id) references domains (owner_id, id) ${cascade}`,
  `alter table history_positions
    add foreign key (owner_id, domain_id) references domains (owner_id, id) ${cascade}`,
  'drop index history_positions_domain',
  'create index history_positions_domain on history_positions (owner_id, domain_id)',
  'drop index publish_requests_domain, deleted_account_shares_domain',
  'create index publish_requests_domain on publish_requests (owner_id, domain_id)',
  `alter table deleted_account_shares
    add foreign key (owner_id, domain_id) references domains (owner_id, id) ${cascade}`,
  `create index deleted_account_shares_domain on deleted_account_shares (owner_id, domain_id)`,
];
