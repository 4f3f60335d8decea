import type { AuditEntry } from '@repo/contract/admin';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';

type Fields = AuditEntry['before'];

interface NamedAccount {
  name: string;
  domain: string;
}

/**
 * Names the accounts of entries of the audit log, and their owners, as they are called now, where the reader may
 * see the account now. Everyone else reads ids.
 */
export async function nameAccounts(
  db: Connection,
  readerId: string,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const ids = entries.flatMap(({ before, after }) => [idIn(before), idIn(after)]);
  const accounts = await findVisible(db, readerId, [...new Set(ids)].filter(isDefined));
  const owners = await findNames(db, entries, accounts);
  const named = (fields: Fields, account: NamedAccount | undefined): Fields => {
    if (fields === null || account === undefined) return fields;
    const { accountId, ownerId, ...others } = fields;
    return {
      ...others,
      ...(accountId !== undefined && account),
      ...(ownerId !== undefined && { owner: owners.get(String(ownerId)) ?? '' }),
    };
  };
  return entries.map((entry) => {
    const { before, after } = entry;
    const [former, latter] = [accounts.get(idIn(before) ?? ''), accounts.get(idIn(after) ?? '')];
    // A field that only one side names belongs to the same account.
    return {
      ...entry,
      before: named(before, idIn(before) === undefined ? latter : former),
      after: named(after, idIn(after) === undefined ? former : latter),
    };
  });
}

const isDefined = (id: string | undefined): id is string => id !== undefined;

const idIn = (fields: Fields): string | undefined => {
  const id = fields?.['accountId'];
  return typeof id === 'string' ? id : undefined;
};

async function findVisible(
  db: Connection,
  readerId: string,
  ids: readonly string[],
): Promise<Map<string, NamedAccount>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedAccount & { id: string }>`
    select account.id, account.name, account.domain
    from ${visibleAccounts(await readerOf(db, readerId))} account
    where account.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name, domain }) => [id, { name, domain: shownDomain(domain) }]));
}

/** The names of the owners of accounts that the reader may see. */
async function findNames(
  db: Connection,
  entries: readonly AuditEntry[],
  accounts: ReadonlyMap<string, NamedAccount>,
): Promise<Map<string, string>> {
  const visible = entries.filter(
    ({ before, after }) => accounts.has(idIn(before) ?? '') || accounts.has(idIn(after) ?? ''),
  );
  const ids = visible
    .flatMap(({ before, after }) => [before?.['ownerId'], after?.['ownerId']])
    .filter((id) => typeof id === 'string' && id !== '');
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
