import { joinLines } from '@repo/domain/activities/summary';
import type { Highlighted } from '@repo/contract/activity-search';
import { withoutDirectionControls } from '@repo/domain/text/direction-controls';
import { wordsInText } from '@repo/domain/text/search-words';
import { isSearched, type SearchTerm } from './search-query.ts';

/** Length of an excerpt in characters. */
const excerptLength = 240;
/** Length of the part of an excerpt before the first match. */
const leadLength = 60;

/** One line of a text, and the positions of the words that were searched for. */
export function highlight(text: string, terms: readonly SearchTerm[]): Highlighted {
  const line = toLine(text);
  const marks: [number, number][] = [];
  for (const { word, start, end } of wordsInText(line)) {
    if (!isSearched(terms, word)) continue;
    const last = marks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else marks.push([start, end]);
  }
  return { text: line, marks };
}

/**
 * The excerpt of a text around the first match.
 *
 * @returns undefined when there is no match.
 */
export function excerptOf(text: string, terms: readonly SearchTerm[]): Highlighted | undefined {
  const line = toLine(joinLines(text));
  for (const { word, start } of wordsInText(line)) {
    if (isSearched(terms, word)) return highlight(cut(line, start), terms);
  }
  return undefined;
}

/** The beginning of a text, for one without a match. */
export const beginningOf = (text: string): Highlighted => ({
  text: cut(toLine(joinLines(text)), 0),
  marks: [],
});

function cut(line: string, around: number): string {
  const from = around <= leadLength ? 0 : wordAfter(line, around - leadLength, around);
  const until = from + excerptLength;
  const before = from > 0 ? '… ' : '';
  if (until >= line.length) return `${before}${line.slice(from)}`;
  const space = line.lastIndexOf(' ', until);
  const end = space > around ? space : until;
  // Does not end within a surrogate pair.
  return `${before}${line.slice(from, end).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** The start of the first word after a position, at most `limit`. */
function wordAfter(line: string, position: number, limit: number): number {
  const space = line.indexOf(' ', position);
  return space === -1 || space >= limit ? limit : space + 1;
}

const toLine = (text: string): string =>
  withoutDirectionControls(text.replaceAll(/\s+/g, ' ')).trim();
