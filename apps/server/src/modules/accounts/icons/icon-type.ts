/** Image types that a browser shows and that cannot contain scripts. */
export const iconTypes = {
  png: 'image/png',
  ico: 'image/x-icon',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  webp: 'image/webp',
} as const;
export type IconType = keyof typeof iconTypes;

/** The first bytes of each type, in hexadecimal. */
const beginnings: readonly [IconType, RegExp][] = [
  ['png', /^89504e470d0a1a0a/],
  ['ico', /^00000100/],
  ['gif', /^47494638(37|39)61/],
  ['jpg', /^ffd8ff/],
  ['webp', /^52494646.{8}57454250/],
];

/**
 * The type of a file by its first bytes, ignoring its Content-Type; undefined for anything else.
 */
export function iconTypeOf(bytes: Buffer): IconType | undefined {
  const head = bytes.subarray(0, 16).toString('hex');
  return beginnings.find(([, beginning]) => beginning.test(head))?.[0];
}
