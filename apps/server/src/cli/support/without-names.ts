import type { Environment } from '../command.ts';
import { secretNames, settings } from '../../settings.ts';

/** Numbers, yes or no, and the choices of a setting: they name no one. */
const HARMLESS = /^(?:\d{1,9}|true|false|trace|debug|info|warn|error|fatal|silent)$/i;

/**
 * The settings that an environment gives, without what they are set to: a password, the address of a server and a
 * folder are all `set`. Numbers, yes or no, and levels of the log are shown, except for secrets.
 */
export function describeSettings(environment: Environment): Record<string, string> {
  const described: Record<string, string> = {};
  for (const name of new Set([...Object.keys(settings.shape), ...secretNames])) {
    const value = environment[name];
    if (value !== undefined && value !== '') {
      described[name] = HARMLESS.test(value) && !secretNames.includes(name) ? value : 'set';
    } else if (environment[`${name}_FILE`]) described[name] = 'set, in a file';
  }
  return described;
}

/** A sentence of the doctor without the addresses, hosts and paths in it. */
export const withoutNames = (sentence: string): string =>
  sentence
    .replaceAll(/[a-z][a-z\d+.-]*:\/\/[^\s,;)]*/gi, '(URL)')
    .replaceAll(/[^\s<>(),;]+@[^\s<>(),;]+/g, '(address)')
    .replaceAll(/(?<![\w.])\/[^\s,;:)]*/g, '(path)')
    .replaceAll(
      /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\[?[\da-f]*(?::[\da-f]*){3,}\]?/gi,
      '(host)',
    )
    .replaceAll(/(?<![\w.-])(?:[\w-]+\.)+[a-z][\w-]+(?::\d+)?/gi, '(host)');
