import { z } from 'zod';

/** Every code that an error can carry, with its HTTP status. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  /** The password was right; `details` has what a second factor finishes the sign-in with. */
  SECOND_FACTOR_REQUIRED: 401,
  /** The company of the address requires single sign-on; no password was looked at. */
  SINGLE_SIGN_ON_REQUIRED: 401,
  /** The session has to prove again who uses it: `POST /api/auth/proof`, then the same request. */
  FRESH_PROOF_REQUIRED: 403,
  /** The user has to set up a second factor; until then only the calls for that respond otherwise. */
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  WORKSPACE_ACCOUNT_REQUIRED: 409,
  /** One of `limits.ts` would be exceeded; something has to be removed first. */
  LIMIT_REACHED: 409,
  /** The entries after this cursor are no longer stored. Start again without a cursor. */
  CURSOR_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  UNKNOWN_ERROR: 500,
  NETWORK_ERROR: 502,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** The failure envelope. A validation failure names each field in `details`. */
export const failure = z.object({
  success: z.literal(false),
  error: z.object({
    message: z.string(),
    status: z.number().int(),
    code: z.enum(errorCodes).optional(),
    details: z.unknown().optional(),
  }),
});

/** `details` of a `CONFLICT` or `UNAVAILABLE` about what the server still does by itself, which its message says. */
export interface Continuation {
  continues: true;
}

/** One field of a `VALIDATION_FAILED` error: `field` is a dotted path such as `domains.0`. */
export interface FieldProblem {
  field: string;
  message: string;
}
