import { scopes as explanations } from '@repo/contract/scopes';
import type { Context } from '#platform/context.ts';
import { mailSecurityChange } from '../../users/mail-security-change.ts';

export interface CreatedKey {
  keyId: string;
}

/** Of the secret, the email contains only the beginning, which the list shows too. */
export async function sendKeyCreated(context: Context, { keyId }: CreatedKey): Promise<void> {
  const key = await context.db
    .selectFrom('api_keys')
    .select(['user_id as userId', 'name', 'start', 'scopes', 'expires_at as expiresAt'])
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (key === undefined) return;
  const { userId, name, start, scopes, expiresAt } = key;
  await mailSecurityChange(context, userId, ({ product, email }) => ({
    subject: `A new ${product}API key`,
    happened: [
      `An API key was created for your ${product}account (${email}): "${name}", ${start}…, until ${expiresAt.toISOString().slice(0, 10)}.`,
      `Anyone who has it can do this in your name:\n${scopes.map(describeScope).join('\n')}`,
    ],
    otherwise: 'If it was not you, revoke it at once and choose a new password:',
    paths: ['/import-preferences/settings/api-keys'],
  }));
}

const describeScope = (scope: string): string =>
  `- ${Object.entries(explanations).find(([name]) => name === scope)?.[1] ?? scope}`;
