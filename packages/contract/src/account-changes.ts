import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant, typedText } from './fields.ts';
import { limits } from './limits.ts';

const ofAccount = z.object({ accountId: id });
const ofWorkspace = z.object({ workspaceId: id });

/** An account that was deleted and can be restored until `restorableUntil`. */
export const deletedAccount = z.object({
  id,
  name: z.string(),
  /** The displayed name: Unicode, not punycode. */
  domain: z.string(),
  /** Null when the user no longer exists. */
  deletedBy: z.object({ name: z.string() }).nullable(),
  deletedAt: instant,
  /** From this instant on the account is removed for good. */
  restorableUntil: instant,
  /** Shares of members that ended with the account, and that restoring it begins again. */
  shares: z.number().int(),
});
export type DeletedAccount = z.infer<typeof deletedAccount>;

/**
 * The shares that begin again with a restored or merged account: the number of members, and of their domains.
 * Each member is notified by email. Absent from earlier servers.
 */
const sharedAgain = z.object({ members: z.number().int(), domains: z.number().int() }).optional();

const noteVersion = z.object({
  /** Counts the versions of the account. */
  version: z.number().int(),
  note: z.string(),
  /** Null if it is unknown, or the user no longer exists. */
  writtenBy: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  /** Null for a version that was written before versions were recorded. */
  writtenAt: instant.nullable(),
});
export type NoteVersion = z.infer<typeof noteVersion>;

/** The result for one of several accounts that get an owner. */
const ownerOutcome = z.object({
  accountId: id,
  /**
   * `gone`: deleted or merged; `replaced`: someone else has changed the owner since; `not-a-member`: the new owner has
   * left the workspace or is deactivated.
   */
  outcome: z.enum(['changed', 'gone', 'replaced', 'not-a-member']),
  /** The owner before the change, or null. */
  before: id.nullable(),
});
export type OwnerOutcome = z.infer<typeof ownerOutcome>;

export const accountChangeEndpoints = defineEndpoints({
  'PATCH /api/accounts/{accountId}': {
    summary: 'Renames an account of a workspace. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofAccount,
    body: z.object({
      name: typedText,
      /** The name that it replaces: the request is refused where someone has changed it since. */
      replaces: typedText.optional(),
    }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PUT /api/accounts/{accountId}/owner': {
    summary:
      'Makes a member of the workspace responsible for an account, or no one. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofAccount,
    body: z.object({
      userId: id.nullable(),
      /** The owner that it replaces: the request is refused where someone has changed it since. */
      replaces: id.nullable().optional(),
    }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PUT /api/workspaces/{workspaceId}/accounts/owners': {
    summary:
      'Makes members responsible for several accounts, or no one, account by account. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    body: z.object({
      changes: z
        .array(
          z.object({
            accountId: id,
            userId: id.nullable(),
            /** The owner that it replaces: an account that has another one by now keeps that. */
            replaces: id.nullable().optional(),
          }),
        )
        .min(1)
        .max(limits.accountsPerChange),
    }),
    response: z.object({ outcomes: z.array(ownerOutcome).max(limits.accountsPerChange) }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'PUT /api/accounts/{accountId}/note': {
    summary: 'Writes the note of an account. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofAccount,
    body: z.object({
      note: typedText,
      /** The note that it replaces: the request is refused where someone has changed it since. */
      replaces: typedText,
    }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/accounts/{accountId}/note-versions': {
    summary: 'The last versions of the note of an account, the present one first.',
    access: 'person',
    scope: 'accounts:read',
    level: 'full',
    params: ofAccount,
    response: z.object({ versions: z.array(noteVersion).max(limits.noteVersions) }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/accounts/{accountId}/domains': {
    summary:
      'Adds a domain to an account. Members who track the domain can then share it with this account. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofAccount,
    body: z.object({ domain: typedText }),
    response: emptyObject,
    /** CONFLICT for a domain of another account of the workspace. */
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'DELETE /api/accounts/{accountId}/domains/{domain}': {
    summary:
      'Removes a domain from an account: its shares with the account end, and what only they published is removed. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofAccount.extend({ domain: z.string().max(1_000) }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PUT /api/accounts/{accountId}/primary-domain': {
    summary: 'Makes one of the domains of an account the primary one. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofAccount,
    body: z.object({ domain: typedText }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /api/accounts/{accountId}/merge': {
    summary:
      'Merges an account into another one of its workspace, which has its domains and shares from then on. Cannot be undone. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofAccount,
    body: z.object({ intoAccountId: id }),
    response: emptyObject,
    /** CONFLICT for notes that are too long together, and while it is still being restored. */
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'GET /api/accounts/{accountId}/merged-into': {
    summary: 'The account that one which is gone was merged into.',
    access: 'person',
    scope: 'accounts:read',
    level: 'full',
    params: ofAccount,
    response: z.object({ accountId: id }),
    errors: ['NOT_FOUND'],
  },
  'DELETE /api/accounts/{accountId}': {
    summary:
      'Deletes an account of a workspace: its shares end and what they published is removed; captured activities stay with their owners. It can be restored for 30 days. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: ofAccount,
    response: z.object({ restorableUntil: instant }),
    errors: ['NOT_FOUND', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'GET /api/workspaces/{workspaceId}/deleted-accounts': {
    summary: 'The accounts of a workspace that can be restored, the last deleted first.',
    access: 'person',
    scope: 'accounts:read',
    level: 'full',
    params: ofWorkspace,
    response: z.object({
      accounts: z.array(deletedAccount).max(limits.deletedAccounts),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore': {
    summary:
      'Restores a deleted account under its id. Shares start again if their owner is still a member and has not shared the domain elsewhere. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: z.object({ workspaceId: id, accountId: id }),
    response: z.object({ sharedAgain }),
    /** CONFLICT, with `accountId` and `name` as details, where a newer account has its domain. */
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge': {
    summary:
      'Merges a deleted account into one of the workspace instead of restoring it: that one has its free domains, and its shares begin again with that one where its owner is still a member and has not shared the domain elsewhere. Cannot be undone. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    cost: 'high',
    level: 'full',
    params: z.object({ workspaceId: id, accountId: id }),
    body: z.object({ intoAccountId: id }),
    response: z.object({ sharedAgain }),
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
});
