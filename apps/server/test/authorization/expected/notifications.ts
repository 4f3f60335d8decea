import { sealSubscription } from '#modules/notifications/mailing/unsubscribe-token.ts';
import type { Caller } from '../callers.ts';
import type { Rows } from '../table.ts';
import type { World } from '../world.ts';

/** The token of a caller's own link. Anyone who has it needs no session. */
const own = ({ app, people }: World, caller: Caller): string =>
  sealSubscription(app.context.secretBox, { userId: people[caller].id, kind: 'weekly-digest' });

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const notificationRows = {
  'GET /api/auth/notifications': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'PUT /api/auth/notifications': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { weeklyDigest: false, timeZone: 'Europe/Berlin' } }),
    ],
    'no time zone': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { timeZone: 'Mars/Olympus' } }),
    ],
  },
  'GET /api/notices': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'PUT /api/notices/read': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { ids: ['connection x'], isRead: true } }),
    ],
  },
  'POST /api/notifications/open': {
    'own link': [
      '                                200   200       200     200      200      200    200   200',
      (world, caller) => ({ body: { token: own(world, caller) } }),
    ],
    'no link': [
      '                                404   404       404     404      404      404    404   404',
      () => ({ body: { token: 'own-1.AAAA' } }),
    ],
  },
  'GET /api/notifications/unsubscribe': {
    'own link': [
      '                                302+  302+      302+    302+     302+     302+   302+  302+',
      (world, caller) => ({ query: { token: own(world, caller) } }),
    ],
  },
  'POST /api/notifications/unsubscribe': {
    'own link': [
      '                                200   200       200     200      200      200    200   200',
      (world, caller) => ({ query: { token: own(world, caller) } }),
    ],
    'no link': [
      '                                404   404       404     404      404      404    404   404',
      () => ({ query: { token: 'own-1.AAAA' } }),
    ],
  },
} satisfies Rows;
