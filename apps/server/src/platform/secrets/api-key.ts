import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Begins every key, so that secret scanners find one by `\batk_[0-9A-Za-z]{36}\b`. */
const PREFIX = 'atk_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 30 digits of 62 are 178 random bits. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** The characters that a user recognizes a key by: the prefix, and 24 of its 178 bits. */
const START_LENGTH = PREFIX.length + 4;
/** A session's token has 43 random characters, and one in 16 million begins like a key. */
const SESSION_TOKEN_LENGTH = 43;

/** Creates an API key: the prefix, random digits, and their checksum. */
export function createApiKey(): string {
  const digits = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  const random = digits.join('');
  return `${PREFIX}${random}${checksumOf(random)}`;
}

/** The first characters of a key, which are stored and shown. */
export const startOfKey = (key: string): string => key.slice(0, START_LENGTH);

/** Whether a bearer token is meant to be an API key, however mistyped, and not a session's token. */
export const looksLikeApiKey = (token: string): boolean =>
  token.startsWith(PREFIX) && token.length !== SESSION_TOKEN_LENGTH;

/**
 * Whether a key has the right form and checksum, so that a mistyped one costs no query. The checksum
 * protects nothing: anyone can compute it.
 */
export function isWellFormedKey(key: string): boolean {
  if (!/^atk_[0-9A-Za-z]{36}$/.test(key)) return false;
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return key.endsWith(checksumOf(random));
}

/** Returns CRC-32 in six digits of base 62; 62⁶ is more than 2³². */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let count = 0; count < CHECKSUM_LENGTH; count += 1) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** A key, or most of one: its end may be cut off. */
const KEYS = /atk_[0-9A-Za-z]{12,}/g;

/** Replaces API keys in a text, such as a line of the log. */
export const maskApiKeys = (text: string): string =>
  text.includes(PREFIX) ? text.replaceAll(KEYS, `${PREFIX}[secret]`) : text;

/** Whether an address contains an API key, also one that is percent-encoded. */
export const hasApiKey = (address: string): boolean => {
  const plain = decoded(address);
  return maskApiKeys(plain) !== plain;
};

/** Replaces API keys in an address; one with an encoded key is decoded for that. */
export const maskAddress = (address: string): string =>
  hasApiKey(address) ? maskApiKeys(decoded(address)) : address;

/** Decodes every single byte, since the whole address may be undecodable. */
const decoded = (address: string): string =>
  address.includes('%')
    ? address.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
    : address;
