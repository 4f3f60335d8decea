import type { ProviderDescriptor, ProviderId, ProviderKind } from '@repo/contract/providers';
import type { TranscriptSentence } from '@repo/contract/activities';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';
import type { ActivitySource, Cursor } from './provider/activity-source.ts';
import type {
  ApiKeyConnect,
  Credentials,
  OAuthConnect,
  ServerLoginConnect,
} from './provider/connect-methods.ts';
import type { ItemLocation } from './provider/item-location.ts';
import type { Watch } from './provider/watch.ts';

export type { ActivityToCapture, TranscriptSentence };

/**
 * The port between the product and a vendor. A provider is one folder under `providers/` and one line in
 * `providers/installed.ts`; no other file names it. It fetches and maps; the sync engine
 * (`modules/integrations/sync`) owns cursors, retries, de-duplication and storage.
 *
 * `provider/connect-methods.ts` describes how users connect, `provider/activity-source.ts` what a sync reads,
 * and `provider/provider-check.ts` a check of the settings. Uploaded files have a port of their own,
 * `provider/file-reader.ts`.
 *
 * Every failure at the vendor is thrown as a `ProviderError`.
 */
export type Provider = SourceProvider | WebhookProvider;

interface NamedProvider {
  id: ProviderId;
  /** Display name: 'Gmail'. */
  name: string;
  /** The type of its activities. Discovery only reads email. */
  kind: ProviderKind;
  /** Details that clients show in addition to its name. */
  texts?: Pick<ProviderDescriptor, 'note' | 'connectHelp' | 'messageIdHelp'>;
}

/** A provider that is synced. */
export interface SourceProvider extends NamedProvider {
  connect: OAuthConnect | ApiKeyConnect | ServerLoginConnect;
  /** The vendor's limit of requests for one connection in 24 hours, if there is one. */
  requestsPerDay?: number | undefined;
  /**
   * How many of its connections a process syncs at once, if they share something that allows fewer than
   * the process syncs in all. Others would wait in the places of other providers.
   */
  maxSyncs?: number | undefined;
  /** Where else a message may be that `locate` does not find. A sentence for users. */
  notFoundHelp?: string;
  /**
   * The way to read activities from before the regular window; absent if the vendor provides none.
   */
  history?: HistoryRate;
  /** Whether users can connect a mailbox without its texts (`ProviderSession.withoutText`). */
  worksWithoutText?: boolean;
  /** Opens a user's connection for one sync. It may cache its last listing. */
  open: (session: ProviderSession) => ActivitySource;
  /** Watches a connection for changes between two syncs; absent if the vendor provides no way. */
  watch?: Watch;
  /** The sentences of a call in order; empty while there is no transcript. */
  transcribe?: (session: ProviderSession, id: string) => Promise<TranscriptSentence[]>;
  /**
   * Finds one item by something that users can copy: a Message-ID or a link.
   *
   * @param cursor up to where changes were read; null before the first sync.
   */
  locate?: (
    session: ProviderSession,
    reference: string,
    cursor: Cursor | null,
  ) => Promise<LocatedItem | undefined>;
}

/**
 * Limits how fast activities from before the regular window are read, so that a share of the
 * vendor's quota is left to the regular sync. A page takes at least `pageMs` and `itemMs` for each
 * item that is read; milliseconds.
 */
export interface HistoryRate {
  /** Days that are listed at once. */
  sliceDays: number;
  pageItems: number;
  pageMs: number;
  itemMs: number;
}

/** A provider that sends its activities to a webhook. */
export interface WebhookProvider extends NamedProvider {
  connect: { kind: 'webhook' };
  /**
   * Maps a delivery; the same recording always has the same `externalId`. Fields may be missing or
   * have other names than expected.
   *
   * @throws UnusableDeliveryError when it cannot be an activity.
   */
  receive: (payload: unknown) => { activity: ActivityToCapture; transcript: TranscriptSentence[] };
}

/** A delivery lacks what an activity needs. The message says what, for users. */
export class UnusableDeliveryError extends Error {
  override name = 'UnusableDeliveryError';
}

export interface LocatedItem {
  id: string;
  occurredAt: Date;
  participants: ActivityToCapture['participants'];
  /** The domains by which a listing finds it; every domain when absent. */
  listed?: ActivityToCapture['participants'];
  /** Whether the changes since the cursor contain it, whatever its date. */
  isChange: boolean;
  /** Why it cannot be an activity; undefined when it can. */
  exclusion: 'draft' | 'spam' | 'trash' | 'excluded' | undefined;
}

export interface ProviderSession {
  /** Users take turns at shared resources, such as the threads that parse emails. */
  ownerId: string;
  credentials: Credentials;
  source: string;
  /**
   * Whether no text is captured: nothing but heads is requested of the vendor, and `read` returns emails without text.
   */
  withoutText?: boolean;
  /** To be called when the vendor issues new credentials. */
  saveCredentials: (credentials: Credentials) => void;
  /**
   * To be awaited before each request by a provider with `requestsPerDay`.
   *
   * @throws ProviderError `rate-limited` when no requests are left.
   */
  spendRequest: () => Promise<void>;
  /** Returns the stored locations of an item. For providers whose pages have `locations`. */
  findLocations?: (id: string) => Promise<ItemLocation[]>;
  /** Returns the folders of stored locations whose names begin with a text. For the same providers. */
  findFolders?: (prefix: string) => Promise<string[]>;
  /** Aborts all pending requests. */
  signal: AbortSignal;
}
