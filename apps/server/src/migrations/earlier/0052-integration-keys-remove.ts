import { type Kysely, sql } from 'kysely';
import { describeKeys } from './key-statistics.ts';

/**
 * Puts the owner first in the keys of integrations and of everything that belongs to one
 * (docs/scale.md): each statement on them names the owner. A process of an earlier version does not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await describeKeys(db);
}

interface OfIntegration {
  table: string;
  /** Of the table when its constraints were named. */
  formerName?: string;
  key: string;
}

const ofIntegrations: OfIntegration[] = [
  { table: 'failed_items', formerName: 'sync_failures', key: 'integration_id, external_id' },
  { table: 'import_previews', key: 'integration_id, domain' },
  { table: 'item_locations', key: 'integration_id, folder, validity, uid' },
  { table: 'provider_requests', key: 'integration_id, hour' },
  { table: 'reconciliation_days', formerName: 'completeness_days', key: 'integration_id, day' },
  { table: 'sync_tasks', key: 'id' },
];

/** Whose keys begin with the owner already. */
const histories = ['history_imports', 'history_positions'];

const cascade = 'on delete cascade';

const statements = [
  ...ofIntegrations.flatMap(({ table, formerName = table, key }) => [
    `alter table ${table} add column owner_id uuid`,
    `update ${table} set owner_id = (select owner_id from integrations where id = integration_id)`,
    `alter table ${table} drop constraint ${formerName}_integration_id_fkey`,
    // Another table refers to the key of the tasks.
    `alter table ${table} drop constraint ${formerName}_pkey cascade,
      add primary key (owner_id, ${key})`,
  ]),
  ...histories.map((table) => `alter table ${table} drop constraint ${table}_integration_id_fkey`),
  'alter table integrations drop constraint integrations_pkey, add primary key (owner_id, id)',
  ...[...ofIntegrations.map(({ table }) => table), ...histories].map(
    (table) => `alter table ${table} add foreign key (owner_id, integration_id)
      references integrations (owner_id, id) ${cascade}`,
  ),
  'alter table sync_seen add column owner_id uuid',
  'update sync_seen set owner_id = (select owner_id from sync_tasks where id = task_id)',
  `alter table sync_seen drop constraint sync_seen_pkey,
    add primary key (owner_id, task_id, external_id),
    add foreign key (owner_id, task_id) references sync_tasks (owner_id, id) ${cascade}`,
  // What these found, the keys find.
  'drop index history_positions_integration, history_imports_integration',
  'drop index sync_tasks_integration, item_locations_item',
  'create index sync_tasks_integration on sync_tasks (owner_id, integration_id, created_at)',
  'create index item_locations_item on item_locations (owner_id, integration_id, external_id)',
  // A delivery names its integration alone, in the address that its sender has.
  'create index integrations_id on integrations (id)',
];
