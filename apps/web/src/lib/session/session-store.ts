import type { User } from '@repo/contract/auth';
import { onStorageChange, readJson, removeStored, writeJson, writeText } from '../storage.ts';
import { AUTH_TOKEN_KEY, storedToken } from './stored-token.ts';

export const AUTH_USER_KEY = 'auth_user';

export type Session = {
  /** Signed in means that there is one. */
  token: string | undefined;
  /** The user as last loaded; undefined when only the token was restored. */
  user: User | undefined;
  /**
   * The user pressed Sign Out in this tab, so the page they left is not to be returned to. The server's answer, which
   * the sign-in page waits for.
   */
  signedOutHere: false | Promise<SignOutAnswer>;
};

export type SignOutAnswer = { data: { signOutToken?: string | undefined } | undefined };

/** In memory as well: where the browser refuses storage, the session lasts as long as the page. */
let session = restore();
const listeners = new Set<() => void>();

export function readSession(): Session {
  return session;
}

/** Calls back on each change, including those of other tabs. Returns a function that stops it. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSession(token: string, user: User): void {
  // The user first: another tab acts when it sees the token.
  writeJson(AUTH_USER_KEY, user);
  writeText(AUTH_TOKEN_KEY, token);
  replace({ token, user, signedOutHere: false });
}

/** Stores the server's current data of the signed-in user. */
export function updateSessionUser(user: User): void {
  writeJson(AUTH_USER_KEY, user);
  replace({ ...session, user });
}

export function endSession({ signedOutHere }: Pick<Session, 'signedOutHere'>): void {
  removeStored(AUTH_TOKEN_KEY);
  removeStored(AUTH_USER_KEY);
  replace({ token: undefined, user: undefined, signedOutHere });
}

function replace(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function restore(): Session {
  return {
    token: storedToken(),
    user: readJson(AUTH_USER_KEY, asUser),
    signedOutHere: false,
  };
}

/** Checks just enough to show it at once; the server's response soon replaces it. */
function asUser(value: unknown): User | undefined {
  const user = value as Partial<User> | null;
  return typeof user?.id === 'string' &&
    typeof user.email === 'string' &&
    typeof user.name === 'string'
    ? (user as User)
    : undefined;
}

for (const key of [AUTH_TOKEN_KEY, AUTH_USER_KEY]) onStorageChange(key, () => replace(restore()));
