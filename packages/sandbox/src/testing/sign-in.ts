import { calendar } from '@googleapis/calendar';
import type { calendar_v3 } from '@googleapis/calendar';
import { gmail } from '@googleapis/gmail';
import type { gmail_v1 } from '@googleapis/gmail';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';

export const clientId = 'test-client';
export const clientSecret = 'test-secret';
export const redirectUri = 'http://127.0.0.1:9/callback';
export const readonlyScope = 'https://www.googleapis.com/auth/gmail.readonly';
export const calendarScope = 'https://www.googleapis.com/auth/calendar.readonly';

/** Google's own client for the code flow, pointed at a sandbox and otherwise as it comes. */
export function oauthClient(url: string): OAuth2Client {
  return new OAuth2Client({
    clientId,
    clientSecret,
    redirectUri,
    // Otherwise the library does not refresh on a 401 before the expiry time that it stored.
    forceRefreshOnFailure: true,
    endpoints: {
      oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${url}/token`,
      oauth2RevokeUrl: `${url}/revoke`,
      tokenInfoUrl: `${url}/tokeninfo`,
    },
  });
}

/** Google's own Gmail client, pointed at a sandbox. Retries are off, so that failures are seen. */
export function gmailClient(url: string, auth: OAuth2Client): gmail_v1.Gmail {
  return gmail({ version: 'v1', auth, rootUrl: url, retry: false });
}

/** Google's own Calendar client, likewise. */
export function calendarClient(url: string, auth: OAuth2Client): calendar_v3.Calendar {
  return calendar({ version: 'v3', auth, rootUrl: url, retry: false });
}

/** Reads a consent page and presses one of its buttons. Returns where the browser is sent. */
export async function pressConsentButton(
  authorizeUrl: string,
  name: string,
  value: string,
): Promise<URL> {
  const page = await (await fetch(authorizeUrl)).text();
  const form = [...page.matchAll(/<form method="post" action="([^"]+)">([^]*?)<\/form>/g)].find(
    ([, , inside]) => inside?.includes(`name="${name}" value="${value}"`),
  );
  if (form?.[1] === undefined || form[2] === undefined) {
    throw new Error(`The consent page has no button ${name}=${value}: ${page}`);
  }
  const hidden = [...form[2].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const body = new URLSearchParams();
  for (const [, key = '', text = ''] of hidden) {
    body.set(key, text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  }
  body.set(name, value);
  const answer = await fetch(new URL(form[1], authorizeUrl), {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') ?? 'error:');
}

/** The whole authorization code flow with PKCE, with the consent of the user with this address. */
export async function signIn(
  url: string,
  address: string,
  scope = [readonlyScope],
): Promise<OAuth2Client> {
  const client = oauthClient(url);
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  const authorizeUrl = client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope,
    code_challenge_method: CodeChallengeMethod.S256,
    ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge }),
  });
  const back = await pressConsentButton(authorizeUrl, 'login_hint', address);
  const { tokens } = await client.getToken({
    code: back.searchParams.get('code') ?? '',
    codeVerifier,
  });
  client.setCredentials(tokens);
  return client;
}
