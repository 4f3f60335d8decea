import { limits } from '@repo/contract/page-limits';
import { latinLetters } from '@repo/domain/text/latin-letters';

/**
 * A slug that goes with a name, to begin with; empty when the name contains no Latin letter or digit.
 */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøłđðþħı]/g, (letter) => latinLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slugLength)
    .replace(/^-|-$/g, '');
}
