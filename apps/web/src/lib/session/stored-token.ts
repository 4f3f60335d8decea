import { readText } from '../storage.ts';

export const AUTH_TOKEN_KEY = 'auth_token';

/**
 * Matches tokens that can be sent in a header. This application stores no others; with one of them
 * no request could be sent, so no response would ever end the session.
 */
const SENDABLE_TOKEN = /^[\x21-\x7e]{1,8192}$/;

export function storedToken(): string | undefined {
  const token = readText(AUTH_TOKEN_KEY);
  return token !== undefined && SENDABLE_TOKEN.test(token) ? token : undefined;
}
