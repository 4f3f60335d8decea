import { limits } from '@repo/contract/limits';
import { plural } from '@repo/domain/text/plural';
import type { Context } from '#platform/context.ts';
import { mailSecurityChange } from '../users/mail-security-change.ts';
import { countRecoveryCodes } from './factors/recovery-codes.ts';

export interface FactorChange {
  userId: string;
  change: keyof typeof sentences;
}

const sentences = {
  'app-added': 'An authenticator app was added to',
  'app-removed': 'The authenticator app was removed from',
  'passkey-added': 'A passkey was added to',
  'passkey-removed': 'A passkey was removed from',
  'passkey-refused': 'Someone may have copied a passkey. It was refused for',
  'recovery-codes-made': 'New recovery codes were made for',
  'recovery-code-used': 'A recovery code was used for',
  'company-linked': 'A sign-in at a company was connected with',
  'company-unlinked': 'A sign-in at a company was disconnected from',
  'wrong-codes': `${limits.wrongCodesUntilMail} wrong codes were entered in a day to sign in to`,
  reset: 'An administrator removed all second factors of',
} as const;

export async function sendFactorChange(
  context: Context,
  { userId, change }: FactorChange,
): Promise<void> {
  const left = await countRecoveryCodes(context.db, userId);
  await mailSecurityChange(context, userId, ({ product, email }) => ({
    subject:
      change === 'wrong-codes'
        ? `Someone tries to sign in to your ${product}account`
        : `The sign-in of your ${product}account changed`,
    happened: [
      `${sentences[change]} your ${product}account (${email}).`,
      ...(change === 'wrong-codes' ? ['That takes your password, so someone may know it.'] : []),
      ...(change === 'recovery-code-used'
        ? [`${plural(left, 'recovery code is', 'recovery codes are')} left.`]
        : []),
    ],
    otherwise: 'If it was not you, choose a new password at once, and look at your second factors:',
    paths: ['/request-password-reset', '/import-preferences/settings'],
  }));
}
