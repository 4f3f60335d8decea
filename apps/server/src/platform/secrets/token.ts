import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret of 256 random bits that can be used in URLs and headers. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The hash that is stored of a token: enough to recognise it, not enough to use it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Whether a token matches a hash, in constant time. */
export const isTokenOf = (token: string, tokenHash: Buffer): boolean =>
  timingSafeEqual(hashToken(token), tokenHash);
