import { scopes as explanations } from '@repo/contract/scopes';
import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';

export interface CreatedKey {
  keyId: string;
}

/**
 * Notifies an active user that a key was created, so that they notice if it was not them. The email contains nothing of
 * the secret but the beginning that the list shows too. Rejects when it could not be handed over.
 */
export async function sendKeyCreated(
  { config, db, log, mailer }: Context,
  { keyId }: CreatedKey,
): Promise<void> {
  const key = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['users.id as userId', 'users.name', 'users.email'])
    .select(['api_keys.name as keyName', 'start', 'scopes', 'expires_at as expiresAt'])
    .where('api_keys.id', '=', keyId)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  if (key === undefined) return;
  try {
    await mailer.send(composeMail(config, key));
  } catch (error) {
    log.error({ err: error, userId: key.userId }, 'the mail about a new API key could not be sent');
    throw error;
  }
}

interface DescribedKey {
  name: string;
  email: string;
  keyName: string;
  start: string;
  scopes: string[];
  expiresAt: Date;
}

function composeMail(
  { productName, webUrl }: Config,
  { name, email, keyName, start, scopes, expiresAt }: DescribedKey,
): OutgoingMail {
  const account = productName ? `your ${productName} account` : 'your account';
  return {
    to: email,
    subject: productName ? `A new ${productName} API key` : 'A new API key',
    text: [
      `Hello ${name},`,
      `An API key was created for ${account} (${email}): "${keyName}", ${start}…, until ${expiresAt.toISOString().slice(0, 10)}.`,
      `Anyone who has it can do this in your name:\n${scopes.map(describeScope).join('\n')}`,
      'If it was not you, revoke it at once and choose a new password:',
      `${webUrl}/import-preferences/settings/api-keys`,
      'If it was you, there is nothing to do.',
    ].join('\n\n'),
  };
}

const describeScope = (scope: string): string =>
  `- ${Object.entries(explanations).find(([name]) => name === scope)?.[1] ?? scope}`;
