import type { BusinessDay } from '@repo/domain/time/business-day';

/** An account, or a person of one. */
export interface DigestAccount {
  /** Of the account. */
  accountId: string;
  name: string;
  /** URL of its page. */
  address: string;
  /** A summary: '12 activities; 3 in the two weeks before'. */
  fact: string;
}

/** The headings under which accounts are listed. */
export const headings = ['highest', 'lowest', 'quiet', 'quietPeople', 'added'] as const;
export type Heading = (typeof headings)[number];

/** The activities of a week in one of the reader's workspaces. */
export interface WorkspaceDigest {
  name: string;
  organization: string;
  highest: DigestAccount[];
  lowest: DigestAccount[];
  quiet: DigestAccount[];
  /** People going quiet at accounts that have contact with others. */
  quietPeople: DigestAccount[];
  added: DigestAccount[];
  addedCount: number;
}

/** An integration of the reader that fails to sync. */
export interface FailedSync {
  /** 'Gmail, ann@acme.example' */
  name: string;
  reason: string;
}

/** A user's weekly digest. */
export interface Digest {
  firstDay: BusinessDay;
  lastDay: BusinessDay;
  /** Omits workspaces with nothing to report. */
  workspaces: WorkspaceDigest[];
  failedSyncs: FailedSync[];
}

export const hasContent = ({ workspaces, failedSyncs }: Digest): boolean =>
  workspaces.length > 0 || failedSyncs.length > 0;
