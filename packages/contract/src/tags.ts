import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, typedText } from './fields.ts';
import { limits } from './limits.ts';
import { tagColors } from './tag-colors.ts';

/** The tags of a workspace, which its members put on accounts (docs/decisions/tags.md). */

const tagColor = z.enum(tagColors);

const tag = z.object({ id, name: z.string(), color: tagColor });
export type Tag = z.infer<typeof tag>;

/** The tags of one account, by name. */
export const tagsOfAccount = z.array(tag).max(limits.tagsPerAccount);

const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Ids of tags, with commas between them, for accounts with any of these; `none` for accounts without a tag. */
export const tagFilter = z
  .string()
  .toLowerCase()
  .regex(
    new RegExp(`^(none|${ID}(,${ID}){0,${limits.tagsPerFilter - 1}})$`),
    `must be none, or at most ${limits.tagsPerFilter} ids with commas between them`,
  );

/** The result for one of several accounts. */
const tagOutcome = z.object({
  accountId: id,
  /**
   * `gone`: deleted or merged; `tag-gone`: a tag to put on was deleted; `full`: it would have too many tags.
   * Nothing was changed of these.
   */
  outcome: z.enum(['changed', 'gone', 'tag-gone', 'full']),
  /** The tags that it did not have before, and those that it had. */
  added: z.array(id).max(limits.tagsPerAccount),
  removed: z.array(id).max(limits.tagsPerAccount),
});
export type TagOutcome = z.infer<typeof tagOutcome>;

const ofWorkspace = z.object({ workspaceId: id });
const ofTag = z.object({ workspaceId: id, tagId: id });
const tagIds = z.array(id).max(limits.tagsPerAccount).default([]);

export const tagEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/tags': {
    summary: 'The tags of a workspace, by name; with `includeCounts` how many accounts have each.',
    access: 'person',
    scope: 'accounts:read',
    cost: ({ includeCounts }) => includeCounts !== undefined,
    level: 'full',
    params: ofWorkspace,
    query: z.object({ includeCounts: z.stringbool().default(false) }),
    response: z.object({
      tags: z
        .array(tag.extend({ accountCount: z.number().int().optional() }))
        .max(limits.tagsPerWorkspace),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/tags': {
    summary: 'Makes a tag. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofWorkspace,
    body: z.object({
      name: typedText,
      /** Chosen by the server when absent. */
      color: tagColor.optional(),
    }),
    response: z.object({ tag }),
    /** CONFLICT, with the `tag` as details, where the workspace has one of this name. */
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
  },
  'PATCH /api/workspaces/{workspaceId}/tags/{tagId}': {
    summary:
      'Renames a tag, gives it another colour, or with `merge` and the name of another tag merges it into that one. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofTag,
    body: z.object({
      name: typedText.optional(),
      color: tagColor.optional(),
      /** With the name of another tag: the accounts get that one, and this one is deleted. */
      merge: z.boolean().default(false),
    }),
    /** The tag that remains. */
    response: z.object({ tag }),
    /** CONFLICT, with the other `tag` as details, for its name without `merge`. */
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/tags/{tagId}': {
    summary: 'Deletes a tag and takes it off all accounts. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofTag,
    response: emptyObject,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'PUT /api/workspaces/{workspaceId}/accounts/tags': {
    summary: 'Puts tags on accounts and takes tags off them, account by account. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    body: z.object({
      changes: z
        .array(z.object({ accountId: id, add: tagIds, remove: tagIds }))
        .min(1)
        .max(limits.accountsPerChange),
    }),
    response: z.object({ outcomes: z.array(tagOutcome).max(limits.accountsPerChange) }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
});
