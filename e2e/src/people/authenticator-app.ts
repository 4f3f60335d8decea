import { stepAt, totpCode } from '../../../apps/server/src/modules/sign-in-factors/factors/totp.ts';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code that an authenticator app with a typed key shows.
 *
 * @param stepsAhead of 30 seconds each. A code is accepted once, and the clock may be one step off.
 */
export function codeOfApp(key: string, stepsAhead = 0): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpCode(Buffer.from(bytes), stepAt(new Date()) + stepsAhead);
}
