import type { ActivityType, Participant } from '@repo/contract/activities';

/** Provider-specific details; a reader of an activity sees only the fields of the contract. */
export interface CapturedMetadata extends Record<string, unknown> {
  actionItems?: string[];
  durationFormatted?: string;
  transcriptUrl?: string;
  attachments?: string[];
  status?: string;
  /** The name of the time zone of a meeting where it is not known; its times are in UTC. */
  unknownTimeZone?: string;
  /** Of an email whose mailbox captures no text. */
  withoutText?: true;
  /** The id of its own key, of an email that has that of a copy without text (`keepHeadIdentities`). */
  wholeKey?: string;
}

/**
 * An activity as a provider maps it. Texts may contain any characters: capturing converts them to storable
 * ones.
 */
export interface ActivityToCapture {
  /** The provider's own id; it identifies the activity in its source. */
  externalId: string;
  /**
   * The key that the copies of several users have in common: 'message-id:<…>', 'ical:UID@START',
   * 'fireflies:ID'. Activities of one type with the same key are the same activity.
   */
  key: string;
  /**
   * The key that an earlier version computed of the same email, where it read it otherwise, and its id if that follows
   * from the key. A copy that was stored then decides which key counts (`keepIdentities`).
   */
  former?: { key: string; externalId?: string };
  /**
   * Only for an email: the key by which a copy without text is recognized, and its own Message-ID
   * (`keepHeadIdentities`).
   */
  head?: { key: string; messageId: string | undefined };
  type: ActivityType;
  /** Between the years 1 and 9999; anything else is refused. */
  occurredAt: Date;
  title: string;
  summary: string;
  participants: Participant[];
  /** Recipients that were hidden from the others (Bcc). Only the owner of the capture sees them. */
  bcc?: Participant[];
  /**
   * Addresses that are not stored as participants, but take part where they are protected: in Reply-To and Sender, and
   * beyond the number of stored participants.
   */
  further?: readonly string[];
  /** Further hidden recipients. */
  furtherBcc?: readonly string[];
  location?: string;
  startTime?: Date;
  endTime?: Date;
  /**
   * Whether its times stand for days: midnight in `businessTimeZone` at the beginning of the first day
   * and of the one after the last. Each workspace shows these days, whatever its time zone.
   */
  isAllDay?: boolean;
  /**
   * Whether its calendar marks a meeting, or its sender an email, as private or confidential: it is published nowhere
   * unless its owner shares it.
   */
  isPrivate?: boolean;
  /** Only for an email: whether no person wrote it (`isAutomaticMail`). It is shown, and is no contact. */
  isAutomatic?: boolean;
  htmlBody?: string;
  textBody?: string;
  metadata?: CapturedMetadata;
  /**
   * Names the part that the provider failed to return, in a sentence for users. The activity is stored
   * without it, listed as a failed item, and read again later.
   */
  missing?: string;
  /** Only for an email: its own Message-ID first, then References and In-Reply-To. */
  messageIds?: string[];
  /**
   * Only for a meeting: what all times of its series have in common, and what stays the same when it moves:
   * 'ical:UID'.
   */
  series?: string;
}

/** The user who captures activities, and the provider. */
export interface CaptureSource {
  ownerId: string;
  provider: string;
  /** The mailbox, calendar or account at the provider. */
  source: string;
}
