import type { ActivityType, Participant } from '@repo/contract/activities';

/** What a provider knows besides; the reader of an activity sees the fields of the contract. */
export interface CapturedMetadata extends Record<string, unknown> {
  actionItems?: string[];
  durationFormatted?: string;
  transcriptUrl?: string;
  attachments?: string[];
  status?: string;
}

/**
 * An activity as a provider's mapping hands it in. Texts may be anything: they are made storable
 * when they are captured.
 */
export interface ActivityToCapture {
  /** The provider's own id; with owner and provider it names the activity. */
  externalId: string;
  /**
   * What the copies of several people have in common: 'message-id:<…>', 'ical:UID@START',
   * 'fireflies:ID'. Of one type the same key is the same activity.
   */
  key: string;
  type: ActivityType;
  /** Between the years 1 and 9999; anything else is refused. */
  occurredAt: Date;
  title: string;
  summary: string;
  participants: Participant[];
  /** Recipients that were hidden from the others (Bcc). Only the owner of the capture sees them. */
  bcc?: Participant[];
  location?: string;
  startTime?: Date;
  endTime?: Date;
  htmlBody?: string;
  textBody?: string;
  metadata?: CapturedMetadata;
  /**
   * What the provider failed to give of it, in a sentence for people. It is stored without, listed
   * as a failed item, and read again later.
   */
  missing?: string;
  /** Of an e-mail: its own Message-ID first, then References and In-Reply-To. */
  messageIds?: string[];
}

/** Whose activities are captured, and where they come from. */
export interface CaptureSource {
  ownerId: string;
  provider: string;
  /** The mailbox, calendar or account at the provider. */
  source: string;
}
