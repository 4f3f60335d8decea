import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allStates } from './states/all-states.ts';

const file = path.join(import.meta.dirname, '../../../../shared/spec/strings.txt');

/** The texts of the specification, one a line; undefined where it does not lie beside the project. */
export const specificationStrings = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  : undefined;

/** What no screen shows: names and codes of errors, and messages that are worded anew. */
const notShown = new Set([
  'HTTP Error',
  'Network Error',
  'Unknown network error',
  'Request failed with status {n}',
  'Invalid credentials',
  'Failed to sign in',
  'Internal server error',
  'Invalid or expired reset token',
  'Token and password are required',
  'WORKSPACE_ACCOUNT_REQUIRED',
  'RATE_LIMITED',
  'NETWORK_ERROR',
  'UNKNOWN_ERROR',
  // What shows them instead says 'Account Not Found' and the like.
  'Failed to fetch account',
  // The form is disabled, the page is left, or the feature cannot be reached before they could be.
  'Missing reset token',
  'No authentication token',
  'Not authenticated',
  'Activity ID not available for transcript loading.',
]);

/** The texts that no state of the walk looks for. */
export function missingStrings(): string[] {
  const states = Object.values(allStates).flat();
  const seen = states.flatMap(({ see, passing = [] }) => [...see, ...passing]);
  return (specificationStrings ?? []).filter((line) => {
    const pattern = new RegExp(
      line
        .trim()
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join('.+'),
    );
    return !notShown.has(line) && !seen.some((text) => pattern.test(text));
  });
}
