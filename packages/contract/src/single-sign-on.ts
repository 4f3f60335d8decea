import { z } from 'zod';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant, typedText } from './fields.ts';
import { limits } from './limits.ts';
import { timeZoneName } from './notifications.ts';

/** Why a sign-in at a company's provider came to nothing, in the fragment of the sign-in page's address. */
export const ssoProblems = [
  'unknown-company',
  'unreachable',
  'refused',
  'cancelled',
  'expired',
  'no-email',
  'no-account',
  'inactive',
  'busy',
  // Of someone who is signed in and proves it again.
  'other-account',
  'no-proof',
] as const;
export type SsoProblem = (typeof ssoProblems)[number];

/** The parts of a connection that a test looks at. */
export const ssoChecks = ['issuer', 'clock', 'client', 'redirect', 'claims', 'sign-out'] as const;
export type SsoCheck = (typeof ssoChecks)[number];

const checkResult = z.object({
  check: z.enum(ssoChecks),
  /** `unknown`: it could not be seen from here. */
  result: z.enum(['ok', 'problem', 'unknown']),
  message: z.string(),
});
export type SsoCheckResult = z.infer<typeof checkResult>;

const domain = z.object({
  domain: z.string(),
  /** The TXT record that proves control of the domain. */
  record: z.object({ name: z.string(), value: z.string() }),
  verifiedAt: instant.nullable(),
});

const connection = z.object({
  issuer: z.string(),
  clientId: z.string(),
  isEnabled: z.boolean(),
  /** Whether addresses are believed that the provider does not say it has verified. */
  trustsEmails: z.boolean(),
  createsUsers: z.boolean(),
  isRequired: z.boolean(),
  /** Whether signing out here leads to the sign-out page of the provider. */
  signsOutThere: z.boolean(),
  /** The administrator who still signs in by password while it is required. */
  breakGlass: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  /** The last sign-in that worked. */
  workedAt: instant.nullable(),
  /** The last sign-in that failed at the provider, if none worked since. */
  problem: z.object({ message: z.string(), at: instant }).nullable(),
});

/** The single sign-on of an organization. */
export const singleSignOn = z.object({
  organization: z.object({ id, name: z.string(), slug: z.string() }),
  /** To be entered at the provider. */
  redirectAddress: z.string(),
  /** Where the provider tells that a user has signed out there (back-channel logout). */
  logoutAddress: z.string(),
  /** Where the provider sends the browser after a sign-out that began here. */
  afterSignOutAddress: z.string(),
  /** A sign-in page that leads to the provider at once. */
  signInAddress: z.string(),
  connection: connection.nullable(),
  domains: z.array(domain).max(limits.ssoDomains),
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

const short = z
  .string('must be text')
  .max(limits.ssoTextLength, `must be at most ${limits.ssoTextLength} characters`);
const flag = z.boolean('must be true or false');
/** Real ones have some 1,000 characters. Not among the limits, which pages of the web load. */
const MAX_LOGOUT_TOKEN_LENGTH = 8_000;
const ofOrganization = z.object({ id });
const response = z.object({ singleSignOn });
/** Random bytes of the browser, or their SHA-256, in base64url. */
const random = z.string().regex(/^[\w-]{43}$/);
const handOver = { code: z.string().max(limits.ssoCodeLength), verifier: random };

/** Signing in with a company's identity provider (OpenID Connect), and its set-up. No API key can call these. */
export const singleSignOnEndpoints = defineEndpoints({
  'GET /api/auth/sso': {
    summary: 'Whether any organization has single sign-on.',
    access: 'public',
    level: 'full',
    response: z.object({ isOffered: z.boolean() }),
  },
  'GET /api/auth/sso/start': {
    summary:
      "Redirects the browser to the provider of an organization, found by the domain of an address or by the organization's slug.",
    access: 'public',
    level: 'full',
    query: z.object({
      email: short.optional(),
      organization: short.optional(),
      /** SHA-256 of the verifier that the browser keeps. */
      challenge: random,
      /** Whether someone who is signed in proves it again: the provider then wants the password once more. */
      isProof: z.literal('true').optional(),
    }),
    response: 'redirect',
  },
  'GET /api/auth/sso/{organizationId}/callback': {
    summary:
      'The redirect URI of single sign-on. Redirects to the sign-in page with a one-time code, or with the reason why not.',
    access: 'secret',
    level: 'full',
    params: z.object({ organizationId: id }),
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
      error_description: z.string().optional(),
      iss: z.string().optional(),
    }),
    response: 'redirect',
  },
  'GET /api/auth/sso/sign-out': {
    summary:
      'Redirects the browser to the sign-out page of the provider, after its session has ended here; to the sign-in page if the provider has none.',
    access: 'public',
    level: 'full',
    query: z.object({
      /** From the answer to `POST /api/auth/logout`. */
      token: z.string().max(limits.ssoCodeLength),
      /** Made up by the browser. The provider sends it back to the sign-in page. */
      state: random,
    }),
    response: 'redirect',
  },
  'POST /api/auth/sso/{organizationId}/logout': {
    summary:
      'Ends the sessions of a user who has signed out at the provider of an organization, by its logout token (OpenID Connect Back-Channel Logout 1.0).',
    access: 'public',
    level: 'full',
    params: z.object({ organizationId: id }),
    acceptsForms: true,
    body: z.object({
      logout_token: z.string('must be text').max(MAX_LOGOUT_TOKEN_LENGTH, 'is too long'),
    }),
    response: emptyObject,
    errors: ['RATE_LIMITED'],
  },
  'POST /api/auth/sso/exchange': {
    summary: 'Starts the session of a sign-in at the provider, for the browser that began it.',
    access: 'public',
    level: 'full',
    body: z.object({ ...handOver, timeZone: timeZoneName.catch(undefined) }),
    response: z.object({ token: z.string(), user }),
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  },
  'POST /api/auth/sso/proof': {
    summary:
      'Proves again who uses the session, by a new sign-in at the provider, of a user without a second factor. For ten minutes the session can then call what needs a fresh proof.',
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    body: z.object(handOver),
    response: emptyObject,
    errors: ['CONFLICT'],
  },
  'POST /api/auth/sso/link': {
    summary:
      "Connects the provider's account with the signed-in user's, after the password was asked for once.",
    access: 'person',
    level: 'full',
    needsFreshProof: true,
    body: z.object(handOver),
    response: emptyObject,
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/admin/organizations/{id}/sso': {
    summary: 'The single sign-on of an organization, without its client secret.',
    access: 'admin',
    level: 'full',
    params: ofOrganization,
    response,
    errors: ['NOT_FOUND'],
  },
  'PUT /api/admin/organizations/{id}/sso': {
    summary:
      'Stores the connection of an organization. Without a client secret the stored one stays. Requiring it ends the sessions that were opened by password.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    body: z.object({
      issuer: short,
      clientId: short,
      clientSecret: short.optional().meta({ description: 'Needed unless one is stored.' }),
      isEnabled: flag.default(true),
      trustsEmails: flag.default(false),
      createsUsers: flag.default(false),
      isRequired: flag.default(false),
      signsOutThere: flag.default(false),
      /** The email of the administrator who still signs in by password. */
      breakGlassEmail: short.optional(),
    }),
    response,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/admin/organizations/{id}/sso': {
    summary: 'Removes the connection of an organization and ends the sessions that it opened.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    response: emptyObject,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /api/admin/organizations/{id}/sso/test': {
    summary: 'Tests the connection with its provider, and says in words what is wrong.',
    access: 'admin',
    level: 'full',
    params: ofOrganization,
    response: z.object({ checks: z.array(checkResult).max(ssoChecks.length) }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /api/admin/organizations/{id}/sso/domains': {
    summary: 'Adds an email domain of the organization, to be verified by a TXT record.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    body: z.object({ domain: typedText }),
    response,
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'POST /api/admin/organizations/{id}/sso/domains/verify': {
    summary: 'Looks for the TXT record of a domain.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    body: z.object({ domain: typedText }),
    response,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'POST /api/admin/organizations/{id}/sso/domains/remove': {
    summary: 'Removes an email domain of the organization.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: ofOrganization,
    body: z.object({ domain: typedText }),
    response,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
});
