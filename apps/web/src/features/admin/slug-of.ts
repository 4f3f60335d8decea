import { limits } from '@repo/contract/limits';

/** A slug that goes with a name, to begin with; empty where the name holds no Latin letter or digit. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slugLength)
    .replace(/^-|-$/g, '');
}
