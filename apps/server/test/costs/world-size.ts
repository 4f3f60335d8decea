import { limits } from '@repo/contract/limits';

/** How much there is in the workspace. */
export interface WorldSize {
  accounts: number;
  /** Emails of the account with the most. */
  mails: number;
  /** Emails of one thread, the bytes of each, and how many people each was sent to. */
  conversation: { mails: number; bytes: number; people: number };
  /** Emails that are in no thread and were each sent to many people. */
  circulars: { mails: number; people: number };
  members: number;
  /** Domains that a user tracks. */
  domains: number;
  /** Sentences of a call's transcript. */
  sentences: number;
}

/** A few times what is returned at most, so that a response without its bound is too large. */
export const smallWorld: WorldSize = {
  accounts: 1_500,
  mails: 1_500,
  conversation: { mails: 30, bytes: 150_000, people: 60 },
  circulars: { mails: 60, people: 1_000 },
  members: 150,
  domains: 500,
  sentences: 2_000,
};

export const largeWorld: WorldSize = {
  accounts: 50_000,
  mails: 50_000,
  conversation: { mails: 500, bytes: 1_000_000, people: 50 },
  circulars: { mails: 500, people: 1_000 },
  members: 1_000,
  domains: limits.trackedDomains - 10,
  sentences: 20_000,
};
