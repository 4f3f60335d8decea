import { limits } from '@repo/contract/limits';
import type { TagOutcome } from '@repo/contract/tags';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { noteEntries } from '../../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../../listed-accounts/note-workspace-changes.ts';
import { findMembership } from '../../users/find-membership.ts';
import { readScope } from '../lock-own-account.ts';
import { lockTags } from './lock-tags.ts';

interface TagChange {
  accountId: string;
  /** Ids of tags. */
  add: readonly string[];
  remove: readonly string[];
}

/**
 * Puts tags on accounts of a workspace and takes tags off them, for a member. Accounts that cannot be changed
 * keep their tags and do not stop the others.
 *
 * @returns the result for each account, in the order of the changes.
 * @throws AppError NOT_FOUND for a user who is not a member; RATE_LIMITED.
 */
export async function tagAccounts(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, changes }: { workspaceId: string; changes: readonly TagChange[] },
): Promise<TagOutcome[]> {
  if (!(await findMembership(db, person.id, workspaceId))) throw notFound('Workspace');
  return db.transaction().execute(async (tx) => {
    await lockTags(tx, workspaceId, 'shared');
    const tagIds = await findTags(tx, workspaceId, changes);
    const tagged = await lockTagged(tx, workspaceId, changes);
    const outcomes = changes.map((change) =>
      applyChange(tagged.get(change.accountId), tagIds, change),
    );
    if (outcomes.some(isChange)) await writeTags(tx, person, { workspaceId, outcomes });
    return outcomes;
  });
}

/** Changes the tags of an account in memory, so that a later change of the same account sees them. */
function applyChange(
  tags: Set<string> | undefined,
  known: ReadonlySet<string>,
  { accountId, add, remove }: TagChange,
): TagOutcome {
  const unchanged = { accountId, added: [], removed: [] };
  if (tags === undefined) return { ...unchanged, outcome: 'gone' };
  if (add.some((id) => !known.has(id))) return { ...unchanged, outcome: 'tag-gone' };
  const after = new Set([...tags, ...add]);
  for (const id of remove) after.delete(id);
  const added = [...after].filter((id) => !tags.has(id));
  const removed = [...tags].filter((id) => !after.has(id));
  if (added.length > 0 && after.size > limits.tagsPerAccount)
    return { ...unchanged, outcome: 'full' };
  for (const id of added) tags.add(id);
  for (const id of removed) tags.delete(id);
  return { accountId, outcome: 'changed', added, removed };
}

const isChange = ({ added, removed }: TagOutcome): boolean => added.length + removed.length > 0;

async function findTags(
  tx: Connection,
  workspaceId: string,
  changes: readonly TagChange[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(changes.flatMap(({ add }) => add))];
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from tags
    where workspace_id = ${workspaceId} and id = any(${wanted}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks the accounts that exist, in the order of their ids, and returns the tags of each. */
async function lockTagged(
  tx: Connection,
  workspaceId: string,
  changes: readonly TagChange[],
): Promise<ReadonlyMap<string, Set<string>>> {
  const wanted = changes.map(({ accountId }) => accountId);
  const { rows: accounts } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and id = any(${wanted}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(tx);
  const tags = new Map(accounts.map(({ id }) => [id, new Set<string>()]));
  const { rows } = await sql<{ accountId: string; tagId: string }>`
    select account_id as "accountId", tag_id as "tagId" from account_tags
    where workspace_id = ${workspaceId} and account_id = any(${[...tags.keys()]}::uuid[])`.execute(
    tx,
  );
  for (const { accountId, tagId } of rows) tags.get(accountId)?.add(tagId);
  return tags;
}

interface Written {
  workspaceId: string;
  outcomes: readonly TagOutcome[];
}

/** In the order of the outcomes, where an account is there twice. */
async function writeTags(
  tx: Connection,
  person: Actor & { id: string },
  { workspaceId, outcomes }: Written,
): Promise<void> {
  const net = new Map<string, { accountId: string; tagId: string; isOn: boolean }>();
  for (const { accountId, added, removed } of outcomes) {
    for (const tagId of added) net.set(`${accountId} ${tagId}`, { accountId, tagId, isOn: true });
    for (const tagId of removed)
      net.set(`${accountId} ${tagId}`, { accountId, tagId, isOn: false });
  }
  const rows = [...net.values()];
  const given = (isOn: boolean) => {
    const some = rows.filter((row) => row.isOn === isOn);
    return sql`unnest(
      ${some.map(({ accountId }) => accountId)}::uuid[], ${some.map(({ tagId }) => tagId)}::uuid[]
    ) as given(account_id, tag_id)`;
  };
  await sql`
    delete from account_tags tagged using ${given(false)}
    where tagged.workspace_id = ${workspaceId} and tagged.account_id = given.account_id
      and tagged.tag_id = given.tag_id`.execute(tx);
  await sql`
    insert into account_tags (workspace_id, account_id, tag_id)
    select ${workspaceId}, account_id, tag_id from ${given(true)}
    on conflict (workspace_id, account_id, tag_id) do nothing`.execute(tx);
  const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
  await noteEntries(tx, workspaceId, 'account', accountIds);
  await noteWorkspaceChanges(tx, [workspaceId]);
  // One entry for the request: 10,000 accounts must not use up the entries of a day.
  const [accountId = ''] = accountIds;
  await recordChange(tx, {
    actor: { id: person.id, name: person.name },
    action: 'account.tags-changed',
    scope: await readScope(tx, workspaceId),
    after: accountIds.length === 1 ? { accountId } : { accounts: accountIds.length },
  });
}
