import { limits } from '@repo/contract/limits';
import { foldTagName, readTagName, tagNameProblem } from '@repo/contract/tag-name';
import { type TagColor, tagColors } from '@repo/contract/tag-colors';
import type { Tag } from '@repo/contract/tags';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, limitReached, notFound, validationFailed } from '#platform/http/app-error.ts';
import {
  type Counted,
  countAttempt,
  undoAttempt,
} from '#platform/rate-limit/rate-limit-counter.ts';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { noteWorkspaceChanges } from '../../listed-accounts/note-workspace-changes.ts';
import { findMembership } from '../../users/find-membership.ts';
import { readScope } from '../lock-own-account.ts';
import { lockTags } from './lock-tags.ts';
import { mergeTags } from './merge-tags.ts';
import { noteTaggedAccounts } from './note-tagged-accounts.ts';

interface Member {
  workspaceId: string;
  userId: string;
}

interface OfTag {
  workspaceId: string;
  tagId: string;
}

/**
 * Makes a tag of a workspace, for a member.
 *
 * @throws AppError VALIDATION_FAILED; NOT_FOUND for a user who is not a member; CONFLICT where the workspace has a tag
 *   of this name; LIMIT_REACHED.
 */
export async function createTag(
  db: Database,
  member: Member,
  given: { name: string; color?: TagColor | undefined },
): Promise<Tag> {
  const { workspaceId } = member;
  const name = checkName(given.name);
  return db.transaction().execute(async (tx) => {
    const tags = await lockAll(tx, member);
    requireFreeName(tags, name);
    if (tags.length >= limits.tagsPerWorkspace) {
      throw limitReached({
        message: `This workspace has ${limits.tagsPerWorkspace} tags, which is the most. Delete one first.`,
        limit: limits.tagsPerWorkspace,
        current: tags.length,
      });
    }
    const color = given.color ?? leastUsedColor(tags);
    return tx
      .insertInto('tags')
      .values({ workspace_id: workspaceId, name, folded_name: foldTagName(name), color })
      .returning(['id', 'name', 'color'])
      .executeTakeFirstOrThrow();
  });
}

/**
 * Renames a tag or gives it another colour. Where the workspace has another tag of this name, merges the tag into that
 * one if that was requested.
 *
 * @returns the tag that remains.
 * @throws AppError VALIDATION_FAILED; NOT_FOUND; RATE_LIMITED; CONFLICT for the name of another tag without `merge`.
 */
export async function updateTag(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, tagId }: OfTag,
  given: { name?: string | undefined; color?: TagColor | undefined; merge?: boolean },
): Promise<Tag> {
  const name = given.name === undefined ? undefined : checkName(given.name);
  const noted = await countNoted(db, { workspaceId, tagId, userId: person.id });
  let isNoted = false;
  const change = db.transaction().execute(async (tx) => {
    const tags = await lockAll(tx, { workspaceId, userId: person.id });
    const tag = requireTag(tags, tagId);
    const others = tags.filter(({ id }) => id !== tagId);
    const into = name === undefined ? undefined : findNamed(others, name);
    if (into !== undefined && given.merge === true) {
      await mergeTags(tx, { workspaceId, fromId: tagId, intoId: into.id });
      await removeTag(tx, person, { workspaceId, tagId });
      return into;
    }
    if (name !== undefined) requireFreeName(others, name);
    const changed = { id: tagId, name: name ?? tag.name, color: given.color ?? tag.color };
    if (changed.name === tag.name && changed.color === tag.color) return changed;
    await tx
      .updateTable('tags')
      .set({ name: changed.name, folded_name: foldTagName(changed.name), color: changed.color })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', tagId)
      .execute();
    await noteTaggedAccounts(tx, { workspaceId, tagId });
    await noteWorkspaceChanges(tx, [workspaceId]);
    isNoted = true;
    return changed;
  });
  return change.finally(() => (isNoted ? undefined : undoAttempt(db, noted)));
}

/** Limits the rows that one member's changes of tags store: one for each account, for software that follows it. */
const notedAccounts = {
  name: 'accounts of changed tags',
  attempts: limits.taggedAccountsChangedPerDay,
  windowSeconds: 86_400,
};

/**
 * Counts the accounts that a change of a tag is noted for, before it begins.
 *
 * @throws AppError NOT_FOUND for a user who is not a member; RATE_LIMITED
 */
async function countNoted(
  db: Database,
  { workspaceId, tagId, userId }: OfTag & Member,
): Promise<Counted[]> {
  if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
  const { accounts } = await db
    .selectFrom('account_tags')
    .select((count) => count.fn.countAll<number>().as('accounts'))
    .where('workspace_id', '=', workspaceId)
    .where('tag_id', '=', tagId)
    .executeTakeFirstOrThrow();
  const counted = [
    { limit: notedAccounts, of: `${workspaceId} ${userId}`, times: Math.max(1, accounts) },
  ];
  await countAttempt(db, counted, 'changes of tags with many accounts');
  return counted;
}

/**
 * Deletes a tag and takes it off all accounts.
 *
 * @throws AppError NOT_FOUND; RATE_LIMITED.
 */
export async function deleteTag(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, tagId }: OfTag,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    requireTag(await lockAll(tx, { workspaceId, userId: person.id }), tagId);
    await removeTag(tx, person, { workspaceId, tagId });
  });
}

async function removeTag(
  tx: Connection,
  person: Actor & { id: string },
  { workspaceId, tagId }: OfTag,
): Promise<void> {
  const accounts = await noteTaggedAccounts(tx, { workspaceId, tagId });
  await tx
    .deleteFrom('tags')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', tagId)
    .execute();
  await noteWorkspaceChanges(tx, [workspaceId]);
  await recordChange(tx, {
    actor: { id: person.id, name: person.name },
    action: 'account.tag-deleted',
    scope: await readScope(tx, workspaceId),
    before: { accounts },
  });
}

function checkName(typed: string): string {
  const name = readTagName(typed);
  const message = tagNameProblem(name);
  if (message !== undefined) throw validationFailed([{ field: 'name', message }]);
  return name;
}

/** Locks and returns the tags of a member's workspace. */
async function lockAll(tx: Connection, { workspaceId, userId }: Member): Promise<Tag[]> {
  if (!(await findMembership(tx, userId, workspaceId))) throw notFound('Workspace');
  await lockTags(tx, workspaceId, 'alone');
  return tx
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('workspace_id', '=', workspaceId)
    .execute();
}

function requireTag(tags: readonly Tag[], tagId: string): Tag {
  const tag = tags.find(({ id }) => id === tagId);
  if (tag === undefined) throw notFound('Tag');
  return tag;
}

function findNamed(tags: readonly Tag[], name: string): Tag | undefined {
  const folded = foldTagName(name);
  return tags.find((one) => foldTagName(one.name) === folded);
}

function requireFreeName(tags: readonly Tag[], name: string): void {
  const tag = findNamed(tags, name);
  if (tag === undefined) return;
  throw new AppError('CONFLICT', `There is already a tag “${tag.name}”.`, { details: { tag } });
}

/** Returns the colour of the fewest tags, so that the first ones are distinct; gray is left to the users. */
function leastUsedColor(tags: readonly Tag[]): TagColor {
  const uses = (color: TagColor) => tags.filter((tag) => tag.color === color).length;
  const [, ...colors] = tagColors;
  return colors.toSorted((one, other) => uses(one) - uses(other))[0] ?? 'gray';
}
