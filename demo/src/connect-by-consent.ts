import type { ApiClient } from './api-client.ts';

/**
 * Connects a user's mailbox or calendar in the sandbox: what the button of its page does in a
 * browser.
 */
export async function connectByConsent(
  client: ApiClient,
  provider: 'gmail' | 'google_calendar' | 'microsoft_mail' | 'microsoft_calendar',
  address: string,
): Promise<void> {
  const { authUrl } = await client.call('POST /api/integrations/{provider}/auth', {
    params: { provider },
  });
  const consent = new URL(authUrl);
  const form = new URLSearchParams(consent.searchParams);
  form.set('login_hint', address);
  const approved = await fetch(new URL(consent.pathname, consent), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const callback = approved.headers.get('location');
  if (callback === null) {
    throw new Error(`The sandbox did not connect ${address}: ${await approved.text()}`);
  }
  const returned = await fetch(callback, { redirect: 'manual' });
  const landing = new URL(returned.headers.get('location') ?? '', callback);
  const problem = landing.searchParams.get('error');
  if (problem !== null) throw new Error(`${provider} of ${address} was not connected: ${problem}`);
  await client.call('POST /api/integrations/{provider}/callback', {
    params: { provider },
    body: { confirm: landing.searchParams.get('confirm') },
  });
}
