import { type NotificationKind, notificationKind } from '@repo/contract/notifications';
import type { Config } from '#src/config.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';

/** The user, and the kind of email that a link unsubscribes from. */
export interface Subscription {
  userId: string;
  kind: NotificationKind;
}

const context = 'unsubscribe';

/**
 * Creates a token without storing it: it is encrypted with the server's key, so that no one can
 * create one for another user. It does not expire, since emails are kept for years.
 */
export function sealSubscription(secretBox: SecretBox, { userId, kind }: Subscription): string {
  const { keyId, bytes } = secretBox.seal([userId, kind], context);
  return `${keyId}.${bytes.toString('base64url')}`;
}

/** Undefined for a token from elsewhere, or one made with a key that this server no longer has. */
export function openSubscription(secretBox: SecretBox, token: string): Subscription | undefined {
  const [, keyId = '', encoded = ''] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  try {
    const bytes = Buffer.from(encoded, 'base64url');
    const [userId, kind] = secretBox.open({ keyId, bytes }, context) as [string, string];
    return { userId, kind: notificationKind.parse(kind) };
  } catch {
    return undefined;
  }
}

/** URL for one-click unsubscribing by a mail client. */
export const oneClickAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string =>
  `${publicUrl}/api/notifications/unsubscribe?token=${token}`;

/** URL of the page where a user unsubscribes. */
export const unsubscribePage = ({ webUrl }: Pick<Config, 'webUrl'>, token: string): string =>
  `${webUrl}/import-preferences/unsubscribe?token=${token}`;
