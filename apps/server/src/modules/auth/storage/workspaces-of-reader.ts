import { sql } from 'kysely';
import { prepare } from '#platform/database/prepared-query.ts';
import type { KeyReader } from '#platform/http/handlers.ts';
import { type Reader, visibleWorkspaces } from '../visible-accounts.ts';

/** A workspace that a reader may read. */
export interface FoundWorkspace {
  workspaceId: string;
}

export const idsOf = (rows: readonly FoundWorkspace[]): string[] =>
  rows.map(({ workspaceId }) => workspaceId);

const workspacesOf = (reader: Reader) => sql<FoundWorkspace>`
  select workspace_id as "workspaceId" from ${visibleWorkspaces(reader)} visible`;

export const workspacesOfSession = prepare<{ tokenHash: Buffer }, FoundWorkspace>((given) =>
  workspacesOf({ tokenHash: given('tokenHash') }),
);
export const workspacesOfUser = prepare<{ userId: string }, FoundWorkspace>((given) =>
  workspacesOf({ userId: given('userId') }),
);
export const workspacesOfKey = prepare<KeyReader, FoundWorkspace>((given) =>
  workspacesOf({
    keyHash: given('keyHash'),
    network: given('network'),
    scopes: given('scopes'),
  }),
);
