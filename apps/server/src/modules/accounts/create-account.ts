import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, limitReached } from '#platform/http/app-error.ts';
import { noteEntries } from '../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '../listed-accounts/write-listed-accounts.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { lockWorkspace } from './lock-workspace-of.ts';

export interface NewAccount {
  workspaceId: string;
  /** Normalised. */
  domain: string;
  name: string;
  creatorId: string | null;
  /** Values of a restored account; without them a new id and the current time are used. */
  restored?: { id: string; createdAt: Date; accountOwnerId: string | null; note: string };
}

/**
 * Creates the account of a workspace for a domain, counts it and lists it. This locks the workspace, so
 * the caller locks no account before. After a CONFLICT nothing is written, and the caller may go on.
 *
 * @throws AppError CONFLICT when the workspace has one with the domain, also one that is made at the same time;
 *   LIMIT_REACHED when the workspace has as many accounts as it can have.
 */
export async function createAccount(
  tx: Connection,
  { workspaceId, domain, name, creatorId, restored }: NewAccount,
): Promise<{ id: string; name: string }> {
  await lockWorkspace(tx, workspaceId);
  await requireNoOther(tx, workspaceId, domain);
  const made = await tx
    .insertInto('workspace_accounts')
    .values({
      workspace_id: workspaceId,
      domain,
      name,
      created_by: creatorId,
      ...(restored && {
        id: restored.id,
        created_at: restored.createdAt,
        account_owner_id: restored.accountOwnerId,
        note: restored.note,
      }),
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'domain']).doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  if (made !== undefined) {
    await countAccount(tx, workspaceId);
    await listNewAccounts(tx, workspaceId, [made.id]);
    return made;
  }
  throw new AppError('CONFLICT', await explainTaken(tx, workspaceId, domain));
}

/** Makes accounts that were just inserted and counted part of the list of their workspace. */
export async function listNewAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    insert into account_relationships (workspace_id, account_id, days_in_touch_until, recount_from)
    select ${workspaceId}, account_id, 'infinity', null from unnest(${accountIds}::uuid[]) as account_id`.execute(
    tx,
  );
  await writeListedAccounts(tx, workspaceId, accountIds);
  await noteEntries(tx, workspaceId, 'account', accountIds, { isNew: true });
  await noteWorkspaceChanges(tx, [workspaceId]);
}

/** The caller has locked the workspace: no account takes on the domain meanwhile. */
async function requireNoOther(tx: Connection, workspaceId: string, domain: string): Promise<void> {
  const further = await tx
    .selectFrom('account_domains')
    .innerJoin('workspace_accounts', (join) =>
      join
        .onRef('workspace_accounts.workspace_id', '=', 'account_domains.workspace_id')
        .onRef('workspace_accounts.id', '=', 'account_domains.account_id'),
    )
    .select('name')
    .where('account_domains.workspace_id', '=', workspaceId)
    .where('account_domains.domain', '=', domain)
    .executeTakeFirst();
  if (further === undefined) return;
  throw new AppError(
    'CONFLICT',
    `${shownDomain(domain)} belongs to the account “${further.name}” of this workspace`,
  );
}

async function explainTaken(tx: Connection, workspaceId: string, domain: string): Promise<string> {
  const taken = await tx
    .selectFrom('workspace_accounts')
    .select('deleted_at')
    .where('workspace_id', '=', workspaceId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return taken?.deleted_at
    ? `The account for ${shownDomain(domain)} is being deleted. Try again in a minute.`
    : `An account for ${shownDomain(domain)} already exists in this workspace`;
}

/** Counts an account that was added, and checks the limit. The caller has locked the workspace. */
async function countAccount(tx: Connection, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ accounts: number }>`
    update workspaces set account_count = account_count + 1 where id = ${workspaceId}
    returning account_count as accounts`.execute(tx);
  const accounts = rows[0]?.accounts ?? 0;
  const limit = limits.workspaceAccounts;
  if (accounts <= limit) return;
  const current = accounts - 1;
  throw limitReached({
    message: `A workspace can have at most ${limit.toLocaleString('en')} accounts, and this one has ${current.toLocaleString('en')}. Track the domain without an account, or use another workspace.`,
    limit,
    current,
  });
}
