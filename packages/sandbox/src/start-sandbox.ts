import { Clock } from './clock/clock.ts';
import { clockStandIn } from './clock/clock-control.ts';
import { fathomStandIn } from './fathom-zap/fathom-control.ts';
import { faultStandIn } from './faults/fault-control.ts';
import { FaultRules } from './faults/fault-rules.ts';
import { type FirefliesApi, firefliesStandIn } from './fireflies/fireflies.ts';
import { frontPageStandIn } from './front/front-page.ts';
import { type GmailApi, gmailStandIn } from './gmail/gmail.ts';
import { type CalendarApi, googleCalendarStandIn } from './google-calendar/google-calendar.ts';
import { googleOAuthStandIn } from './google-oauth/google-oauth.ts';
import { GrantStore } from './google-oauth/grant-store.ts';
import { startMicrosoft } from './microsoft/microsoft.ts';
import { createSandboxServer } from './http/sandbox-server.ts';
import { loadPeople, type LoadOptions } from './load-people.ts';
import { OwnerStore, ownersSchema } from './owners/owner-store.ts';
import type { SandboxCore, StandInModule } from './stand-in.ts';
import { openStorage } from './storage/open-storage.ts';
import { settingsSchema } from './storage/settings.ts';

/** All other stand-ins; these three can be called without HTTP as well. */
const standIns: readonly StandInModule[] = [
  frontPageStandIn,
  googleOAuthStandIn,
  fathomStandIn,
  clockStandIn,
  faultStandIn,
];
const callable = [gmailStandIn, googleCalendarStandIn, firefliesStandIn] as const;

export interface SandboxOptions extends LoadOptions {
  /** 0 picks a free one. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** The folder that everything is stored in; a later start on it continues with the data. */
  dataDir: string;
  /** Created unless the data folder has them already. */
  mailboxes: LoadOptions['mailboxes'];
  /**
   * Days of 24 hours by which all dates are moved. Default: the most that leaves no email of the
   * files in the future; without emails, no event of the calendar files.
   */
  shiftDays?: number;
  clientId: string;
  clientSecret: string;
  /** Whether Google's quotas per minute and user are enforced. Default: no. */
  quota?: boolean;
  /** Milliseconds; default: the clock. */
  now?: () => number;
}

export interface Sandbox
  extends
    Pick<GmailApi, 'mailboxes' | 'addMessages'>,
    Pick<CalendarApi, 'addEvents'>,
    FirefliesApi {
  url: string;
  /** By how many days of 24 hours the dates of all mailbox and calendar files are moved. */
  shiftDays: number;
  /** The emails of the files without a usable date, which are in no mailbox. */
  excluded: ReturnType<GmailApi['excluded']>;
  /** Stops the server and releases the data folder. Calling it again has no effect. */
  close(): Promise<void>;
}

/** Starts the stand-ins for Google, Microsoft, Fireflies and a Zap with Fathom on one address. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const schemas = [...standIns, ...callable].flatMap(({ schema }) => schema ?? []);
  const database = openStorage(options.dataDir, [settingsSchema, ownersSchema, ...schemas]);
  try {
    const clock = new Clock(database, options.now ?? Date.now);
    const { now } = clock;
    const faults = new FaultRules();
    const server = createSandboxServer(faults);
    const core: SandboxCore = {
      database,
      clock,
      now,
      faults,
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      owners: new OwnerStore(database),
      grants: new GrantStore(database, now),
      dispatch: server.dispatch,
      quota: options.quota ?? false,
    };
    const [gmail, calendar, fireflies] = [
      gmailStandIn.start(core),
      googleCalendarStandIn.start(core),
      firefliesStandIn.start(core),
    ];
    const others = standIns.map((standIn) => standIn.start(core));
    const microsoft = startMicrosoft(core, { ...gmail.context, ...calendar });
    for (const started of [gmail, calendar, fireflies, microsoft, ...others]) {
      for (const standIn of started.standIns) server.add(standIn);
    }
    const shiftDays = await loadPeople(core, { ...gmail, ...calendar }, options);
    const url = await server.listen(options.host ?? '127.0.0.1', options.port);
    return {
      url,
      shiftDays,
      excluded: gmail.excluded(),
      mailboxes: gmail.mailboxes,
      addMessages: gmail.addMessages,
      addEvents: calendar.addEvents,
      addCalls: fireflies.addCalls,
      firefliesKey: fireflies.firefliesKey,
      close: once(() => server.close().finally(() => database.close())),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
