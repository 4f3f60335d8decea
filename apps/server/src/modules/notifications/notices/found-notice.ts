import type { Notice } from '@repo/contract/notices';
import type { BusinessDay } from '@repo/domain/time/business-day';
import type { RawBuilder } from 'kysely';

/** A notice before it is known whether it has been read. */
export type FoundNotice = Omit<Notice, 'at' | 'isRead'> & { at: Date };

/** A workspace of the reader. */
export interface NoticeScope {
  id: string;
  userId: string;
  workspace: NonNullable<Notice['workspace']>;
  timeZone: string;
  /** Of the workspace. */
  today: BusinessDay;
  /** Earlier events are left out. */
  since: Date;
  /** The accounts of the workspace that the reader may see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
}
