import { answerBatch, largestBatch } from '../http/batch.ts';
import type { Answer, Route, SandboxRequest, StandIn } from '../http/exchange.ts';
import type { Dispatch } from '../http/router.ts';
import { googleError, googleFailure } from '../google/google-error.ts';
import type { GmailContext } from './gmail-context.ts';
import { listHistory } from './read-history.ts';
import { get, getAttachment, getThread, list } from './read-messages.ts';
import { getProfile, listLabels } from './read-profile.ts';

/** Gmail's API, version 1, as far as `@googleapis/gmail` is used to read mail. */
export function gmail(context: GmailContext, dispatch: Dispatch): StandIn {
  const reading = (
    path: string,
    handle: (context: GmailContext, request: SandboxRequest) => Answer,
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

async function batch(dispatch: Dispatch, request: SandboxRequest): Promise<Answer> {
  const answer = await answerBatch(dispatch, request);
  if (answer === undefined) {
    throw googleError(
      400,
      'badRequest',
      `A batch is multipart/mixed and holds 1 to ${largestBatch} requests.`,
    );
  }
  return answer;
}
