import type { DatabaseSync } from 'node:sqlite';
import { Clock } from './clock/clock.ts';
import { clockControl } from './clock/clock-control.ts';
import { fathomControl } from './fathom-zap/fathom-control.ts';
import { FaultRules } from './faults/fault-rules.ts';
import { faultControl } from './faults/fault-control.ts';
import type { Call } from './fireflies/call.ts';
import { CallStore, callsSchema } from './fireflies/call-store.ts';
import type { FirefliesContext } from './fireflies/fireflies.ts';
import { fireflies } from './fireflies/fireflies.ts';
import { firefliesControl } from './fireflies/fireflies-control.ts';
import { firefliesKey, KeyStore, keysSchema } from './fireflies/key-store.ts';
import { frontPage } from './front/front-page.ts';
import type { GmailContext } from './gmail/gmail-context.ts';
import type { ExcludedMail } from './gmail/file-mail.ts';
import { gmailControl } from './gmail/gmail-control.ts';
import { gmail } from './gmail/gmail.ts';
import { gmailSchema } from './gmail/gmail-schema.ts';
import { HistoryStore } from './gmail/history-store.ts';
import type { MailboxSource, MailboxState } from './gmail/mailboxes.ts';
import {
  addMails,
  createMailbox,
  latestShift,
  excludedMails,
  mailboxStates,
} from './gmail/mailboxes.ts';
import { gmailQuota } from './gmail/gmail-quota.ts';
import { SearchLag } from './gmail/search-lag.ts';
import { MessageStore } from './gmail/message-store.ts';
import { addEvents } from './google-calendar/add-events.ts';
import { calendarControl } from './google-calendar/calendar-control.ts';
import type { CalendarContext } from './google-calendar/calendar-context.ts';
import type { CalendarEvent } from './google-calendar/calendar-event.ts';
import { calendarSchema } from './google-calendar/calendar-schema.ts';
import { CalendarStore } from './google-calendar/calendar-store.ts';
import { googleCalendar } from './google-calendar/google-calendar.ts';
import type { CalendarSource } from './google-calendar/load-calendars.ts';
import { latestCalendarShift, loadCalendar } from './google-calendar/load-calendars.ts';
import { RequestMeter } from './google/request-meter.ts';
import { calendarQuota } from './google-calendar/calendar-quota.ts';
import { GrantStore, grantsSchema } from './google-oauth/grant-store.ts';
import { googleOAuthControl } from './google-oauth/google-oauth-control.ts';
import { googleOAuth, googleUserInfo } from './google-oauth/google-oauth.ts';
import type { StandIn } from './http/exchange.ts';
import { listen } from './http/listen.ts';
import type { Dispatch } from './http/router.ts';
import { createDispatch } from './http/router.ts';
import type { Owner } from './owners/owner-store.ts';
import { OwnerStore, ownersSchema } from './owners/owner-store.ts';
import { openStorage } from './storage/open-storage.ts';
import { readSetting, settingsSchema, writeSetting } from './storage/settings.ts';
import { inLongTransaction, inTransaction } from './storage/transaction.ts';

/** A sample person: his Gmail, and the iCalendar files of his calendar. */
export type PersonSource = MailboxSource & CalendarSource;

export interface SandboxOptions {
  /** 0 picks a free port. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Holds everything; a later start on the same folder goes on where this one ended. */
  dataDir: string;
  /** Made unless the data folder holds them already: what it holds is kept as it is. */
  mailboxes: readonly PersonSource[];
  /**
   * Default: the most that leaves no mail of the files in the future; without mails, the most that
   * has every event of the calendar files begin in the past.
   */
  shiftDays?: number;
  clientId: string;
  clientSecret: string;
  /** Whether Google's quotas per minute and person hold. Default: none do. */
  quota?: boolean;
  /** Milliseconds; default: the clock. */
  now?: () => number;
}

export interface Sandbox {
  url: string;
  /** By how many days of 24 hours the dates of all mailbox and calendar files are moved. */
  shiftDays: number;
  /** The mails without a usable date, which no mailbox holds. */
  excluded: (ExcludedMail & { mailbox: string })[];
  mailboxes(): MailboxState[];
  /**
   * Adds mails (RFC 5322, or those of `readMbox`) to a mailbox, their dates unmoved. One whose date
   * lies ahead arrives then; those without a usable date are left out and answered.
   */
  addMessages(
    address: string,
    mails: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  ): Promise<ExcludedMail[]>;
  /**
   * Puts events into a person's calendar, their dates unmoved, and answers their ids. An event that
   * is there already is changed to what is given.
   */
  addEvents(address: string, events: readonly CalendarEvent[]): string[];
  /**
   * Gives a person recorded calls at Fireflies, or changes those of the same id. Answers the ids.
   */
  addCalls(address: string, calls: readonly Call[]): string[];
  /** The Fireflies API key of a person, always the same. */
  firefliesKey(address: string): string;
  /** Stops answering and lets go of the data folder. Once is enough; twice does no harm. */
  close(): Promise<void>;
}

type Context = GmailContext & CalendarContext & FirefliesContext & { clock: Clock };

/** Starts the stand-ins for Google, Fireflies and a Zap with Fathom on one address. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = openStorage(options.dataDir, [
    settingsSchema,
    ownersSchema,
    grantsSchema,
    gmailSchema,
    calendarSchema,
    callsSchema,
    keysSchema,
  ]);
  try {
    const context = createContext(database, options);
    const shiftDays = await loadPeople(context, options);
    const server = await listen(
      serveStandIns(context, options),
      options.host ?? '127.0.0.1',
      options.port,
    );
    return {
      url: server.url,
      shiftDays,
      excluded: excludedMails(context),
      ...accountsOf(context),
      close: once(() => server.close().finally(() => database.close())),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function createContext(
  database: DatabaseSync,
  { now = Date.now, quota = false }: SandboxOptions,
): Context {
  const clock = new Clock(database, now);
  const owners = new OwnerStore(database);
  const history = new HistoryStore(database);
  const searchLag = new SearchLag(clock.now);
  return {
    database,
    clock,
    now: clock.now,
    owners,
    history,
    messages: new MessageStore(database, history, searchLag),
    grants: new GrantStore(database, clock.now),
    searchLag,
    gmailMeter: new RequestMeter(quota ? gmailQuota : undefined),
    calendarMeter: new RequestMeter(quota ? calendarQuota : undefined),
    calendars: new CalendarStore(database),
    calls: new CallStore(database),
    keys: new KeyStore(database, owners),
  };
}

/** What the process that runs the sandbox may do with the accounts, without HTTP. */
function accountsOf(
  context: Context,
): Pick<Sandbox, 'mailboxes' | 'addMessages' | 'addEvents' | 'addCalls' | 'firefliesKey'> {
  const { database, owners, messages, calls, now } = context;
  const ownerOf = (address: string): Owner => {
    const owner = owners.byAddress(address);
    if (owner === undefined) {
      throw new Error(`The sandbox holds no mailbox of ${address}. Name it in "mailboxes" first.`);
    }
    return owner;
  };
  return {
    mailboxes: () => {
      messages.deliverDue(now());
      return mailboxStates(context);
    },
    addMessages: async (address, mails) => addMails(context, ownerOf(address), mails, now),
    addEvents: (address, events) => addEvents(context, ownerOf(address), events),
    addCalls: (address, given) => {
      const owner = ownerOf(address);
      return inTransaction(database, () => given.map((call) => calls.put(owner, call)));
    },
    firefliesKey: (address) => firefliesKey(ownerOf(address).address),
  };
}

/** The one place that names every stand-in. */
function serveStandIns(context: Context, { clientId, clientSecret }: SandboxOptions): Dispatch {
  const { owners, grants, now } = context;
  const faults = new FaultRules();
  const identity = { owners, grants, now, clientId, clientSecret };
  // A batch comes back through the same door as its single requests would.
  const dispatch: Dispatch = (request) => answer(request);
  const standIns: StandIn[] = [
    frontPage(owners),
    googleOAuth(identity),
    googleUserInfo(identity),
    gmail(context, dispatch),
    googleCalendar(context),
    fireflies(context),
    googleOAuthControl(owners, grants),
    gmailControl(context),
    calendarControl(context),
    firefliesControl(context, owners),
    fathomControl(owners, now),
    clockControl(context.clock),
    faultControl(faults),
  ];
  const answer = createDispatch(standIns, faults);
  return answer;
}

/** Makes the people who are not there yet, all or none, and answers the shift that holds. */
async function loadPeople(context: Context, options: SandboxOptions): Promise<number> {
  const { database, owners, calendars } = context;
  const now = context.now();
  const fresh = options.mailboxes.filter(({ address }) => owners.byAddress(address) === undefined);
  const shiftDays = await chooseShift(context, options, fresh);
  await inLongTransaction(database, async () => {
    for (const source of fresh) {
      const { id } = await createMailbox(context, source, { shiftDays, now });
      calendars.openCalendar(id);
      await loadCalendar(calendars, id, source, { shiftDays, now });
    }
    if (fresh.some(({ file, calendarFiles }) => file !== undefined || calendarFiles?.length)) {
      writeSetting(database, 'shiftDays', String(shiftDays));
    }
  });
  return shiftDays;
}

/** Once files were loaded, their shift holds for all that follow. */
async function chooseShift(
  { database, now }: Context,
  { dataDir, shiftDays }: SandboxOptions,
  fresh: readonly PersonSource[],
): Promise<number> {
  const stored = readSetting(database, 'shiftDays');
  if (stored !== undefined && shiftDays !== undefined && Number(stored) !== shiftDays) {
    throw new Error(
      `The mails in ${dataDir} were moved by ${stored} days; to move them by ${shiftDays}, start with an empty folder.`,
    );
  }
  return (
    shiftDays ??
    (stored === undefined ? undefined : Number(stored)) ??
    (await latestShift(fresh, now())) ??
    (await latestCalendarShift(fresh, now())) ??
    0
  );
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
