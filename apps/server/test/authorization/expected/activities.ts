import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const search = (workspaceId: string, q: string) => ({ params: { workspaceId }, query: { q } });
const of = (activityId: string) => ({ params: { activityId } });

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const activityRows = {
  'GET /api/activities/{activityId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => of(ours.activityId),
    ],
    'a conversation of ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => of(ours.conversationId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => of(theirs.activityId),
    ],
    'a conversation of theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => of(theirs.conversationId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => of(absent),
    ],
    'what a colleague captured and shares with no one': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.colleague.capturedId),
    ],
  },
  'GET /api/access-requests': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/activities/{activityId}/access': {
    // All of it is shown already.
    ours: [
      '                                401   401       401     404      404      409    409   404',
      ({ ours }) => of(ours.activityId),
    ],
    'a conversation of ours': [
      '                                401   401       401     404      404      409    409   404',
      ({ ours }) => of(ours.conversationId),
    ],
    theirs: [
      '                                401   401       401     404      409      404    404   404',
      ({ theirs }) => of(theirs.activityId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => of(absent),
    ],
    'what a colleague captured and shares with no one': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.colleague.capturedId),
    ],
  },
  'PUT /api/access-requests/{requestId}': {
    'a request to the owner of ours': [
      '                                401   401       401     404      404      404    200   404',
      ({ ours }) => ({
        params: { requestId: ours.accessRequestId },
        body: { answer: 'declined' },
      }),
    ],
    'a request to the owner of theirs': [
      '                                401   401       401     404      404      404    404   404',
      ({ theirs }) => ({
        params: { requestId: theirs.accessRequestId },
        body: { answer: 'conversation' },
      }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { requestId: absent }, body: { answer: 'declined' } }),
    ],
  },
  'GET /api/private-conversations': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/activities/{activityId}/private': {
    // Whose copies they are.
    ours: [
      '                                401   401       401     404      404      404    200   404',
      ({ ours }) => of(ours.activityId),
    ],
    'a conversation of ours': [
      '                                401   401       401     404      404      404    200   404',
      ({ ours }) => of(ours.conversationId),
    ],
    // The outsider sees it, and has no copy of it.
    theirs: [
      '                                401   401       401     404      404      404    404   404',
      ({ theirs }) => of(theirs.activityId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => of(absent),
    ],
    'what a colleague captured and shares with no one': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.colleague.capturedId),
    ],
  },
  'DELETE /api/private-conversations/{conversationId}': {
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { conversationId: absent } }),
    ],
  },
  'GET /api/private-meetings': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/protected-addresses': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'PUT /api/protected-addresses': {
    'for oneself': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { address: 'law.example', shares: 'nothing' } }),
    ],
    'what is no address': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { address: 'law', shares: 'nothing' } }),
    ],
  },
  'DELETE /api/protected-addresses/{address}': {
    'what only a colleague could protect': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { address: 'anna@tax.example' } }),
    ],
  },
  'PUT /api/private-meetings/{meetingId}/share': {
    'a private meeting of ours': [
      '                                401   401       401     404      404      404    200   404',
      ({ ours }) => ({ params: { meetingId: ours.privateMeetingId }, body: { isShared: false } }),
    ],
    'a private meeting of theirs': [
      '                                401   401       401     404      404      404    404   404',
      ({ theirs }) => ({
        params: { meetingId: theirs.privateMeetingId },
        body: { isShared: true },
      }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { meetingId: absent }, body: { isShared: true } }),
    ],
    'what a colleague captured and shares with no one': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({
        params: { meetingId: ours.colleague.capturedId },
        body: { isShared: true },
      }),
    ],
  },
  'GET /api/activities/{activityId}/fireflies-transcript': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => of(ours.activityId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => of(theirs.activityId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => of(absent),
    ],
    'what a colleague captured and shares with no one': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.colleague.capturedId),
    ],
  },
  'GET /api/workspaces/{workspaceId}/activities/search': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => search(ours.id, 'secret'),
    ],
    'theirs, for what only ours has': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => search(theirs.id, 'ours'),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => search(absent, 'secret'),
    ],
    'what is no search': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours }) => search(ours.id, '!?'),
    ],
  },
} satisfies Rows;
