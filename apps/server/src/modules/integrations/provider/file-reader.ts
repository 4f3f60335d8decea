import type { ProviderId } from '@repo/contract/providers';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import type { ItemHead } from './activity-source.ts';

/**
 * Reads the files that users upload. Their activities are captured once, like a provider's, and never synced.
 */
export interface FileReader {
  /** The provider that its activities are captured for. */
  id: ProviderId;
  /**
   * The emails and meetings of a file, in its order, which is the same each time. Uses little memory
   * however large the file is, and lets other work run in between.
   *
   * @param options `skip`: how many are read already; `addresses`: the user's own, in lower case.
   * @throws UnusableFileError
   */
  read: (
    file: string,
    options: {
      ownerId: string;
      skip: number;
      signal: AbortSignal;
      addresses: ReadonlySet<string>;
    },
  ) => AsyncIterable<FileItem>;
}

/** One email or meeting of a file. */
export type FileItem = {
  type: 'email' | 'calendar';
  /** Its position in the file, for users: 'Email 12'. */
  name: string;
  /** The bytes of the file that were read up to it. */
  bytesRead: number;
  /** The bytes that were read and unpacked up to it, which only grow. */
  passed: number;
} & (
  | {
      kind: 'activity';
      head: Pick<ItemHead, 'occurredAt' | 'participants'>;
      /** The bytes that it has in memory until it is read. */
      size: number;
      /** Its `externalId` is the same for all copies of the email or meeting. */
      read: () => Promise<ActivityToCapture>;
    }
  /** A draft, spam, in the trash, or a meeting that the user declined. */
  | { kind: 'excluded' }
  | { kind: 'unreadable'; reason: string }
  /** Not an item: none was found for a while. Where it comes may differ each time. */
  | { kind: 'nothing' }
  /** Not an item, but a remark for the user about the whole file, at its end. */
  | { kind: 'notice'; text: string }
);

/** A file, or the rest of it, cannot be read. The message says why, for users. */
export class UnusableFileError extends Error {
  override name = 'UnusableFileError';
  /** Whether the reader can continue from the previous part. */
  readonly isPartlyUsable: boolean;

  constructor(message: string, { isPartlyUsable = false } = {}) {
    super(message);
    this.isPartlyUsable = isPartlyUsable;
  }
}
