import { isVisible, nameProblem } from './name.ts';

/** Characters as a reader counts them, in the name of a tag. */
export const MAX_TAG_NAME_CHARACTERS = 40;

/** Leaves out what cannot be stored, and makes each run of spaces one. */
export const readTagName = (typed: string): string =>
  typed.replaceAll('\0', '').toWellFormed().replaceAll(/\s+/g, ' ').trim();

/**
 * The form in which tag names are compared. It ignores case, the width of letters, and invisible characters.
 */
export const foldTagName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Why a text cannot be the name of a tag; undefined when it can. */
export function tagNameProblem(name: string): string | undefined {
  if (!isVisible(name)) return 'A tag needs a name.';
  if (nameProblem(name) === 'Name must be one line of text') {
    return 'The name of a tag must be one line of text.';
  }
  // The bound in code units keeps the count of characters cheap: one character can have any number of marks.
  if (nameProblem(name) !== undefined || lengthOf(name) > MAX_TAG_NAME_CHARACTERS) {
    return `The name of a tag must be at most ${MAX_TAG_NAME_CHARACTERS} characters.`;
  }
  return undefined;
}

const lengthOf = (text: string): number => [...new Intl.Segmenter('en').segment(text)].length;
