import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, line, typedText } from './fields.ts';
import { limits } from './limits.ts';

/** Text of a file as it is, truncated where no value can be so long. */
const cell = z.string().max(limits.importCellLength);

/** A row of a file of accounts. A cell that the file does not have is blank. */
export const importRow = z.object({
  /** A domain, or an address that contains one: of a website or an email address. */
  domain: cell,
  /** Suggested from the domain where it is blank. */
  name: cell,
  /** The email address of a member, or a name that only one member has. */
  owner: cell,
  note: cell,
});
export type ImportRow = z.infer<typeof importRow>;

export const importedRow = z.object({
  /**
   * `new` creates an account. `existing` changes nothing, since an account of the workspace already has the
   * domain. `invalid` creates none, for the reason in `problem`.
   */
  outcome: z.enum(['new', 'existing', 'invalid']),
  /** The domain as it is shown: Unicode, not punycode. Blank if the row has none. */
  domain: z.string(),
  /** The name of the account, of the existing one where there is one. */
  name: z.string(),
  /** The member who is responsible for a new account. */
  owner: z.object({ name: z.string() }).nullable(),
  /** The problem of the row: why there is no new account, or what a new one lacks. */
  problem: z.string().optional(),
});
export type ImportedRow = z.infer<typeof importedRow>;

const input = {
  access: 'person',
  cost: 'high',
  level: 'full',
  params: z.object({ workspaceId: id }),
  body: z.object({ rows: z.array(importRow).min(1).max(limits.rowsPerImportPart) }),
  bodyLimit: limits.importPartBytes,
} as const;

export const accountImportEndpoints = defineEndpoints({
  'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}': {
    summary:
      'Makes the account of a domain have a name, an owner and a note, and creates it where there is none. What is not given stays. Tracks no domain. Any member can.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: z.object({ workspaceId: id, domain: line(limits.hostLength) }),
    body: z.object({
      name: typedText.optional(),
      ownerId: id.nullable().optional(),
      note: typedText.optional(),
    }),
    response: z.object({
      accountId: id,
      /** Whether it was created. */
      isNew: z.boolean(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'POST /api/workspaces/{workspaceId}/account-import/preview': {
    ...input,
    scope: 'accounts:read',
    summary:
      'What creating accounts from a part of a file would do, row by row; changes nothing. Rows of one request with the same domain are not compared.',
    response: z.object({
      /** In the order of the rows. */
      rows: z.array(importedRow).max(limits.rowsPerImportPart),
      /** The number of accounts that the workspace can still have. */
      capacity: z.number().int(),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/account-import': {
    ...input,
    scope: 'accounts:write',
    summary:
      'Creates accounts from a part of a file, and tracks and shares nothing. Sending the part again creates nothing again: its rows are `existing` then. Any member can.',
    response: z.object({ rows: z.array(importedRow).max(limits.rowsPerImportPart) }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
});
