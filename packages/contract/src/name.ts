import { limits } from './page-limits.ts';

/** A letter, a digit, a sign: not spaces and formatting alone. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Letters and signs by their class, and yet nothing is drawn: Hangul fillers, an empty Braille cell. */
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/**
 * Characters that end a line, turn the direction of the text after them (which makes an email or the audit
 * log say something else), or are half a character.
 */
const misleading = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether anything is to be seen of a text. */
export function isVisible(text: string): boolean {
  return visible.test(text.replaceAll(blank, ''));
}

/** Why a text cannot be the name of a user, an organization or a workspace; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (!isVisible(name)) return 'Name is required';
  if (name.length > limits.nameLength)
    return `Name must be at most ${limits.nameLength} characters`;
  if (misleading.test(name)) return 'Name must be one line of text';
  return undefined;
}

/** Why a text cannot be the name of an account; undefined when it can. */
export function accountNameProblem(name: string): string | undefined {
  if (!isVisible(name)) return 'Account Name is required when adding to workspace';
  const problem = nameProblem(name);
  return problem && `Account ${problem}`;
}
