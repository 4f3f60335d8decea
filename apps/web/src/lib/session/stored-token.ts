import { readText } from '../storage.ts';

export const AUTH_TOKEN_KEY = 'auth_token';

/**
 * What can be sent in a header. Anything else was not put there by this application; with it no
 * request would ever get a response that ends the session.
 */
const SENDABLE_TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** The token of the session that this browser stores. */
export function storedToken(): string | undefined {
  const token = readText(AUTH_TOKEN_KEY);
  return token !== undefined && SENDABLE_TOKEN.test(token) ? token : undefined;
}
