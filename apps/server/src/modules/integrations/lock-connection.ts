import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { limitReached } from '#platform/http/app-error.ts';
import { anyProvider } from './discovery/count-contacts.ts';
import { refreshOwnAddress } from '#modules/relationships/refresh-own-address.ts';
import type { Provider } from './provider.ts';

/** The row of a connection, before it is connected. */
export interface LockedConnection {
  id: string;
  /** Of the token of a webhook that is connected already. */
  hash: Buffer | null;
  /** Whether texts of it are captured. */
  capturesText: boolean;
}

/**
 * Finds or makes the row of a person's connection to a source, and locks it. A disconnected source
 * has its row back. At most `limits.connectionsPerProvider` are stored of a provider: a new one takes
 * the place of the oldest one that is disconnected.
 *
 * @throws AppError `LIMIT_REACHED` when so many are connected.
 */
export async function lockConnection(
  tx: Connection,
  ownerId: string,
  provider: Pick<Provider, 'id' | 'name' | 'kind'>,
  source: string,
): Promise<LockedConnection> {
  // Two that are connected at the same time would otherwise not see each other.
  const lock = `connections to ${provider.id} of ${ownerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('integrations')
    .select(['id', 'source', 'webhook_token_hash as hash', 'captures_text as capturesText'])
    .select((eb) => eb('credentials', 'is not', null).as('isConnected'))
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const known = rows.find((row) => row.source?.toLowerCase() === source.toLowerCase());
  const others = rows.filter((row) => row !== known);
  // Discovery reads this mailbox in full, and no longer follows the others.
  const isFirst = known?.isConnected !== true && !others.some((row) => row.isConnected);
  if (isFirst && others.length > 0) {
    await forgetDiscovered(tx, ownerId, provider.id);
  }
  if (known !== undefined) return known;
  await makeRoom(tx, ownerId, provider, rows);
  const { id } = await tx
    .insertInto('integrations')
    .values({ owner_id: ownerId, provider: provider.id, source })
    .returning('id')
    .executeTakeFirstOrThrow();
  await refreshOwnAddress(tx, ownerId, source);
  return { id, hash: null, capturesText: true };
}

/**
 * Locks everything that a user has connected, or is about to: call it before the user is locked
 * (docs/ARCHITECTURE.md, "Lock order"). A request that is connecting something has locked it and waits for
 * the user.
 */
export async function lockConnections(tx: Connection, ownerId: string): Promise<void> {
  await tx
    .selectFrom('pending_grants')
    .select('confirm_hash')
    .where('user_id', '=', ownerId)
    .orderBy('confirm_hash')
    .forUpdate()
    .execute();
  await tx
    .selectFrom('integrations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

interface Row {
  id: string;
  isConnected: unknown;
}

async function makeRoom(
  tx: Connection,
  ownerId: string,
  { id: provider, name, kind }: Pick<Provider, 'id' | 'name' | 'kind'>,
  rows: readonly Row[],
): Promise<void> {
  const limit = limits.connectionsPerProvider;
  if (rows.length < limit) return;
  const disconnected = rows.find((row) => !row.isConnected);
  if (disconnected === undefined) {
    const message = `You have connected ${rows.length} ${things[kind]} with ${name}, and at most ${limit} can be. Disconnect one first.`;
    throw limitReached({ message, limit, current: rows.length });
  }
  await tx
    .deleteFrom('integrations')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .where('id', '=', disconnected.id)
    .execute();
}

const things: Record<Provider['kind'], string> = {
  mail: 'mailboxes',
  calendar: 'calendars',
  calls: 'accounts',
};

async function forgetDiscovered(tx: Connection, ownerId: string, provider: string): Promise<void> {
  for (const table of ['discovered_days', 'excluded_days', 'discovered_mails'] as const) {
    await tx
      .deleteFrom(table)
      .where('owner_id', '=', ownerId)
      .where('provider', 'in', [provider, anyProvider])
      .execute();
  }
}
