import type { SandboxResponse } from '../http/exchange.ts';
import type { Strike } from './fault-rules.ts';

/**
 * Repeats or reorders the entries of each top-level list of a JSON response (or of its `data`, where
 * GraphQL has its lists), as the rules require.
 */
export function changeEntries(answer: SandboxResponse, strike: Strike): SandboxResponse {
  return (strike.duplicate === undefined && !strike.reorder) || !isObject(answer.json)
    ? answer
    : { ...answer, json: changeLists(answer.json, strike) };
}

function changeLists(json: object, strike: Strike): object {
  const { duplicate, reorder } = strike;
  const changed = Object.entries(json).map(([name, value]: [string, unknown]) => {
    if (name === 'data' && isObject(value) && !Array.isArray(value)) {
      return [name, changeLists(value, strike)];
    }
    if (!isListOfObjects(value)) {
      return [name, value];
    }
    const repeated = duplicate === undefined ? value : repeat(duplicate, name, value);
    return [name, reorder ? repeated.toReversed() : repeated];
  });
  return Object.fromEntries(changed) as object;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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
