import { createHmac, randomBytes } from 'node:crypto';
import type { SecretBox, Sealed } from '#platform/secrets/secret-box.ts';

/** The secrets of a webhook, as Standard Webhooks writes them: `whsec_` and base64. */
export interface WebhookSecrets {
  current: string;
  /** Signs beside the current one until `previous_secret_until`. */
  previous?: string | undefined;
}

const PREFIX = 'whsec_';

/** 32 random bytes; Standard Webhooks allows 24 to 64. */
export const createWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** The place of the secrets of a webhook, without which they cannot be opened. */
export const webhookSecretContext = (webhookId: string): string => `webhook ${webhookId}`;

export const sealSecrets = (
  box: SecretBox,
  webhookId: string,
  secrets: WebhookSecrets,
): { secret: Buffer; secret_key_id: string } => {
  const { bytes, keyId } = box.seal(secrets, webhookSecretContext(webhookId));
  return { secret: bytes, secret_key_id: keyId };
};

/** @throws Error when the key is not known any more. */
export const openSecrets = (box: SecretBox, webhookId: string, sealed: Sealed): WebhookSecrets =>
  box.open(sealed, webhookSecretContext(webhookId)) as WebhookSecrets;

export interface SignedMessage {
  /** Stays the same for each attempt. */
  id: string;
  /** Seconds since 1970, of this attempt. */
  timestamp: number;
  body: string;
}

/** The header `webhook-signature`: one signature for each secret, with a blank between them. */
export const signaturesOf = (
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
