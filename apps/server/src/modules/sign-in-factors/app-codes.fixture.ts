import { stepAt, totpCode } from './factors/totp.ts';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const fromBase32 = (text: string) => {
  const bits = [...text].map((one) => BASE_32.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The code of an app after some seconds. */
export const codeOf = (secret: Buffer, seconds = 0) =>
  totpCode(secret, stepAt(new Date(Date.now() + seconds * 1_000)));
