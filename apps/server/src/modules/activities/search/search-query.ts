import { limits } from '@repo/contract/limits';
import { wordsInText } from '@repo/domain/text/search-words';
import { validationFailed } from '#platform/http/app-error.ts';
import { filterWords } from './word-kinds.ts';

/** A word that has to occur. */
export interface SearchTerm {
  word: string;
  /** Whether it has to be the whole word; otherwise it also matches words that begin with it. */
  isWhole: boolean;
}

export interface SearchFilters {
  readerId: string;
  type?: string | undefined;
  contributorId?: string | undefined;
}

/** Placeholder for the bucket, which differs for each day. */
export const BUCKET = '%';

/**
 * The terms of a typed query. Words within quotation marks are whole words; all other punctuation
 * only separates words.
 *
 * @throws AppError VALIDATION_FAILED when there is nothing to search for, or too much.
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
 * A `tsquery` with `BUCKET` as a placeholder. Words consist of letters and digits only, so they
 * cannot contain operators.
 */
export function toTsquery(
  terms: readonly SearchTerm[],
  { readerId, type, contributorId }: SearchFilters,
): string {
  const lexeme = (word: string) => `'${BUCKET}${word}'`;
  const words = terms.map(({ word, isWhole }) => {
    const mode = isWhole ? '' : ':*';
    return `(${lexeme(word)}${mode} | ${lexeme(filterWords.hidden(readerId, word))}${mode})`;
  });
  return [
    ...words,
    ...(type === undefined ? [] : [lexeme(filterWords.type(type))]),
    ...(contributorId === undefined ? [] : [lexeme(filterWords.contributor(contributorId))]),
  ].join(' & ');
}

/** Whether a word of a text matches one that was searched for. */
export const isSearched = (terms: readonly SearchTerm[], word: string): boolean =>
  terms.some((term) => (term.isWhole ? word === term.word : word.startsWith(term.word)));
