import { foldTagName, readTagName } from '@repo/contract/tag-name';
import type { TagColor } from '@repo/contract/tag-colors';
import type { QueryClient } from '@tanstack/react-query';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { fieldsOf } from '#lib/api/read-fields.ts';
import { readTags, type Tag } from './read-tags.ts';

/** The tag of this name, in whatever case it is written. */
export const findTag = (tags: readonly Tag[], name: string): Tag | undefined =>
  tags.find((tag) => foldTagName(tag.name) === foldTagName(name));

/** Finds the tags whose name contains the typed text. Names that begin with it come first. */
export function matchingTags(tags: readonly Tag[], typed: string): Tag[] {
  const wanted = foldTagName(readTagName(typed));
  const found = tags.filter(({ name }) => foldTagName(name).includes(wanted));
  const begins = ({ name }: Tag) => foldTagName(name).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((tag) => !begins(tag))];
}

/** Makes a tag; resolves to why that failed. */
export async function createNewTag(
  client: QueryClient,
  workspaceId: string,
  name: string,
): Promise<ApiError | undefined> {
  const { error } = await sendNewTag(client, workspaceId, name);
  return error;
}

/**
 * Makes a tag, or returns the one that a colleague has made of this name meanwhile.
 *
 * @throws ApiError
 */
export async function createTag(
  client: QueryClient,
  workspaceId: string,
  name: string,
): Promise<Tag> {
  const { tag, error } = await sendNewTag(client, workspaceId, name);
  if (tag !== undefined) return tag;
  throw error ?? new ApiError('Server Error', { message: 'The server made no tag.' });
}

async function sendNewTag(client: QueryClient, workspaceId: string, name: string) {
  const { data, error } = await apiRequest('POST /api/workspaces/{workspaceId}/tags', {
    params: { workspaceId },
    body: { name: readTagName(name) },
  });
  refreshTags(client);
  return { tag: error === undefined ? readTags([data?.tag])[0] : conflictingTag(error), error };
}

/** The tag that has the name already, if that was the problem. */
export const conflictingTag = ({ code, details }: ApiError): Tag | undefined =>
  code === 'CONFLICT' ? readTags([fieldsOf(details)['tag']])[0] : undefined;

/**
 * Renames a tag, gives it another colour, or merges it into the tag of that name; resolves to why that failed.
 */
export async function updateTag(
  client: QueryClient,
  { workspaceId, tagId, ...body }: OfTag & { name?: string; color?: TagColor; merge?: boolean },
): Promise<ApiError | undefined> {
  const { error } = await apiRequest('PATCH /api/workspaces/{workspaceId}/tags/{tagId}', {
    params: { workspaceId, tagId },
    body,
  });
  refreshAccounts(client);
  refreshTags(client);
  return error;
}

/** Deletes a tag; resolves to why that failed. One that is gone already is no failure. */
export async function deleteTag(client: QueryClient, params: OfTag): Promise<ApiError | undefined> {
  const { error } = await apiRequest('DELETE /api/workspaces/{workspaceId}/tags/{tagId}', {
    params,
  });
  refreshAccounts(client);
  refreshTags(client);
  return error?.status === 404 ? undefined : error;
}

type OfTag = { workspaceId: string; tagId: string };

export const refreshTags = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ['tags'] });
