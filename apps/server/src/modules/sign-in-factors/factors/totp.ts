import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The default of every authenticator app: RFC 6238 with SHA-1. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks may differ by one step in either direction. */
const DRIFT_STEPS = 1;
/** The length that RFC 4226 recommends: that of the hash. */
const SECRET_BYTES = 20;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const createTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a time step, as RFC 4226 and RFC 6238 define it. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / STEP_SECONDS);

/**
 * Finds the time step that a typed code belongs to. Spaces in it are ignored, since apps show them.
 *
 * @returns undefined for a code of none of the steps around `time`.
 */
export function findStep(secret: Buffer, typed: string, time: Date): number | undefined {
  const code = typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = stepAt(time);
  let found: number | undefined;
  // Compares with every step, so that the time does not tell which one it was.
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step += 1) {
    const isRight = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (isRight) found ??= step;
  }
  return found;
}

/** Base 32 without padding (RFC 4648), in which apps expect a secret. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address that an app reads from a QR code. */
export function totpAddress(secret: Buffer, { issuer, email }: { issuer: string; email: string }) {
  const label = [issuer, email].map(encodeURIComponent).join(':');
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}`;
}
