import { apiUrl } from '../api/api-url.ts';
import { readSession, type SignOutAnswer } from '../session/session-store.ts';
import { randomText } from './company-hand-over.ts';

const STATE_KEY = 'company_sign_out';

/** Answers that have been followed. Effects can run twice. */
const followed = new WeakSet<Promise<SignOutAnswer>>();

/**
 * Goes on to the sign-out page of the company, if it had opened the session that has ended here. A user who has
 * signed in again meanwhile stays.
 */
export async function signOutThere(answer: Promise<SignOutAnswer>): Promise<void> {
  if (followed.has(answer)) return;
  followed.add(answer);
  const { data } = await answer;
  const token = data?.signOutToken;
  if (typeof token !== 'string' || readSession().token !== undefined) return;
  const state = randomText();
  sessionStorage.setItem(STATE_KEY, state);
  const search = new URLSearchParams({ token, state }).toString();
  window.location.assign(apiUrl(`/api/auth/sso/sign-out?${search}`));
}

/** Tells how a sign-out at the company went, on the sign-in page that the browser comes back to. */
export function readSignOut({ search, hash }: { search: string; hash: string }) {
  if (new URLSearchParams(hash.slice(1)).has('sso-sign-out')) {
    return 'You are signed out here, but the sign-out page of your company could not be reached. You may still be signed in there.';
  }
  const state = new URLSearchParams(search).get('state');
  const isBack = state !== null && state === sessionStorage.getItem(STATE_KEY);
  return isBack ? 'You are signed out, here and at your company.' : undefined;
}

export const forgetSignOut = (): void => sessionStorage.removeItem(STATE_KEY);
