import { type NotificationKind, notificationKind } from '@repo/contract/notifications';
import type { Config } from '../../config.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** Whose mail of which kind a link unsubscribes. */
export interface Subscription {
  userId: string;
  kind: NotificationKind;
}

const context = 'unsubscribe';

/**
 * A token that nothing is stored of: it is encrypted with the server's key, so that no one can make
 * one for another person. It has no end, since mails are kept for years.
 */
export function sealSubscription(secretBox: SecretBox, { userId, kind }: Subscription): string {
  const { keyId, bytes } = secretBox.seal([userId, kind], context);
  return `${keyId}.${bytes.toString('base64url')}`;
}

/** Undefined for what is no token of this server, or of a key that it no longer has. */
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

/** Where a mail program unsubscribes by itself. */
export const oneClickAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string =>
  `${publicUrl}/api/notifications/unsubscribe?token=${token}`;

/** The page where a person unsubscribes. */
export const unsubscribePage = ({ webUrl }: Pick<Config, 'webUrl'>, token: string): string =>
  `${webUrl}/import-preferences/unsubscribe?token=${token}`;
