import { respondToBatch, MAX_BATCH } from '../http/batch.ts';
import type { SandboxResponse, Route, SandboxRequest, StandIn } from '../http/exchange.ts';
import type { Dispatch } from '../http/sandbox-server.ts';
import { googleError, googleFailure } from '../google/google-error.ts';
import { RequestMeter } from '../google/request-meter.ts';
import type { StandInModule } from '../stand-in.ts';
import type { ExcludedMail } from './file-mail.ts';
import type { GmailContext } from './gmail-context.ts';
import { gmailControl } from './gmail-control.ts';
import { gmailQuota } from './gmail-quota.ts';
import { gmailSchema } from './gmail-schema.ts';
import { HistoryStore } from './history-store.ts';
import { addMails, excludedMails, type MailboxState, mailboxStates } from './mailboxes.ts';
import { MessageStore } from './message-store.ts';
import { listHistory } from './list-history.ts';
import { get, getAttachment, getThread, list } from './read-messages.ts';
import { getProfile, listLabels } from './read-profile.ts';
import { SearchLag } from './search-lag.ts';

export interface GmailApi {
  context: GmailContext;
  mailboxes(): MailboxState[];
  /**
   * Adds emails (RFC 5322, or those of `readMbox`) to a mailbox, their dates unchanged. An email with a
   * future date arrives then; those without a usable date are excluded and returned.
   */
  addMessages(
    address: string,
    mails: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  ): Promise<ExcludedMail[]>;
  /** The emails of the mailbox files that have no usable date. */
  excluded(): (ExcludedMail & { mailbox: string })[];
}

/** Gmail's API, version 1, as far as `@googleapis/gmail` is used to read mail. */
export const gmailStandIn: StandInModule<GmailApi> = {
  schema: gmailSchema,
  start: ({ database, owners, grants, now, quota, dispatch }) => {
    const history = new HistoryStore(database);
    const searchLag = new SearchLag(now);
    const messages = new MessageStore(database, history, searchLag);
    const gmailMeter = new RequestMeter(quota ? gmailQuota : undefined);
    const context = { database, owners, grants, now, history, searchLag, messages, gmailMeter };
    return {
      standIns: [gmail(context, dispatch), gmailControl(context)],
      context,
      mailboxes: () => {
        messages.deliverDue(now());
        return mailboxStates(context);
      },
      addMessages: async (address, mails) => addMails(context, owners.require(address), mails, now),
      excluded: () => excludedMails(context),
    };
  },
};

function gmail(context: GmailContext, dispatch: Dispatch): StandIn {
  const reading = (
    path: string,
    handle: (context: GmailContext, request: SandboxRequest) => SandboxResponse,
  ): Route => ({
    method: 'GET',
    path: `/gmail/v1/users/:user/${path}`,
    handle: (request) => handle(context, request),
  });
  return {
    routes: [
      reading('profile', getProfile),
      reading('labels', listLabels),
      reading('messages', list),
      reading('messages/:id', get),
      reading('messages/:id/attachments/:attachment', getAttachment),
      reading('threads/:id', getThread),
      reading('history', listHistory),
      { method: 'POST', path: '/batch/gmail/v1', handle: (request) => batch(dispatch, request) },
    ],
    failure: googleFailure,
  };
}

async function batch(dispatch: Dispatch, request: SandboxRequest): Promise<SandboxResponse> {
  const response = await respondToBatch(dispatch, request);
  if (response === undefined) {
    throw googleError(
      400,
      'badRequest',
      `A batch is multipart/mixed and contains 1 to ${MAX_BATCH} requests.`,
    );
  }
  return response;
}
