import type { Client } from 'pg';

/**
 * To whom the rows of a table belong: the column that names the workspace or the owner, by which a
 * distributed database spreads them; `reference` for small tables that every machine has a copy of;
 * `local` for those that stay on one machine.
 */
export type Tenancy = 'workspace_id' | 'owner_id' | 'reference' | 'local';

export const tables: Record<string, Tenancy> = {
  account_activities: 'workspace_id',
  account_activity_contributors: 'workspace_id',
  account_activity_words: 'workspace_id',
  account_contributors: 'workspace_id',
  account_days: 'workspace_id',
  account_domains: 'workspace_id',
  account_refreshes: 'workspace_id',
  account_message_refs: 'workspace_id',
  account_relationships: 'workspace_id',
  merged_accounts: 'workspace_id',
  contacts: 'workspace_id',
  default_views: 'workspace_id',
  listed_accounts: 'workspace_id',
  quiet_candidates: 'workspace_id',
  saved_views: 'workspace_id',
  tie_days: 'workspace_id',
  ties: 'workspace_id',
  workspace_accounts: 'workspace_id',
  workspace_changes: 'workspace_id',
  call_transcripts: 'owner_id',
  captured_activities: 'owner_id',
  captured_activity_domains: 'owner_id',
  reconciliation_days: 'owner_id',
  discovered_days: 'owner_id',
  discovered_mails: 'owner_id',
  discovered_samples: 'owner_id',
  domain_shares: 'owner_id',
  domains: 'owner_id',
  histories: 'owner_id',
  history_imports: 'owner_id',
  history_positions: 'owner_id',
  import_previews: 'owner_id',
  integrations: 'owner_id',
  item_locations: 'owner_id',
  mail_files: 'owner_id',
  excluded_days: 'owner_id',
  provider_requests: 'owner_id',
  publish_requests: 'owner_id',
  failed_items: 'owner_id',
  sync_seen: 'owner_id',
  sync_tasks: 'owner_id',
  memberships: 'reference',
  organizations: 'reference',
  users: 'reference',
  workspaces: 'reference',
  rate_limit_counters: 'local',
  audit_entries: 'local',
  deleted_account_shares: 'local',
  deleted_accounts: 'local',
  invitations: 'local',
  oauth_states: 'local',
  password_resets: 'local',
  pending_grants: 'local',
  provider_problems: 'local',
  requested_password_resets: 'local',
  reset_requests: 'local',
  sessions: 'local',
  sign_in_failures: 'local',
};

interface Key {
  table: string;
  name: string;
  columns: string[];
}

interface ForeignKey extends Key {
  target: string;
}

const columnsOf = (keys: string) => `array(
  select attname::text from unnest(${keys}) with ordinality as given(number, position)
  join pg_attribute on attrelid = conrelid and attnum = number order by position)`;

/** The keys and constraints that a distributed database would refuse, each as `table: reason`, sorted. */
export async function schemaProblems(
  client: Client,
  tenancies: Record<string, Tenancy> = tables,
): Promise<string[]> {
  const tenancyOf = (table: string): Tenancy => tenancies[table] ?? 'local';
  const keyed = Object.entries(tenancies).filter(([, tenancy]) => tenancy.endsWith('_id'));
  const { rows: columns } = await client.query<{ table: string; name: string }>(`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = 'public'`);
  const lacking = keyed.flatMap(([table, key]) =>
    columns.some((column) => column.table === table && column.name === key)
      ? []
      : [`${table}: has no column ${key}`],
  );
  const { rows: unique } = await client.query<Key>(`
    select tablename as table, indexname as name, array(
      select attname::text from pg_attribute where attrelid = indexrelid) as columns
    from pg_indexes join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass
    where schemaname = 'public' and indisunique`);
  const withoutKey = unique
    .filter(({ table, columns }) => {
      const key = tenancyOf(table);
      return key.endsWith('_id') && !columns.includes(key);
    })
    .filter(({ table }) => !lacking.some((line) => line.startsWith(`${table}:`)))
    .map(({ table, name }) => `${table}: ${name} does not contain ${tenancyOf(table)}`);
  const { rows: foreign } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name,
      confrelid::regclass::text as target, ${columnsOf('conkey')} as columns
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const undistributable = foreign.flatMap(({ table, name, target, columns }) => {
    const [own, theirs] = [tenancyOf(table), tenancyOf(target)];
    // Distributing takes the foreign keys of local tables off: no code relies on them, and on one
    // machine they guard against mistakes.
    if (own === 'local' || theirs === 'reference') return [];
    const problem = `${table}: ${name} refers to ${target}, which`;
    if (own !== theirs) return [`${problem} belongs to ${theirs}`];
    return columns.includes(own) ? [] : [`${problem} it names without ${own}`];
  });
  const { rows: triggers } = await client.query<{ table: string; name: string }>(`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger where not tgisinternal`);
  const triggered = triggers.map(({ table, name }) => `${table}: has the trigger ${name}`);
  return [...lacking, ...withoutKey, ...undistributable, ...triggered].sort();
}
