import type { Answer } from '../http/exchange.ts';
import type { Strike } from './fault-rules.ts';

/** Repeats or reorders the entries of each list at the top of a JSON answer, as the switches say. */
export function changeEntries(answer: Answer, { duplicate, reorder }: Strike): Answer {
  if (
    (duplicate === undefined && !reorder) ||
    typeof answer.json !== 'object' ||
    answer.json === null
  ) {
    return answer;
  }
  const changed = Object.entries(answer.json).map(([name, value]: [string, unknown]) => {
    if (!isListOfObjects(value)) {
      return [name, value];
    }
    const repeated = duplicate === undefined ? value : repeat(duplicate, name, value);
    return [name, reorder ? repeated.toReversed() : repeated];
  });
  return { ...answer, json: Object.fromEntries(changed) as unknown };
}

function repeat(
  lastEntries: Map<string, unknown>,
  name: string,
  entries: readonly unknown[],
): unknown[] {
  const before = lastEntries.has(name) ? [lastEntries.get(name)] : [];
  lastEntries.set(name, entries.at(-1));
  return [...before, ...entries.slice(0, 1), ...entries];
}

function isListOfObjects(value: unknown): value is object[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'object')
  );
}
