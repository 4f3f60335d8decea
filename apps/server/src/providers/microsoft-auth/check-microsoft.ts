import type { Finding, ProviderCheck } from '#modules/integrations/provider/provider-check.ts';
import { SignInFailure } from './microsoft-failure.ts';
import type { MicrosoftSettings } from './microsoft-settings.ts';
import { requestTokens } from './request-tokens.ts';
import { explainSignIn } from './sign-in-errors.ts';

/** Checks the client id and secret with Microsoft. */
export const checkMicrosoft: ProviderCheck = async (
  { microsoft },
  { redirectAddresses, timeoutMs },
) => {
  if (microsoft === undefined) {
    return [
      {
        subject: 'MICROSOFT_CLIENT_ID',
        state: 'unset',
        says: 'not set: Microsoft 365 is not offered (docs/microsoft-setup.md).',
      },
    ];
  }
  const redirects = redirectAddresses('microsoft').join(' and ');
  return [
    {
      subject: 'Microsoft redirect addresses',
      state: 'good',
      says: `have to be registered at Microsoft, letter for letter: ${redirects}`,
    },
    await checkSecret(microsoft, timeoutMs),
  ];
};

/**
 * Sends a refresh token that cannot be one: Microsoft checks the client before it looks at the token.
 */
async function checkSecret(microsoft: MicrosoftSettings, timeoutMs: number): Promise<Finding> {
  const subject = 'MICROSOFT_CLIENT_SECRET';
  const form = { grant_type: 'refresh_token', refresh_token: 'none' };
  try {
    await requestTokens(microsoft, form, AbortSignal.timeout(timeoutMs));
  } catch (error) {
    if (!(error instanceof SignInFailure)) {
      const { host } = new URL(microsoft.signInUrl);
      const says = `${host} cannot be reached. Allow the server to make https requests.`;
      return { subject, state: 'bad', says };
    }
    const known = explainSignIn(error.error, error.message);
    if (known?.operator !== undefined) return { subject, state: 'bad', says: known.operator };
    if (error.error === 'invalid_grant') {
      return { subject, state: 'good', says: 'Microsoft accepts the client id and secret.' };
    }
  }
  return {
    subject,
    state: 'check',
    says: 'Microsoft did not say whether it accepts the client id and secret.',
  };
}
