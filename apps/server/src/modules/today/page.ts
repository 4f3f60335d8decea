import type { RawBuilder } from 'kysely';

/** A member's page Today, and when it is read. */
export interface Page {
  workspaceId: string;
  userId: string;
  now: Date;
  timeZone: string;
  /** The accounts of the workspace that the member can see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
}
