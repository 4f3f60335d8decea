import type { SsoProblem } from '@repo/contract/single-sign-on';
import { apiRequest } from '../api/api-request.ts';
import { apiUrl } from '../api/api-url.ts';
import { readUser } from '../session/read-user.ts';
import { startSession } from '../session/session-store.ts';
import { ownTimeZone } from '../time/own-time-zone.ts';
import { companyProblems } from './company-problems.ts';

/** The result that the server puts into the fragment of the sign-in page's address. */
export type CompanyReturn =
  { kind: 'session' | 'link' | 'proof'; code: string } | { kind: 'problem'; problem: SsoProblem };

/** A sign-in at the company, as this tab remembers it. */
type Begun = {
  /** Proves that the code belongs to this tab. The server knows its hash. */
  verifier: string;
  /** The page to open afterwards. */
  origin: string;
  /** The address that was typed to find the company. */
  email?: string | undefined;
};

const BEGUN_KEY = 'company_sign_in';

/** Leaves for the company's sign-in page, which the server finds by the address or the organization's slug. */
export async function leaveForCompany(
  query: { email: string } | { organization: string; email?: string; isProof?: 'true' },
  origin: string,
): Promise<void> {
  const verifier = randomText();
  const hashed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const begun: Begun = { verifier, origin, email: query.email };
  sessionStorage.setItem(BEGUN_KEY, JSON.stringify(begun));
  const challenge = base64Url(new Uint8Array(hashed));
  const search = new URLSearchParams({ ...query, challenge }).toString();
  window.location.assign(apiUrl(`/api/auth/sso/start?${search}`));
}

/** Browsers have the functions that a sign-in needs on secure pages alone. */
export const canLeave = (): boolean => window.isSecureContext;

const kinds = [
  ['sso', 'session'],
  ['sso-link', 'link'],
  ['sso-proof', 'proof'],
] as const;

export function readReturn(hash: string): CompanyReturn | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  for (const [name, kind] of kinds) {
    const code = fragment.get(name);
    if (code !== null) return { kind, code };
  }
  const problem = fragment.get('sso-problem') ?? '';
  return isProblem(problem) ? { kind: 'problem', problem } : undefined;
}

/** Others can put any text into an address: only known words are shown, as sentences of our own. */
const isProblem = (text: string): text is SsoProblem => Object.hasOwn(companyProblems, text);

/** The page that was left for the company's sign-in. */
export const originOf = (): string => readBegun()?.origin ?? '/';

/** The address that was typed before the page was left, so that it does not have to be typed again. */
export const typedEmail = (): string | undefined => readBegun()?.email;

/** Starts the session. @returns false when the code is refused */
export async function startCompanySession(code: string): Promise<boolean> {
  const { data } = await apiRequest('POST /api/auth/sso/exchange', {
    body: { code, verifier: readBegun()?.verifier ?? '', timeZone: ownTimeZone() },
  });
  const user = readUser(data?.user);
  if (typeof data?.token !== 'string' || user === undefined) return false;
  startSession(data.token, user);
  return true;
}

/** Connects the company's account with the user who has just signed in. */
export async function linkCompany(code: string): Promise<boolean> {
  const { error } = await apiRequest('POST /api/auth/sso/link', {
    body: { code, verifier: readBegun()?.verifier ?? '' },
  });
  return error === undefined;
}

/** Proves who uses the session, by the sign-in at the company. */
export async function proveByCompany(code: string): Promise<boolean> {
  const { error } = await apiRequest('POST /api/auth/sso/proof', {
    body: { code, verifier: readBegun()?.verifier ?? '' },
  });
  return error === undefined;
}

function readBegun(): Begun | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(BEGUN_KEY) ?? 'null') as Partial<Begun> | null;
    const { verifier, origin, email } = kept ?? {};
    if (typeof verifier !== 'string' || typeof origin !== 'string') return undefined;
    return { verifier, origin, ...(typeof email === 'string' && { email }) };
  } catch {
    return undefined;
  }
}

/** 32 random bytes in base64url. */
export const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
