import { limits } from '@repo/contract/limits';
import { wordsInText } from '@repo/domain/text/search-words';
import { validationFailed } from '../../../platform/http/app-error.ts';

/** A word that has to occur. */
export interface SearchTerm {
  word: string;
  /** Whether it has to be the whole word; else words that begin with it are found. */
  isWhole: boolean;
}

export interface SearchFilters {
  readerId: string;
  type?: string | undefined;
  contributorId?: string | undefined;
}

/** Takes the place of the bucket, which each day has another of. */
export const BUCKET = '%';

/**
 * The terms of what a person typed. Words within quotation marks are whole words; all other signs
 * only separate words.
 *
 * @throws AppError VALIDATION_FAILED where there is nothing to search for, or too much.
 */
export function parseSearch(text: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const [index, part] of text.split(/["“”„«»]/u).entries()) {
    for (const { word } of wordsInText(part)) {
      const isWhole = index % 2 === 1 || terms.get(word)?.isWhole === true;
      terms.set(word, { word, isWhole });
    }
  }
  const problem =
    terms.size === 0
      ? 'Type at least one letter or digit to search for.'
      : terms.size > limits.searchWords
        ? `Search for at most ${limits.searchWords} words.`
        : undefined;
  if (problem !== undefined) throw validationFailed([{ field: 'q', message: problem }]);
  return [...terms.values()];
}

/**
 * A `tsquery` with `BUCKET` in place of the bucket. Words have only letters and digits, so that
 * nothing in them has a meaning there.
 */
export function toTsquery(
  terms: readonly SearchTerm[],
  { readerId, type, contributorId }: SearchFilters,
): string {
  const lexeme = (word: string) => `'${BUCKET}${word}'`;
  const words = terms.map(({ word, isWhole }) => {
    const mode = isWhole ? '' : ':*';
    return `(${lexeme(word)}${mode} | ${lexeme(`~${readerId}~${word}`)}${mode})`;
  });
  return [
    ...words,
    ...(type === undefined ? [] : [lexeme(`=${type}`)]),
    ...(contributorId === undefined ? [] : [lexeme(`@${contributorId}`)]),
  ].join(' & ');
}

/** Whether a word of a text is one that was searched for. */
export const isSearched = (terms: readonly SearchTerm[], word: string): boolean =>
  terms.some((term) => (term.isWhole ? word === term.word : word.startsWith(term.word)));
