import type { EndpointName } from '@repo/contract/endpoints';
import type { Row, Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (id: string, rest = {}) => ({ params: { id }, ...rest });
const callback = (provider: string, state: string) => ({
  params: { provider },
  query: { state, code: 'a-code' },
});
const complete = (provider: string, state: string) => ({
  params: { provider },
  body: { state, code: 'a-code' },
});
const confirm = (provider: string, value: string) => ({
  params: { provider },
  body: { confirm: value },
});
const signIn = (provider: string, password: string) => ({
  params: { provider },
  body: { address: 'me@company.com', password },
});
const deliver = (integrationId: string, bearer: string) => ({
  params: { provider: 'fathom', integrationId },
  body: { recording: 'unusable' },
  bearer,
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
/** An integration is its owner's alone: not a colleague's, an owner's or an administrator's. */
const ofOwn = (query = {}): Record<string, Row> => ({
  own: [
    '                                  401   401       401     200      200      200    200   200',
    ({ people }, caller) => of(people[caller].mailboxId, query),
  ],
  'a colleague’s': [
    '                                  401   401       401     404      404      404    404   404',
    ({ ours }) => of(ours.colleague.mailboxId, query),
  ],
  absent: [
    '                                  401   401       401     404      404      404    404   404',
    () => of(absent, query),
  ],
});

/** An uploaded file is its owner's alone as well. */
const ofOwnFile = (query = {}): Record<string, Row> => ({
  own: [
    '                                  401   401       401     200      200      200    200   200',
    ({ people }, caller) => of(people[caller].mailFileId, query),
  ],
  'a colleague’s': [
    '                                  401   401       401     404      404      404    404   404',
    ({ ours }) => of(ours.colleague.mailFileId, query),
  ],
  absent: [
    '                                  401   401       401     404      404      404    404   404',
    () => of(absent, query),
  ],
});
const newFile = (size: number) => ({ body: { name: 'mail.mbox', size } });

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export const integrationRows = {
  'GET /api/mail-files': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/mail-files': {
    'beside one that is not finished': [
      '                                401   401       401     409#     409#     409#   409#  409#',
      () => newFile(10),
    ],
    'too often': [
      '                                401   401       401     429      429      429    429   429',
      () => newFile(10),
      'exhausted',
    ],
    'an empty one': [
      '                                401   401       401     400      400      400    400   400',
      () => newFile(0),
    ],
  },
  'PUT /api/mail-files/{id}/content': ofOwnFile({
    query: { offset: '0' },
    body: Buffer.from('a part'),
  }),
  'POST /api/mail-files/{id}/import': ofOwnFile(),
  'DELETE /api/mail-files/{id}': ofOwnFile(),
  'GET /api/history': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ query: { since: dayAgo(400) } }),
    ],
    'since too long ago': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ query: { since: dayAgo(6 * 366) } }),
    ],
  },
  'PUT /api/history': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { since: dayAgo(400) } }),
    ],
    'since a day to come': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { since: dayAgo(-2) } }),
    ],
  },
  'DELETE /api/history': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/integrations': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/integrations/events': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/integrations/{provider}/auth': {
    'a provider that is installed': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ params: { provider: 'gmail' } }),
    ],
    'a provider that is not': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { provider: 'google_calendar' } }),
    ],
  },
  'GET /api/integrations/{provider}/oauth/callback': {
    'a connection one began': [
      '                                302+  302+      302-    302+     302+     302+   302+  302+',
      ({ people }, caller) => callback('gmail', people[caller].states.gmail),
    ],
    'a connection of another provider': [
      '                                302-  302-      302-    302-     302-     302-   302-  302-',
      ({ people }, caller) => callback('gmail', people[caller].states.fathom),
    ],
    'a connection that no one began': [
      '                                302-  302-      302-    302-     302-     302-   302-  302-',
      () => callback('gmail', 'made-up'),
    ],
  },
  'POST /api/integrations/{provider}/callback': {
    'a connection one began': [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => complete('fathom', people[caller].states.fathom),
    ],
    'a connection that a colleague began': [
      '                                401   401       401     409      409      409    409   409',
      ({ ours }) => complete('fathom', ours.colleague.states.fathom),
    ],
    'a connection that no one began': [
      '                                401   401       401     409      409      409    409   409',
      () => complete('fathom', 'made-up'),
    ],
    'what was granted to a connection one began': [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => confirm('gmail', people[caller].confirm),
    ],
    'the same as another provider': [
      '                                401   401       401     409      409      409    409   409',
      ({ people }, caller) => confirm('fathom', people[caller].confirm),
    ],
    'what was granted to a connection that a colleague began': [
      '                                401   401       401     409      409      409    409   409',
      ({ ours }) => confirm('gmail', ours.colleague.confirm),
    ],
    'what no one was granted': [
      '                                401   401       401     409      409      409    409   409',
      () => confirm('gmail', 'made-up'),
    ],
    'a key that a colleague was asked for': [
      '                                401   401       401     400      400      400    400   400',
      ({ ours }) => {
        const state = { userId: ours.colleague.id, provider: 'fireflies' };
        return complete('fireflies', Buffer.from(JSON.stringify(state)).toString('base64'));
      },
    ],
  },
  'POST /api/integrations/{provider}/find-server': {
    'one’s own address': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ params: { provider: 'mailbox' }, body: { address: 'me@company.com' } }),
    ],
    'a provider that is connected otherwise': [
      '                                401   401       401     409      409      409    409   409',
      () => ({ params: { provider: 'gmail' }, body: { address: 'me@company.com' } }),
    ],
    'a provider that is not installed': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { provider: 'absent' }, body: { address: 'me@company.com' } }),
    ],
    'with no attempt left': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ params: { provider: 'mailbox' }, body: { address: 'me@company.com' } }),
      'exhausted',
    ],
  },
  'POST /api/integrations/{provider}/sign-in': {
    'a password that is accepted': [
      '                                401   401       401     200      200      200    200   200',
      () => signIn('mailbox', 'right'),
    ],
    'a password that is not': [
      '                                401   401       401     400      400      400    400   400',
      () => signIn('mailbox', 'wrong'),
    ],
    'a provider that is connected otherwise': [
      '                                401   401       401     409      409      409    409   409',
      () => signIn('gmail', 'right'),
    ],
    'with no attempt left': [
      '                                401   401       401     429      429      429    429   429',
      () => signIn('mailbox', 'right'),
      'exhausted',
    ],
  },
  'POST /api/webhooks/v1/{provider}/{integrationId}': {
    'own webhook and its token': [
      '                                200   200       401     200      200      200    200   200',
      ({ people }, caller) => deliver(people[caller].webhookId, people[caller].webhookToken),
    ],
    'own webhook and one’s session': [
      '                                401   401       401     401      401      401    401   401',
      ({ people }, caller) => deliver(people[caller].webhookId, people[caller].token || 'none'),
    ],
    'a colleague’s webhook and one’s token': [
      '                                401   401       401     401      401      401    401   401',
      ({ people, ours }, caller) => deliver(ours.colleague.webhookId, people[caller].webhookToken),
    ],
    'own mailbox and the token of one’s webhook': [
      '                                401   401       401     401      401      401    401   401',
      ({ people }, caller) => deliver(people[caller].mailboxId, people[caller].webhookToken),
    ],
    absent: [
      '                                401   401       401     401      401      401    401   401',
      ({ people }, caller) => deliver(absent, people[caller].webhookToken),
    ],
  },
  'GET /api/integrations/{id}/failed-items': ofOwn(),
  'POST /api/integrations/{id}/failed-items/retry': ofOwn(),
  'GET /api/integrations/{id}/completeness': ofOwn(),
  'POST /api/integrations/{id}/completeness': ofOwn(),
  'GET /api/integrations/{id}/message-location': ofOwn({ query: { message: '<a@b.example>' } }),
  'POST /api/integrations/{id}/webhook-token': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => of(people[caller].webhookId),
    ],
    'own, of a mailbox': [
      '                                401   401       401     409      409      409    409   409',
      ({ people }, caller) => of(people[caller].mailboxId),
    ],
    'a colleague’s': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.colleague.webhookId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => of(absent),
    ],
  },
  'DELETE /api/integrations/{id}': ofOwn(),
  'POST /api/integrations/{id}/sync': ofOwn(),
} satisfies Rows & Partial<Record<EndpointName, unknown>>;
