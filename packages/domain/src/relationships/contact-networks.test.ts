import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '../time/business-day.ts';
import {
  KEY_EPOCH,
  labelOf,
  type StrengthLabel,
  strengthKey,
  strengthLabels,
  strengthOn,
  type TieDay,
  tieDaysOf,
} from './strength.ts';

/*
 * The figures of the study that the definition comes from, on its corpora: every 30 days, for each
 * pair in touch within a year, whether they are in direct contact in the next 30 days.
 */

const folder =
  process.env['CONTACT_NETWORKS'] ??
  path.join(import.meta.dirname, '../../../../../shared/data/contact-networks');
const isThere = existsSync(folder);
const word = isThere ? '' : ' (skipped: ../shared/data/contact-networks is absent)';
const [horizon, aliveDays, directPeople, step] = [30, 365, 3, 30];

interface Corpus {
  name: string;
  /** The days of the first question and of the end. */
  range: [number, number];
  rows: number;
  auc: number;
  questions: number;
  hit: number;
  /** The share in direct contact by label, from strong to dormant. */
  shares: number[];
}

const eu: [number, number] = [120, 500];
// Two seconds for all four.
const corpora: Corpus[] = [
  {
    name: 'eu3',
    range: eu,
    rows: 8079,
    auc: 0.8291,
    questions: 689,
    hit: 0.4993,
    shares: [0.85, 0.55, 0.23, 0.06],
  },
  {
    name: 'enron',
    range: [365, 1127],
    rows: 20103,
    auc: 0.8389,
    questions: 2090,
    hit: 0.5349,
    shares: [0.87, 0.56, 0.24, 0.07],
  },
  {
    name: 'eu1',
    range: eu,
    rows: 17164,
    auc: 0.8375,
    questions: 2037,
    hit: 0.5123,
    shares: [0.9, 0.56, 0.24, 0.08],
  },
  {
    name: 'eu2',
    range: eu,
    rows: 9335,
    auc: 0.8509,
    questions: 1229,
    hit: 0.5378,
    shares: [0.92, 0.66, 0.31, 0.11],
  },
];

test.skipIf(!isThere).each(corpora)(`the figures of the study: $name${word}`, (corpus) => {
  const found = evaluate(corpus);
  expect(found.rows).toBe(corpus.rows);
  expect(found.questions).toBe(corpus.questions);
  expect(Math.abs(found.auc - corpus.auc)).toBeLessThanOrEqual(0.002);
  expect(Math.abs(found.hit - corpus.hit)).toBeLessThanOrEqual(0.002);
  for (const [index, label] of strengthLabels.entries()) {
    const [count, direct] = found.byLabel[label];
    expect(Math.abs(direct / count - (corpus.shares[index] ?? 0)), label).toBeLessThanOrEqual(0.01);
  }
});

interface Mail {
  day: number;
  addresses: number;
  isDirect: boolean;
}

interface Pair {
  people: [string, string];
  mails: Mail[];
  days: (TieDay & { number: number })[];
}

function load(name: string): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const line of readFileSync(path.join(folder, `${name}.tsv`), 'utf8').split('\n')) {
    const [seconds, sender = '', recipients = ''] = line.split('\t');
    const all = recipients.split(',').filter(Boolean);
    const people = all.filter((one) => !one.startsWith('L'));
    for (const recipient of people) {
      const two: [string, string] = sender < recipient ? [sender, recipient] : [recipient, sender];
      const pair = pairs.get(two.join(' ')) ?? { people: two, mails: [], days: [] };
      pairs.set(two.join(' '), pair);
      const day = Math.floor(Number(seconds) / 86_400);
      pair.mails.push({ day, addresses: all.length, isDirect: people.length <= directPeople });
    }
  }
  for (const pair of pairs.values()) {
    pair.mails.sort((one, other) => one.day - other.day);
    const numbers = new Map(pair.mails.map(({ day }) => [addDays(KEY_EPOCH, day), day]));
    pair.days = tieDaysOf(
      pair.mails.map(({ day, addresses }) => ({ day: addDays(KEY_EPOCH, day), addresses })),
    ).map((one) => ({ ...one, number: numbers.get(one.day) ?? 0 }));
  }
  return [...pairs.values()];
}

function evaluate({ name, range: [first, end] }: Corpus) {
  const pairs = load(name);
  const scored: { strength: number; isDirect: boolean }[] = [];
  const hits: number[] = [];
  const byLabel = Object.fromEntries(strengthLabels.map((label) => [label, [0, 0]])) as Record<
    StrengthLabel,
    [number, number]
  >;
  for (let today = first; today + horizon <= end; today += step) {
    const ties = new Map<string, { strength: number; direct: number }[]>();
    for (const { people, mails, days } of pairs) {
      const last = mails.findLast(({ day }) => day < today);
      if (last === undefined || today - last.day > aliveDays) continue;
      const past = days.filter(({ number }) => number < today);
      const strength = strengthOn(strengthKey(past), addDays(KEY_EPOCH, today));
      const direct = mails.filter(
        ({ day, isDirect }) => isDirect && day >= today && day < today + horizon,
      ).length;
      scored.push({ strength, isDirect: direct > 0 });
      const counted = byLabel[labelOf(strength)];
      counted[0] += 1;
      counted[1] += Number(direct > 0);
      for (const person of people) {
        const tie = { strength, direct };
        ties.set(person, [...(ties.get(person) ?? []), tie]);
      }
    }
    for (const ofPerson of ties.values()) {
      const highest = Math.max(...ofPerson.map(({ direct }) => direct));
      if (ofPerson.length < 3 || highest === 0) continue;
      const best = Math.max(...ofPerson.map(({ strength }) => strength));
      const top = ofPerson.filter(({ strength }) => strength === best);
      hits.push(top.filter(({ direct }) => direct === highest).length / top.length);
    }
  }
  const hit = hits.reduce((sum, one) => sum + one, 0) / hits.length;
  return { rows: scored.length, auc: areaUnderCurve(scored), questions: hits.length, hit, byLabel };
}

/** The chance that one in direct contact is stronger than one who is not; equals count half. */
function areaUnderCurve(scored: { strength: number; isDirect: boolean }[]): number {
  const sorted = scored.toSorted((one, other) => one.strength - other.strength);
  const direct = sorted.filter(({ isDirect }) => isDirect).length;
  let ranks = 0;
  for (let at = 0; at < sorted.length;) {
    let next = at;
    let hits = 0;
    for (; sorted[next]?.strength === sorted[at]?.strength && next < sorted.length; next += 1) {
      hits += Number(sorted[next]?.isDirect);
    }
    ranks += ((at + 1 + next) / 2) * hits;
    at = next;
  }
  return (ranks - (direct * (direct + 1)) / 2) / (direct * (sorted.length - direct));
}
