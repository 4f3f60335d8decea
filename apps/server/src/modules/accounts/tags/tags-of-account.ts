import type { Tag } from '@repo/contract/tags';
import { type RawBuilder, sql } from 'kysely';

/** The tags of an account as JSON, by name; an empty list where it has none. */
export const tagsOfAccount = (
  workspaceId: RawBuilder<unknown>,
  accountId: RawBuilder<unknown>,
): RawBuilder<Tag[]> => sql<Tag[]>`(
  select coalesce(
    json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color) order by tag.name, tag.id),
    '[]')
  from account_tags tagged
  join tags tag on tag.workspace_id = tagged.workspace_id and tag.id = tagged.tag_id
  where tagged.workspace_id = ${workspaceId} and tagged.account_id = ${accountId})`;
