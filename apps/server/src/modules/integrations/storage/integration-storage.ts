import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';
import type { IntegrationKey } from '#platform/database/integration-key.ts';

/**
 * The operations on integrations that differ between one database node and a cluster, where they are stored
 * with their users.
 */
export interface IntegrationStorage {
  /**
   * A relation of copies of a user, with `account_id` and `activity_key`, that a statement can join with
   * accounts.
   *
   * @param shared the relation as it is stored with its owner.
   */
  sharedCopies(db: Connection, shared: RawBuilder<unknown>): Promise<RawBuilder<unknown>>;
  /** The condition that no task counts the domain of the row `known` for a preview. */
  isNotQueued(tx: Connection, integration: IntegrationKey): Promise<RawBuilder<boolean>>;
}

const oneNode: IntegrationStorage = {
  sharedCopies: async (_db, shared) => shared,
  isNotQueued: async () => sql`not exists (
          select from sync_tasks task
          where task.owner_id = known.owner_id and task.integration_id = known.integration_id
            and task.kind = 'preview'
            and known.domain = any(task.domains))`,
};

const cluster: IntegrationStorage = {
  // Read first: accounts lie on other nodes.
  async sharedCopies(db, shared) {
    const { rows } = await sql<object>`
    select account_id, activity_key from ${shared} shared`.execute(db);
    return sql`(
    select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(account_id uuid, activity_key uuid))`;
  },
  // A cluster takes neither a subquery nor a parameter in this part of an upsert.
  async isNotQueued(tx, { ownerId, integrationId }) {
    const { rows } = await sql<{ domain: string }>`
    select distinct unnest(domains) as domain from sync_tasks
    where owner_id = ${ownerId} and integration_id = ${integrationId} and kind = 'preview'`.execute(
      tx,
    );
    const queued = rows.map(({ domain }) => sql.lit(domain));
    return queued.length === 0 ? sql`true` : sql`known.domain not in (${sql.join(queued)})`;
  },
};

/** The storage of integrations in a database, also for its transactions. */
export const storageOf = storageBy<IntegrationStorage>({ oneNode, cluster });
