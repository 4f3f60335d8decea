import type { FoundServer, ServerLogin } from '@repo/contract/server-login';
import type { ProviderDescriptor, ProviderId, ProviderKind } from '@repo/contract/providers';
import type { TranscriptSentence } from '@repo/contract/activities';
import type { Config } from '../../config.ts';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';

export type { ActivityToCapture, FoundServer, ServerLogin, TranscriptSentence };

/**
 * The port between the product and a vendor. A provider is one folder under `providers/` and one
 * line in `providers/installed.ts`; nothing else knows that it exists. It fetches and maps;
 * cursors, retries, de-duplication and storage are the engine's (`modules/integrations/sync`).
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
  /** What clients show about it in addition to its name. */
  texts?: Pick<ProviderDescriptor, 'note' | 'connectHelp' | 'messageIdHelp'>;
}

/** A provider whose activities are requested by syncs. */
export interface SourceProvider extends NamedProvider {
  connect: OAuthConnect | ApiKeyConnect | ServerLoginConnect;
  /**
   * How many requests the vendor allows in 24 hours for one connection, if there is such a limit.
   */
  requestsPerDay?: number | undefined;
  /** How activities from before the regular window are read; absent if the vendor provides none. */
  history?: HistoryRate;
  /** Opens a user's connection for one sync. It may cache what it listed last. */
  open: (session: ProviderSession) => ActivitySource;
  /** The sentences of a call in order; empty while there is no transcript. */
  transcribe?: (session: ProviderSession, id: string) => Promise<TranscriptSentence[]>;
  /** Finds one item by something that users can copy: a Message-ID or a link. */
  locate?: (session: ProviderSession, reference: string) => Promise<LocatedItem | undefined>;
}

/**
 * Limits how fast activities from before the regular window are read, so that a share of the
 * vendor's quota is left to the regular sync. A page takes at least `pageMs` and `itemMs` for each
 * item that is read; milliseconds.
 */
export interface HistoryRate {
  /** How many days are listed at once. */
  sliceDays: number;
  /** Items on a page. */
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
  /** Why it cannot be an activity; undefined when it can. */
  exclusion: 'draft' | 'spam' | 'trash' | 'excluded' | undefined;
}

/** The user enters an API key that the provider gave them. */
export interface ApiKeyConnect {
  kind: 'api-key';
  /** @throws ProviderError `reauthorize` when the provider rejects the key. */
  exchange: (apiKey: string, signal: AbortSignal) => Promise<Grant>;
}

/** The user enters the address and the password of their account on some server. */
export interface ServerLoginConnect {
  kind: 'server-login';
  /**
   * Finds the settings of the server that an address belongs to; undefined when none are published.
   */
  findServer: (address: string, signal: AbortSignal) => Promise<FoundServer | undefined>;
  /**
   * Signs in, to verify the credentials before they are stored.
   *
   * @throws ProviderError `reauthorize` when the server does not accept address and password.
   */
  exchange: (login: ServerLogin, signal: AbortSignal) => Promise<Grant>;
}

/** Authorization with OAuth 2.0: authorization code and PKCE. */
export interface OAuthConnect {
  kind: 'oauth';
  /**
   * The company that grants access. Revoking one grant revokes everything that the same account
   * granted through the same grantor, so a grant is not revoked while another one needs it.
   */
  grantor: string;
  /** The URL of the vendor's consent page. */
  authorizationUrl: (request: AuthorizationRequest) => string;
  /** Exchanges an authorization code for a grant. */
  exchange: (code: string, request: AuthorizationRequest) => Promise<Grant>;
  /** Revokes the grant at the vendor. */
  revoke: (credentials: Credentials, signal: AbortSignal) => Promise<void>;
}

export interface AuthorizationRequest {
  state: string;
  /** The PKCE code verifier; the vendor first receives only its SHA-256. */
  codeVerifier: string;
  redirectUri: string;
}

export interface Grant {
  credentials: Credentials;
  /** The display name of the mailbox, calendar or account that was connected. */
  source: string;
}

/** What opens the source again; defined by the provider, stored encrypted. */
export type Credentials = Record<string, unknown>;

export interface ProviderSession {
  credentials: Credentials;
  source: string;
  /** To be called when the vendor issues new credentials. */
  saveCredentials: (credentials: Credentials) => void;
  /**
   * To be awaited before each request by a provider with `requestsPerDay`.
   *
   * @throws ProviderError `rate-limited` when no requests are left.
   */
  spendRequest: () => Promise<void>;
  /** The stored locations of an item. For providers whose pages have `locations`. */
  findLocations?: (id: string) => Promise<ItemLocation[]>;
  /** The folders of stored locations whose names begin with a text. For the same providers. */
  findFolders?: (prefix: string) => Promise<string[]>;
  /** Aborts all pending requests. */
  signal: AbortSignal;
}

/** Where to continue; defined by the provider, stored as JSON. */
export type Cursor = Record<string, unknown>;

/**
 * A user's connected source, as the engine reads it. Ids are the vendor's, unique in the source.
 */
export interface ActivitySource {
  /**
   * The cursor from which changes are read from now on. Requested before a listing, so that no
   * change is missed.
   */
  position: () => Promise<Cursor>;

  /**
   * One page of what changed since a cursor. The caller stores `next` together with what the page
   * contained, so that a crash repeats work and never loses any.
   *
   * @throws ProviderError `cursor-expired` when the vendor has no changes that far back; the caller
   *   then lists the window again.
   */
  changes: (cursor: Cursor) => Promise<ChangePage>;

  /**
   * One page of the window, newest first. It may include more than was requested, and a page token
   * that the vendor no longer accepts restarts the listing: listing an item twice does no harm.
   */
  list: (window: Window, pageToken: string | undefined) => Promise<ListPage>;

  /**
   * When an item took place and with whom, without its text. Undefined when it is not, or no
   * longer, an activity.
   */
  head: (id: string) => Promise<ItemHead | undefined>;

  /**
   * Reads and maps a whole item. Undefined when it is not, or no longer, an activity: deleted,
   * cancelled, a draft, in the trash, spam. Any other error than a `ProviderError` means that it
   * cannot be mapped.
   */
  read: (id: string) => Promise<ActivityToCapture | undefined>;

  /** Closes open connections. To be called once, when the source is no longer used. */
  close?: () => void;
}

/**
 * Where an item is, for providers whose ids do not contain that. An item may have several
 * locations. They are stored for items that are stored or have failed, together with the page that
 * contained them.
 */
export interface ItemLocation {
  id: string;
  folder: string;
  /** The UIDVALIDITY of the folder; UIDs are meaningless when it has changed. */
  validity: number;
  uid: number;
}

/**
 * The current contents of the folders of a source. Locations that it does not include no longer
 * exist. A folder is what contains items together: a mail folder, or a series of meetings.
 */
export interface FolderContents {
  /** All folders that are read; absent if only those below are known. */
  folders?: string[];
  /** Folders that no longer exist. */
  gone?: string[];
  /** Folders whose contents changed, with their UIDs as ranges (from, to), ascending. */
  changed: { folder: string; validity: number; uids: UidRange[] }[];
}

export type UidRange = readonly [from: number, to: number];

/**
 * An item that the source lists but does not return, so that nothing but its location is known. The
 * page's `locations` include it under a placeholder id. `read` accepts that id, and once the item
 * can be read, the result has the item's own id.
 */
export interface UnreadableItem {
  id: string;
  /** A message for users. */
  reason: string;
}

export interface Window {
  since: Date;
  /** Only what took place before this; everything up to now when absent. */
  until?: Date;
  /** Only what concerns these domains, normalised; undefined for everything. */
  domains: readonly string[] | undefined;
}

export interface ListPage {
  ids: string[];
  /** Undefined on the last page. */
  nextPageToken: string | undefined;
  /** The number of items in the window, if the vendor reports it. */
  total: number | undefined;
  locations?: ItemLocation[];
  unreadable?: UnreadableItem[];
}

export interface ChangePage {
  /** New or changed; to be read again. */
  changed: string[];
  /** Permanently deleted. */
  removed: string[];
  next: Cursor;
  isLast: boolean;
  locations?: ItemLocation[];
  /** Listed again in each round of changes for as long as they cannot be read. */
  unreadable?: UnreadableItem[];
  /** Items all of whose locations no longer exist are removed. */
  contents?: FolderContents;
}

export interface ItemHead {
  occurredAt: Date;
  /** Addresses lower-cased. */
  participants: ActivityToCapture['participants'];
  /** Addresses of mailing lists that it went through, which are not the user's own. */
  listAddresses: string[];
  /** The Message-ID of an email, by which its copies in several mailboxes count once. */
  messageId?: string | undefined;
}

/**
 * Reads the files that users upload. Its activities are captured like those of a provider, once, and
 * are never synced.
 */
export interface FileReader {
  /** The provider that its activities are captured for. */
  id: ProviderId;
  /**
   * The emails and meetings of a file, in its order, which is the same each time. Uses little memory
   * however large the file is, and lets other work run in between.
   *
   * @param skip how many are read already.
   * @throws UnusableFileError
   */
  read: (file: string, options: { skip: number; signal: AbortSignal }) => AsyncIterable<FileItem>;
}

/** One email or meeting of a file. */
export type FileItem = {
  /** Where it is in the file, for users: 'Email 12'. */
  name: string;
  /** The bytes of the file that were read up to it. */
  bytesRead: number;
} & (
  | {
      kind: 'activity';
      head: Pick<ItemHead, 'occurredAt' | 'participants'>;
      /** The bytes that it has in memory until it is read. */
      size: number;
      read: () => Promise<ActivityToCapture>;
    }
  /** A draft, spam, or in the trash. */
  | { kind: 'excluded' }
  | { kind: 'unreadable'; reason: string }
);

/** A file, or the rest of it, cannot be read. The message says why, for users. */
export class UnusableFileError extends Error {
  override name = 'UnusableFileError';
  /** Whether what was read before can be used. */
  readonly isPartlyUsable: boolean;

  constructor(message: string, { isPartlyUsable = false } = {}) {
    super(message);
    this.isPartlyUsable = isPartlyUsable;
  }
}

/** The result of a `doctor` check. */
export interface Finding {
  subject: string;
  /** 'check': may be correct; only a person can know. */
  state: 'good' | 'bad' | 'check' | 'unset';
  /** What was found, and what to do about it. */
  says: string;
}

/** Checks the settings of a vendor for `doctor`, even if they are not set. Changes nothing. */
export type ProviderCheck = (config: Config, check: CheckContext) => Promise<Finding[]>;

export interface CheckContext {
  /** The redirect URIs that have to be registered with a grantor. */
  redirectAddresses: (grantor: string) => string[];
  /** How long the vendor may take to respond to each request. */
  timeoutMs: number;
}
