import type { ImportedRow, ImportRow } from '@repo/contract/account-import';
import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { mapInTurns } from '#platform/turns.ts';
import { createAccounts, readAccountCapacity } from '../../accounts/create-accounts.ts';
import { accountsByDomain } from '#modules/accounts/accounts-by-domain.ts';
import { findReleasing } from '#modules/listed-accounts/owner-now.ts';
import { lockMembers } from '../../accounts/lock-member.ts';
import { lockWorkspace } from '../../accounts/lock-workspace-of.ts';
import type { Actor } from '../../audit/actor.ts';
import { findMembership } from '../../users/find-membership.ts';
import { type AccountOwner, findOwners, ownerOf, type Owners } from './find-owners.ts';
import { readRow, type ReadRow } from './read-row.ts';
import { recordImport } from './record-import.ts';

interface Part {
  workspaceId: string;
  rows: readonly ImportRow[];
}

/**
 * Returns what `importAccounts` would do, without comparing the rows with each other.
 *
 * @throws AppError NOT_FOUND for a workspace that the user is no member of.
 */
export async function previewAccounts(
  db: Connection,
  person: { id: string },
  { workspaceId, rows }: Part,
): Promise<{ rows: ImportedRow[]; capacity: number }> {
  if (!(await findMembership(db, person.id, workspaceId))) throw notFound('Workspace');
  const read = await mapInTurns(rows, readRow);
  const planned = plan(read, {
    owners: await findOwners(db, workspaceId, read),
    accounts: await findAccounts(db, workspaceId, read),
  });
  return {
    rows: planned.map(({ imported }) => imported),
    capacity: await readAccountCapacity(db, workspaceId),
  };
}

/**
 * Creates accounts from rows of a file, in one transaction, and tracks no domain. Rows that can create none
 * do not stop the others. Of several rows with one domain, the first counts.
 *
 * @throws AppError NOT_FOUND for a workspace that the user is no member of; RATE_LIMITED.
 */
export async function importAccounts(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, rows }: Part,
): Promise<ImportedRow[]> {
  const read = await mapInTurns(rows, readRow);
  return db.transaction().execute(async (tx) => {
    if (!(await findMembership(tx, person.id, workspaceId))) throw notFound('Workspace');
    const owners = await lockOwners(tx, { workspaceId, userId: person.id, rows: read });
    await lockWorkspace(tx, workspaceId);
    const accounts = await findAccounts(tx, workspaceId, read);
    let capacity = await readAccountCapacity(tx, workspaceId);
    const created = new Map<string, Planned>();
    const planned = plan(read, { owners, accounts }).map((one): Planned => {
      if (one.imported.outcome !== 'new') return one;
      const earlier = created.get(one.row.domain);
      if (earlier !== undefined) return existing(one, earlier.imported.name);
      if (capacity === 0) return invalid(one, full);
      capacity -= 1;
      created.set(one.row.domain, one);
      return one;
    });
    const count = await createAccounts(tx, {
      workspaceId,
      creatorId: person.id,
      accounts: [...created.values()].map(({ row: { domain, note }, imported, owner }) => ({
        domain,
        note,
        name: imported.name,
        accountOwnerId: owner?.id ?? null,
      })),
    });
    if (count > 0) await recordImport(tx, { person, workspaceId, count });
    return planned.map(({ imported }) => imported);
  });
}

const full = `The workspace has ${limits.workspaceAccounts.toLocaleString('en')} accounts, which is the most.`;

interface Planned {
  row: ReadRow;
  imported: ImportedRow;
  owner: AccountOwner | null;
}

type Known = { owners: Owners; accounts: ReadonlyMap<string, FoundAccount> };

/** The result of each row by itself. */
function plan(rows: readonly ReadRow[], { owners, accounts }: Known): Planned[] {
  return rows.map((row) => {
    const domain = row.domain === '' ? '' : shownDomain(row.domain);
    const { owner, problem } = ownerOf(row, owners);
    const planned: Planned = {
      row,
      owner,
      imported: {
        outcome: 'new',
        domain,
        name: row.name,
        owner: owner && { name: owner.name },
        ...(problem !== undefined && { problem }),
      },
    };
    if (row.problem !== undefined) return invalid(planned, row.problem);
    const account = accounts.get(row.domain);
    if (account === undefined) return planned;
    return account.isDeleted
      ? invalid(planned, `The account for ${domain} is being deleted. Try again in a minute.`)
      : existing(planned, account.name);
  });
}

function invalid({ row, imported }: Planned, problem: string): Planned {
  return { row, owner: null, imported: { ...imported, outcome: 'invalid', owner: null, problem } };
}

function existing({ row, imported: { domain } }: Planned, name: string): Planned {
  return { row, owner: null, imported: { outcome: 'existing', domain, name, owner: null } };
}

interface FoundAccount {
  domain: string;
  name: string;
  isDeleted: boolean;
}

/** The accounts of a workspace that have domains of rows, by domain. */
async function findAccounts(
  db: Connection,
  workspaceId: string,
  rows: readonly ReadRow[],
): Promise<Map<string, FoundAccount>> {
  const domains = [...new Set(rows.map(({ domain }) => domain))];
  const { rows: found } = await sql<FoundAccount>`
    select domain, name, deleted_at is not null as "isDeleted"
    from ${accountsByDomain} account
    where workspace_id = ${workspaceId} and domain = any(${domains}::text[])`.execute(db);
  return new Map(found.map((account) => [account.domain, account]));
}

/**
 * Locks the importing user and the owners that rows name, and drops owners who are no longer members.
 *
 * @throws AppError NOT_FOUND when the user is no longer a member.
 */
async function lockOwners(
  tx: Connection,
  { workspaceId, userId, rows }: { workspaceId: string; userId: string; rows: ReadRow[] },
): Promise<Owners> {
  const owners = await findOwners(tx, workspaceId, rows);
  const userIds = [userId, ...[...owners.values()].flatMap((owner) => owner?.id ?? [])];
  const locked = await lockMembers(tx, { workspaceId, userIds });
  if (!locked.has(userId)) throw notFound('Workspace');
  const releasing = await findReleasing(tx, workspaceId, userIds);
  return new Map(
    [...owners].filter(
      ([, owner]) => owner === null || (locked.has(owner.id) && !releasing.has(owner.id)),
    ),
  );
}
