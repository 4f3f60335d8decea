import { limits } from './limits.ts';

/** Why a text cannot be the name of a person or a place; undefined when it can. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Name is required';
  if (name.length > limits.nameLength)
    return `Name must be at most ${limits.nameLength} characters`;
  if (/\p{Cc}/u.test(name)) return 'Name must be one line of text';
  return undefined;
}
