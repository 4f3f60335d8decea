import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { SourceProvider } from '../provider.ts';
import type { ChangePage, ListPage } from '../provider/activity-source.ts';
import type { ItemLocation } from '../provider/item-location.ts';
import type { SyncRun } from './sync-run.ts';

type Page = Pick<ChangePage & ListPage, 'locations' | 'contents'> &
  Partial<Pick<ChangePage, 'isLast'>>;

interface Run extends Pick<SyncRun, 'integrationId' | 'ownerId' | 'sourceName'> {
  provider: Pick<SourceProvider, 'id'>;
}

/** A location of an item of an integration. */
export const findLocations = (
  db: Connection,
  { ownerId, integrationId }: IntegrationKey,
  externalId: string,
): Promise<ItemLocation[]> =>
  db
    .selectFrom('item_locations')
    .select(['external_id as id', 'folder', 'validity', 'uid'])
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('external_id', '=', externalId)
    .orderBy('folder')
    .orderBy('uid')
    .execute();

/** Returns the integration's folders that contain something and have names beginning with a text. */
export const findFolders = async (
  db: Connection,
  key: IntegrationKey,
  prefix: string,
): Promise<string[]> => {
  if (prefix === '') return findAllFolders(db, key);
  const rows = await db
    .selectFrom('item_locations')
    .select('folder')
    .distinct()
    .where('owner_id', '=', key.ownerId)
    .where('integration_id', '=', key.integrationId)
    .where(sql<boolean>`starts_with(folder, ${prefix})`)
    .execute();
  return rows.map(({ folder }) => folder);
};

/** Finds one folder after the other in the index: a mailbox has few folders with many emails each. */
async function findAllFolders(
  db: Connection,
  { ownerId, integrationId }: IntegrationKey,
): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`
    select folder from item_locations
    where owner_id = ${ownerId} and integration_id = ${integrationId} ${after}
    order by folder limit 1`;
  const { rows } = await sql<{ folder: string }>`
    with recursive found as (
      (${next(sql``)})
      union all
      select (${next(sql`and folder > found.folder`)}) from found where found.folder is not null)
    select folder from found where folder is not null`.execute(db);
  return rows.map(({ folder }) => folder);
}

/**
 * Stores where the items of a page are, and deletes the locations that the page says are gone. To be
 * called before the page's items are stored, and `forgetUnusedLocations` after.
 *
 * @returns the ids of items that have no location left.
 */
export async function storeLocations(
  tx: Connection,
  { ownerId, integrationId }: SyncRun,
  { locations = [], contents }: Page,
): Promise<string[]> {
  if (locations.length > 0) {
    await forgetFoundFailures(tx, { ownerId, integrationId }, locations);
    await sql`
      insert into item_locations (owner_id, integration_id, folder, validity, uid, external_id)
      select distinct on (folder, validity, uid)
        ${ownerId}::uuid, ${integrationId}::uuid, folder, validity, uid, id
      from json_to_recordset(${JSON.stringify(locations)}::json)
        as given(folder text, validity bigint, uid bigint, id text)
      on conflict (owner_id, integration_id, folder, validity, uid)
        do update set external_id = excluded.external_id`.execute(tx);
  }
  if (contents === undefined) return [];
  const changed = contents.changed.map(({ folder, validity, uids }) => ({
    folder,
    validity,
    uids: `{${uids.map(([from, to]) => `[${from},${to}]`).join(',')}}`,
  }));
  const { rows } = await sql<{ id: string }>`
    delete from item_locations as location
    where owner_id = ${ownerId} and integration_id = ${integrationId} and (
      folder = any(${contents.gone ?? []}::text[])
      or exists (
        select from json_to_recordset(${JSON.stringify(changed)}::json)
          as now(folder text, validity bigint, uids int8multirange)
        where now.folder = location.folder
          and (now.validity <> location.validity or not location.uid <@ now.uids)))
    returning external_id as id`.execute(tx);
  const ids = [...new Set(rows.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const left = await tx
    .selectFrom('item_locations')
    .select('external_id as id')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', ids)
    .execute();
  const isLeft = new Set(left.map(({ id }) => id));
  return ids.filter((id) => !isLeft.has(id));
}

/** Deletes failed items that represented items read at their locations by now. */
async function forgetFoundFailures(
  tx: Connection,
  { ownerId, integrationId }: IntegrationKey,
  locations: readonly ItemLocation[],
): Promise<void> {
  // From the few failed items by an index to their locations: a join would read all locations.
  await sql`
    delete from failed_items as failure
    where owner_id = ${ownerId} and integration_id = ${integrationId} and (
      select true
      from item_locations location
      join json_to_recordset(${JSON.stringify(locations)}::json)
          as given(folder text, validity bigint, uid bigint, id text)
        on location.folder = given.folder and location.validity = given.validity
          and location.uid = given.uid and location.external_id <> given.id
      where location.owner_id = failure.owner_id
        and location.integration_id = failure.integration_id
        and location.external_id = failure.external_id
      limit 1)`.execute(tx);
}

/** Gives the locations of items that were known by a stand-in the items' own ids. */
export async function renameLocations(
  tx: Connection,
  { ownerId, integrationId }: SyncRun,
  found: readonly { id: string; item: { externalId: string } }[],
): Promise<void> {
  for (const { id, item } of found) {
    if (id === item.externalId) continue;
    await tx
      .updateTable('item_locations')
      .set({ external_id: item.externalId })
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', integrationId)
      .where('external_id', '=', id)
      .execute();
  }
}

/**
 * Deletes the locations of a page's items that were neither stored nor failed: the location of mail that
 * concerns no tracked domain is not kept. A round's last page that lists the contents of folders also deletes
 * the locations left by domains that are no longer tracked; that looks at all locations.
 */
export async function forgetUnusedLocations(
  tx: Connection,
  { integrationId, ownerId, provider, sourceName }: Run,
  { locations = [], contents, isLast = false }: Page,
): Promise<void> {
  const isRoundEnd = isLast && contents !== undefined && contents.changed.length > 0;
  if (locations.length === 0 && !isRoundEnd) return;
  const run = { ownerId, integrationId, providerId: provider.id, sourceName };
  if (isRoundEnd) return forgetAllUnused(tx, run);
  const ids = [...new Set(locations.map(({ id }) => id))];
  // One lookup for each: the planner cannot know how few they are, and would read all that is stored.
  await sql`
    delete from item_locations as location
    where owner_id = ${ownerId} and integration_id = ${integrationId}
      and external_id = any(${ids}::text[])
      and (${capturedAt(run)} limit 1) is null and (${failedAt(run)} limit 1) is null`.execute(tx);
}

interface ReadSource extends IntegrationKey {
  providerId: string;
  sourceName: string;
}

const forgetAllUnused = async (tx: Connection, run: ReadSource): Promise<void> => {
  await sql`
    delete from item_locations as location
    where owner_id = ${run.ownerId} and integration_id = ${run.integrationId}
      and not exists (${capturedAt(run)}) and not exists (${failedAt(run)})`.execute(tx);
};

/** Selects the captured activity of the item of a location. */
const capturedAt = ({ ownerId, providerId, sourceName }: ReadSource) => sql`
  select true from captured_activities captured
  where captured.owner_id = ${ownerId} and captured.provider = ${providerId}
    and captured.source = ${sourceName} and captured.external_id = location.external_id`;

/** That the item of a location has failed. */
const failedAt = ({ ownerId }: ReadSource) => sql`
  select true from failed_items failure
  where failure.owner_id = ${ownerId} and failure.integration_id = location.integration_id
    and failure.external_id = location.external_id`;
