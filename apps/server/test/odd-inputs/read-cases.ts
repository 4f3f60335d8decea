import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExpectedMail } from './mail-differences.ts';

export const inputFolder = path.resolve(
  import.meta.dirname,
  '../../../../../shared/data/odd-inputs',
);

/** Whether the inputs are at hand. */
export const hasOddInputs = existsSync(inputFolder);

/** An input with a problem that people met, and the right result. */
export interface OddCase {
  /** Its name without the ending: `d01`. */
  id: string;
  problem: string;
  /** Undefined if the result is written in words, or is a list of meetings. */
  expected: ExpectedMail | undefined;
  /** The paths of its emails, in order; several where they belong together. */
  mails: string[];
}

/** The cases whose inputs are emails. */
export function readMailCases(): OddCase[] {
  const [, ...lines] = readFileSync(path.join(inputFolder, 'cases.tsv'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [input = '', problem = '', result = ''] = line.split('\t');
    const id = input.replace(/\.eml$/, '');
    const mails = mailsOf(id);
    if (!input.endsWith('.eml') || mails.length === 0) return [];
    return [{ id, problem, expected: readResult(result), mails }];
  });
}

/** One file, or several that are numbered. */
function mailsOf(id: string): string[] {
  const one = path.join(inputFolder, `${id}.eml`);
  if (existsSync(one)) return [one];
  const numbered: string[] = [];
  for (let number = 1; ; number += 1) {
    const file = path.join(inputFolder, `${id}-${number}.eml`);
    if (!existsSync(file)) return numbered;
    numbered.push(file);
  }
}

/** Reads a dictionary as Python writes it: its texts have no escapes but of quotes. */
function readResult(text: string): ExpectedMail | undefined {
  if (!text.startsWith('{')) return undefined;
  const json = text
    .replaceAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g, (_, single?: string, double?: string) =>
      JSON.stringify((single ?? double ?? '').replaceAll(/\\(['"\\])/g, '$1')),
    )
    .replaceAll(/[()]/g, (bracket) => (bracket === '(' ? '[' : ']'));
  return JSON.parse(json) as ExpectedMail;
}

/** A calendar, and the starts and ends of its meetings in UTC, or days; an end that is not known is empty. */
export interface OddCalendar {
  id: string;
  problem: string;
  expected: [start: string, end: string][];
  file: string;
}

export function readCalendarCases(): OddCalendar[] {
  const [, ...lines] = readFileSync(path.join(inputFolder, 'cases.tsv'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [input = '', problem = '', result = ''] = line.split('\t');
    const file = path.join(inputFolder, input);
    if (!input.endsWith('.ics') || !existsSync(file)) return [];
    const expected = [...result.matchAll(/\('([^']*)', '([^']*)'\)/g)].map(
      ([, start = '', end = '']): [string, string] => [start, end],
    );
    return [{ id: input.replace(/\.ics$/, ''), problem, expected, file }];
  });
}

export const oddInput = (name: string): string => path.join(inputFolder, name);
