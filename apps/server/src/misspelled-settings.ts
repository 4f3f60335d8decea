import { secretNames, settings } from './settings.ts';

/** Shorter names are too often those of other programs. */
const MIN_LENGTH = 7;
/** Letters that differ between a setting and a misspelling of it. */
const MAX_DISTANCE = 2;

/**
 * Finds names of the environment that look like settings but are none, so that a misspelled one is not
 * ignored without a word.
 *
 * @returns a sentence for each.
 */
export function findMisspelledSettings(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(settings.shape).concat(secretNames.map((name) => `${name}_FILE`));
  return Object.keys(environment).flatMap((name) => {
    if (name.length < MIN_LENGTH || known.includes(name) || secretNames.includes(name)) return [];
    const setting = name.replace(/_FILE$/, '');
    if (setting !== name && setting in settings.shape)
      return [`${name} is not a setting: only secrets can be in files. Set ${setting}.`];
    const meant = known.find((one) => isClose(one, name.toUpperCase().replaceAll('-', '_')));
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

/** Whether two names are the same but for a few letters. */
function isClose(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE) return false;
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === wanted ? 0 : 1);
      const least = Math.min(previous[column + 1] ?? 0, current[column] ?? 0) + 1;
      current.push(Math.min(replaced, least));
    }
    previous = current;
  }
  return (previous.at(-1) ?? 0) <= MAX_DISTANCE;
}
