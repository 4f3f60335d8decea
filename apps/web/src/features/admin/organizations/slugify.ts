import { limits } from '@repo/contract/limits';

/** Letters that stay whole when marks are taken off. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/**
 * A slug that goes with a name, to begin with; empty when the name contains no Latin letter or digit.
 */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slugLength)
    .replace(/^-|-$/g, '');
}
