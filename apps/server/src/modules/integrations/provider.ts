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
 * Whatever goes wrong at the vendor comes out as a `ProviderError`.
 */
export type Provider = SourceProvider | WebhookProvider;

interface NamedProvider {
  id: ProviderId;
  /** As people know it: 'Gmail'. */
  name: string;
  /** What its activities are. Discovery looks through mail alone. */
  kind: ProviderKind;
  /** What clients say of it besides its name. */
  texts?: Pick<ProviderDescriptor, 'note' | 'connectHelp' | 'messageIdHelp'>;
}

/** A provider that is asked for its activities. */
export interface SourceProvider extends NamedProvider {
  connect: OAuthConnect | ApiKeyConnect | ServerLoginConnect;
  /** How often the vendor may be asked in 24 hours for one connection, where that is so few. */
  requestsPerDay?: number | undefined;
  /** How activities from before the regular window are read; absent where the vendor gives none. */
  history?: HistoryRate;
  /** Opens what a person connected. It lives for one sync and may remember what it listed last. */
  open: (session: ProviderSession) => ActivitySource;
  /** What was said in a call, in order; nothing while there is no transcript. */
  transcribe?: (session: ProviderSession, id: string) => Promise<TranscriptSentence[]>;
  /** Looks for one item by what people have of it: a Message-ID, a link. */
  locate?: (session: ProviderSession, reference: string) => Promise<LocatedItem | undefined>;
}

/**
 * How fast activities from before the regular window are read, so that a share of the vendor's quota
 * is left to the regular sync. A page takes at least `pageMs` and `itemMs` for each item that is
 * read; milliseconds.
 */
export interface HistoryRate {
  /** How many days are listed at once. */
  sliceDays: number;
  /** Items on a page. */
  pageItems: number;
  pageMs: number;
  itemMs: number;
}

/** A provider that sends its activities by itself. */
export interface WebhookProvider extends NamedProvider {
  connect: { kind: 'webhook' };
  /**
   * What one delivery means; the same recording always gives the same `externalId`. Fields may be
   * missing or named otherwise than expected.
   *
   * @throws UnusableDeliveryError when it cannot be an activity.
   */
  receive: (payload: unknown) => { activity: ActivityToCapture; transcript: TranscriptSentence[] };
}

/** A delivery lacks what an activity needs. The message says what, for people. */
export class UnusableDeliveryError extends Error {
  override name = 'UnusableDeliveryError';
}

export interface LocatedItem {
  id: string;
  occurredAt: Date;
  participants: ActivityToCapture['participants'];
  /** Why it is no activity, if it is none. */
  exclusion: 'draft' | 'spam' | 'trash' | 'excluded' | undefined;
}

/** The person hands over a key that the provider gave them. */
export interface ApiKeyConnect {
  kind: 'api-key';
  /** @throws ProviderError `reauthorize` when the provider does not know the key. */
  exchange: (apiKey: string, signal: AbortSignal) => Promise<Grant>;
}

/** The person hands over the address and the password of their account on some server. */
export interface ServerLoginConnect {
  kind: 'server-login';
  /** Finds the settings of the server that an address belongs to; undefined where no one says. */
  findServer: (address: string, signal: AbortSignal) => Promise<FoundServer | undefined>;
  /**
   * Signs in, so that what is stored works.
   *
   * @throws ProviderError `reauthorize` when the server does not accept address and password.
   */
  exchange: (login: ServerLogin, signal: AbortSignal) => Promise<Grant>;
}

/** How a person lets the product in: here, OAuth 2.0 with a code and PKCE. */
export interface OAuthConnect {
  kind: 'oauth';
  /**
   * Who grants. Giving back one grant ends all that the same account gave here through the same
   * grantor, so it is not given back while another one needs it.
   */
  grantor: string;
  /** The address at which the vendor asks the person. */
  authorizationUrl: (request: AuthorizationRequest) => string;
  /** Makes a grant of the code that the person came back with. */
  exchange: (code: string, request: AuthorizationRequest) => Promise<Grant>;
  /** Gives the grant back. */
  revoke: (credentials: Credentials, signal: AbortSignal) => Promise<void>;
}

export interface AuthorizationRequest {
  state: string;
  /** The secret of PKCE; the vendor first sees its SHA-256 alone. */
  codeVerifier: string;
  redirectUri: string;
}

export interface Grant {
  credentials: Credentials;
  /** The mailbox, calendar or account that was opened, as people know it. */
  source: string;
}

/** What opens the source again: the provider's own business, stored encrypted. */
export type Credentials = Record<string, unknown>;

export interface ProviderSession {
  credentials: Credentials;
  source: string;
  /** To be called when the vendor hands out new ones. */
  saveCredentials: (credentials: Credentials) => void;
  /**
   * To be waited for before each request by a provider with `requestsPerDay`.
   *
   * @throws ProviderError `rate-limited` when there is none left.
   */
  spendRequest: () => Promise<void>;
  /** Where an item is, as pages said. For providers that say so. */
  findLocations?: (id: string) => Promise<ItemLocation[]>;
  /** Ends every request that is under way. */
  signal: AbortSignal;
}

/** Where to go on; the provider's own business, stored as JSON. */
export type Cursor = Record<string, unknown>;

/** What a person connected, as the engine reads it. Ids are the vendor's, unique in the source. */
export interface ActivitySource {
  /** Where changes begin from now on. Taken before a listing, so that nothing falls in between. */
  position: () => Promise<Cursor>;

  /**
   * One page of what changed since a cursor. The caller stores `next` together with what the page
   * brought, so a crash repeats work and never loses any.
   *
   * @throws ProviderError `cursor-expired` when the vendor no longer knows; the caller then lists
   *   the window again.
   */
  changes: (cursor: Cursor) => Promise<ChangePage>;

  /**
   * One page of the window, newest first. It may name more than was asked for, and a
   * page token that the vendor no longer takes begins again: what is listed twice does no harm.
   */
  list: (window: Window, pageToken: string | undefined) => Promise<ListPage>;

  /** When an item took place and with whom, without its text. Undefined: no activity (any more). */
  head: (id: string) => Promise<ItemHead | undefined>;

  /**
   * An item whole, mapped. Undefined for what is no activity (any more): deleted, cancelled, a
   * draft, in the trash, spam. Any other error than a `ProviderError` means that it cannot be
   * mapped.
   */
  read: (id: string) => Promise<ActivityToCapture | undefined>;

  /** Ends connections that are kept open. To be called once, when the source is no longer used. */
  close?: () => void;
}

/**
 * Where an item is, for providers whose ids do not say so. An item may be in several places. They
 * are stored for items that are stored or have failed, with the page that brought them.
 */
export interface ItemLocation {
  id: string;
  folder: string;
  /** What UIDs of the folder belong to; another one makes them all meaningless. */
  validity: number;
  uid: number;
}

/** What is in the folders of a source now. Locations that it does not include are gone. */
export interface FolderContents {
  /** All folders that are read. */
  folders: string[];
  /** Those whose contents changed: the UIDs in them, as ranges (from, to), ascending. */
  changed: { folder: string; validity: number; uids: UidRange[] }[];
}

export type UidRange = readonly [from: number, to: number];

/**
 * An item that the source lists and does not return, so that nothing is known of it but its place.
 * The page's `locations` include it under an id that stands in for its own. `read` takes that id, and
 * what it returns once the item can be read has the item's own id.
 */
export interface UnreadableItem {
  id: string;
  /** For people. */
  reason: string;
}

export interface Window {
  since: Date;
  /** Only what took place before this; up to now when absent. */
  until?: Date;
  /** Only what concerns these, normalised; undefined for everything. */
  domains: readonly string[] | undefined;
}

export interface ListPage {
  ids: string[];
  /** Undefined on the last page. */
  nextPageToken: string | undefined;
  /** The number of items in the window, as far as the vendor knows it. */
  total: number | undefined;
  locations?: ItemLocation[];
  unreadable?: UnreadableItem[];
}

export interface ChangePage {
  /** New or changed; to be read again. */
  changed: string[];
  /** Gone for good. */
  removed: string[];
  next: Cursor;
  isLast: boolean;
  locations?: ItemLocation[];
  /** Named again by each round of changes for as long as they stay so. */
  unreadable?: UnreadableItem[];
  /** Items all of whose locations are gone by this are removed. */
  contents?: FolderContents;
}

export interface ItemHead {
  occurredAt: Date;
  /** Addresses lower-cased. */
  participants: ActivityToCapture['participants'];
  /** Those of mailing lists that it went through: not a person's own. */
  listAddresses: string[];
}

/** What `doctor` found out about one setting. */
export interface Finding {
  subject: string;
  /** 'check': may be as it should be; only a person can know. */
  state: 'good' | 'bad' | 'check' | 'unset';
  /** What is so, and what to do about it. */
  says: string;
}

/** Checks the settings of a vendor for `doctor`, also where they are not set. Changes nothing. */
export type ProviderCheck = (config: Config, check: CheckContext) => Promise<Finding[]>;

export interface CheckContext {
  /** The addresses that a grantor has to be allowed to send people back to. */
  redirectAddresses: (grantor: string) => string[];
  /** How long the vendor may take to respond to each request. */
  timeoutMs: number;
}
