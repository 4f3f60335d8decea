import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import {
  changeNotificationSettings,
  findSubscriber,
  readNotificationSettings,
  unsubscribe,
} from './mailing/notification-settings.ts';
import type { NamedProvider } from './digest/list-failed-syncs.ts';
import { markNotices } from './notices/mark-notices.ts';
import { readNotices } from './notices/read-notices.ts';
import { openSubscription, unsubscribePage } from './mailing/unsubscribe-token.ts';

/** The endpoints for the emails and notices that users receive, and for unsubscribing. */
export function registerNotificationRoutes(
  route: Route,
  context: Context,
  providers: readonly NamedProvider[],
): void {
  const { config, db, log, secretBox } = context;
  const findSubscription = async (token: string) => {
    const subscription = openSubscription(secretBox, token);
    if (subscription === undefined) throw notFound('Subscription');
    const { userId, kind } = subscription;
    const subscriber = await findSubscriber(db, userId, kind);
    if (subscriber === undefined) throw notFound('Subscription');
    return { userId, kind, ...subscriber };
  };

  route('GET /api/auth/notifications', ({ person }) => readNotificationSettings(db, person.id));
  route('PUT /api/auth/notifications', ({ person, body }) =>
    changeNotificationSettings(db, person.id, body),
  );
  route('GET /api/notices', ({ person }) => readNotices(db, { userId: person.id, providers }));
  route('PUT /api/notices/read', async ({ person, body }) => {
    await markNotices(db, { userId: person.id, providers }, body);
    return {};
  });
  route('POST /api/notifications/open', async ({ body }) => {
    const { kind, email, isSubscribed } = await findSubscription(body.token);
    return { kind, email, isSubscribed };
  });
  // For mail clients that open the URL instead of sending the one-click POST.
  route('GET /api/notifications/unsubscribe', async ({ query, reply }) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(unsubscribePage(config, encodeURIComponent(query.token))),
  );
  route('POST /api/notifications/unsubscribe', async ({ query, request }) => {
    const { userId, kind } = await findSubscription(query.token);
    const wasSubscribed = await unsubscribe(db, userId, kind);
    if (wasSubscribed) log.info({ userId, kind, from: request.ip }, 'unsubscribed from a mail');
    return { kind, wasSubscribed };
  });
}
