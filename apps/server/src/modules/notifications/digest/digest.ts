import type { BusinessDay } from '@repo/domain/time/business-day';

export interface DigestAccount {
  name: string;
  /** Of its page. */
  address: string;
  /** What is said about it: '12 activities; 3 in the two weeks before'. */
  fact: string;
}

/** What happened in one workspace of the reader. */
export interface WorkspaceDigest {
  name: string;
  organization: string;
  highest: DigestAccount[];
  lowest: DigestAccount[];
  quiet: DigestAccount[];
  added: DigestAccount[];
  /** How many were added in all. */
  addedCount: number;
}

/** A connection of the reader that brings nothing. */
export interface FailedSync {
  /** 'Gmail, ann@acme.example' */
  name: string;
  reason: string;
}

/** The week of one person. */
export interface Digest {
  firstDay: BusinessDay;
  lastDay: BusinessDay;
  /** Only those with something to say. */
  workspaces: WorkspaceDigest[];
  failedSyncs: FailedSync[];
}

export const hasContent = ({ workspaces, failedSyncs }: Digest): boolean =>
  workspaces.length > 0 || failedSyncs.length > 0;
