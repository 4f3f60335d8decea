import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import { readerIn } from '../auth/session-reader.ts';
import { visibleAccounts } from '../auth/visible-accounts.ts';

/** A member's page Today, and when it is read. */
export interface Page {
  workspaceId: string;
  userId: string;
  now: Date;
  timeZone: string;
  /** The accounts of the workspace that the member can see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
}

/** Opens the page of a user who is known to be a member of the workspace. */
export async function openPage(
  db: Connection,
  { workspaceId, userId, now }: Pick<Page, 'workspaceId' | 'userId' | 'now'>,
): Promise<Page> {
  const timeZone = await readTimeZone(db, workspaceId);
  const visible = visibleAccounts(await readerIn(db, userId, workspaceId));
  const accounts = sql`(select * from ${visible} visible where workspace_id = ${workspaceId})`;
  return { workspaceId, userId, now, timeZone, accounts };
}
