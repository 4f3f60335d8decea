import { FaultRules } from './faults/fault-rules.ts';
import { faultControl } from './faults/fault-control.ts';
import type { GmailContext } from './gmail/gmail-context.ts';
import type { LeftOutMail } from './gmail/file-mail.ts';
import { gmailControl } from './gmail/gmail-control.ts';
import { gmail } from './gmail/gmail.ts';
import { gmailSchema } from './gmail/gmail-schema.ts';
import { HistoryStore } from './gmail/history-store.ts';
import type { MailboxSource, MailboxState, MailboxStores } from './gmail/mailboxes.ts';
import {
  addMails,
  createMailbox,
  latestShift,
  leftOutMails,
  mailboxStates,
} from './gmail/mailboxes.ts';
import { MessageStore } from './gmail/message-store.ts';
import { GrantStore, grantsSchema } from './google-oauth/grant-store.ts';
import { googleOAuthControl } from './google-oauth/google-oauth-control.ts';
import { googleOAuth, googleUserInfo } from './google-oauth/google-oauth.ts';
import type { StandIn } from './http/exchange.ts';
import { listen } from './http/listen.ts';
import type { Dispatch } from './http/router.ts';
import { createDispatch } from './http/router.ts';
import { OwnerStore, ownersSchema } from './owners/owner-store.ts';
import { openStorage } from './storage/open-storage.ts';
import { readSetting, settingsSchema, writeSetting } from './storage/settings.ts';
import { inLongTransaction } from './storage/transaction.ts';

export interface SandboxOptions {
  /** 0 picks a free port. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Holds everything; a later start on the same folder goes on where this one ended. */
  dataDir: string;
  /** Made unless the data folder holds them already: what it holds is kept as it is. */
  mailboxes: readonly MailboxSource[];
  /** Default: the most that leaves no mail of the files in the future. */
  shiftDays?: number;
  clientId: string;
  clientSecret: string;
  /** Milliseconds; default: the clock. */
  now?: () => number;
}

export interface Sandbox {
  url: string;
  /** By how many days of 24 hours the dates of all mailbox files are moved. */
  shiftDays: number;
  /** The mails without a usable date, which no mailbox holds. */
  leftOut: (LeftOutMail & { mailbox: string })[];
  mailboxes(): MailboxState[];
  /**
   * Adds mails (RFC 5322, or those of `readMbox`) to a mailbox, their dates unmoved. One whose date
   * lies ahead arrives then; those without a usable date are left out and answered.
   */
  addMessages(
    address: string,
    mails: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  ): Promise<LeftOutMail[]>;
  /** Stops answering and lets go of the data folder. Once is enough; twice does no harm. */
  close(): Promise<void>;
}

/** Starts the stand-ins for Google's sign-in and Gmail on one address. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const now = options.now ?? Date.now;
  const database = openStorage(options.dataDir, [
    settingsSchema,
    ownersSchema,
    grantsSchema,
    gmailSchema,
  ]);
  try {
    const owners = new OwnerStore(database);
    const history = new HistoryStore(database);
    const messages = new MessageStore(database, history);
    const grants = new GrantStore(database, now);
    const context: GmailContext = { database, owners, grants, messages, history, now };
    const shiftDays = await loadMailboxes(context, options, now());
    const server = await listen(
      serveStandIns(context, options),
      options.host ?? '127.0.0.1',
      options.port,
    );
    let closing: Promise<void> | undefined;
    return {
      url: server.url,
      shiftDays,
      leftOut: leftOutMails(context),
      mailboxes: () => {
        messages.deliverDue(now());
        return mailboxStates(context);
      },
      addMessages: async (address, mails) => {
        const owner = owners.byAddress(address);
        if (owner === undefined) {
          throw new Error(
            `The sandbox holds no mailbox of ${address}. Name it in "mailboxes" first.`,
          );
        }
        return addMails(context, owner, mails, now);
      },
      close: () => {
        closing ??= server.close().finally(() => database.close());
        return closing;
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The one place that names every stand-in. */
function serveStandIns(
  context: GmailContext,
  { clientId, clientSecret }: SandboxOptions,
): Dispatch {
  const { owners, grants, now } = context;
  const faults = new FaultRules();
  const identity = { owners, grants, now, clientId, clientSecret };
  // A batch comes back through the same door as its single requests would.
  const dispatch: Dispatch = (request) => answer(request);
  const standIns: StandIn[] = [
    googleOAuth(identity),
    googleUserInfo(identity),
    gmail(context, dispatch),
    googleOAuthControl(owners, grants),
    gmailControl(context),
    faultControl(faults),
  ];
  const answer = createDispatch(standIns, faults);
  return answer;
}

/** Makes the mailboxes that are not there yet, all or none, and answers the shift that holds. */
async function loadMailboxes(
  stores: MailboxStores,
  options: SandboxOptions,
  now: number,
): Promise<number> {
  const { database, owners } = stores;
  const fresh = options.mailboxes.filter(({ address }) => owners.byAddress(address) === undefined);
  const stored = readSetting(database, 'shiftDays');
  if (
    stored !== undefined &&
    options.shiftDays !== undefined &&
    Number(stored) !== options.shiftDays
  ) {
    throw new Error(
      `The mails in ${options.dataDir} were moved by ${stored} days; to move them by ${options.shiftDays}, start with an empty folder.`,
    );
  }
  const given = stored === undefined ? options.shiftDays : Number(stored);
  const shiftDays = given ?? (await latestShift(fresh, now)) ?? 0;
  await inLongTransaction(database, async () => {
    for (const source of fresh) {
      await createMailbox(stores, source, { shiftDays, now });
    }
    if (fresh.some(({ file }) => file !== undefined)) {
      writeSetting(database, 'shiftDays', String(shiftDays));
    }
  });
  return shiftDays;
}
