import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, fit for an address or a header. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: enough to recognise it, too little to use it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a token is the one that a hash was made of, in constant time. */
export const isTokenOf = (token: string, hash: Buffer): boolean =>
  timingSafeEqual(hashToken(token), hash);
