import { pressConsentButton } from '@repo/sandbox/testing/sign-in';
import { describe, expect, it } from 'vitest';
import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { Grant, OAuthConnect } from '#modules/integrations/provider/connect-methods.ts';

const request = {
  state: 'a-state',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'http://127.0.0.1:9/callback',
};

/** Goes through the consent page of a sandbox; returns the parameters of its redirect. */
async function consent({ connect }: SourceProvider, address: string, withoutText = false) {
  const oauth = connect as OAuthConnect;
  const back = await pressConsentButton(
    oauth.authorizationUrl({ ...request, withoutText }),
    'login_hint',
    address,
  );
  return { oauth, back, code: back.searchParams.get('code') ?? '' };
}

/** Connects a service in a sandbox as a user would, with or without the texts of a mailbox. */
export async function connectByConsent(
  provider: SourceProvider,
  address: string,
  withoutText = false,
): Promise<Grant> {
  const { oauth, code } = await consent(provider, address, withoutText);
  return oauth.exchange(code, { ...request, withoutText });
}

/** The requirements of connecting, for any service. */
export function describeConsent(
  name: string,
  start: () => Promise<{ provider: SourceProvider; address: string }>,
): void {
  describe(`consent to ${name}`, () => {
    it('becomes a grant once', async () => {
      const { provider, address } = await start();
      const { oauth, back, code } = await consent(provider, address);
      expect(back.searchParams.get('state')).toBe('a-state');
      expect((await oauth.exchange(code, request)).source).toBe(address);
      const error = { name: 'ProviderError' };
      await expect(oauth.exchange(code, request)).rejects.toMatchObject(error);
    });

    it('can be given back', async () => {
      const { provider, address } = await start();
      const grant = await connectByConsent(provider, address);
      const source = provider.open({
        ...grant,
        saveCredentials: () => {},
        ownerId: 'owner',
        spendRequest: async () => {},
        signal: new AbortController().signal,
      });
      await (provider.connect as OAuthConnect).revoke(
        grant.credentials,
        AbortSignal.timeout(5_000),
      );
      await expect(source.position()).rejects.toMatchObject({ kind: 'reauthorize' });
    });
  });
}
