import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { createTag, deleteTag, updateTag } from './change-tags.ts';
import { listTags } from './list-tags.ts';
import { tagAccounts } from './tag-accounts.ts';

export function registerTagRoutes(route: Route, { db }: Context): void {
  route('GET /api/workspaces/{workspaceId}/tags', async ({ person, params, query }) => ({
    tags: await listTags(db, { userId: person.id, ...params, ...query }),
  }));
  route('POST /api/workspaces/{workspaceId}/tags', async ({ person, params, body }) => ({
    tag: await createTag(db, { userId: person.id, ...params }, body),
  }));
  route('PATCH /api/workspaces/{workspaceId}/tags/{tagId}', async ({ person, params, body }) => ({
    tag: await updateTag(db, person, params, body),
  }));
  route('DELETE /api/workspaces/{workspaceId}/tags/{tagId}', async ({ person, params }) => {
    await deleteTag(db, person, params);
    return {};
  });
  route('PUT /api/workspaces/{workspaceId}/accounts/tags', async ({ person, params, body }) => ({
    outcomes: await tagAccounts(db, person, { ...params, ...body }),
  }));
}
