import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allStates } from './states/all-states.ts';

const folder = path.join(import.meta.dirname, '../../../../shared/spec');
const file = path.join(folder, 'strings.txt');

/** The texts of the specification, one a line; undefined if its file does not exist. */
export const specificationStrings = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  : undefined;

/** The specification itself, with spaces in place of line ends. */
export const specificationText = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll(/\s+/g, ' '))
      .join(' ')
  : undefined;

/**
 * Texts that no screen shows: names and codes of errors, what a server says that a screen words
 * again, and what happens only without a session, where there is no screen. With the sentence of
 * the specification from which that follows.
 */
export const notShown: Readonly<Record<string, string>> = {
  // Names of errors. Their messages are shown.
  'HTTP Error': "Otherwise the error is 'HTTP Error' with the message",
  'Network Error': "Network failure or time-out: error 'Network Error' with the underlying message",
  'Unknown network error': "with the underlying message, or 'Unknown network error'",
  // Worded again.
  'Invalid credentials':
    "A message containing 'Invalid credentials' or 'Failed to sign in' shows 'Invalid email or password.",
  'Failed to sign in':
    "A message containing 'Invalid credentials' or 'Failed to sign in' shows 'Invalid email or password.",
  'Internal server error': "'Internal server error' shows 'Something went wrong on our end.",
  'Invalid or expired reset token': "'Invalid or expired reset token' shows the expired view",
  'Token and password are required':
    "'Token and password are required' shows 'Missing required information.",
  // Codes.
  WORKSPACE_ACCOUNT_REQUIRED: 'WORKSPACE_ACCOUNT_REQUIRED opens the create dialog',
  RATE_LIMITED: "RATE_LIMITED shows 'Temporarily unavailable'",
  NETWORK_ERROR: "NETWORK_ERROR shows 'Connection error'",
  UNKNOWN_ERROR: "('Please check your connection and try again.'), UNKNOWN_ERROR",
  // 'Protected routes send unauthenticated users to /login': there is no screen to show these.
  'No authentication token': "'Failed to verify admin access', 'No authentication token'",
  'Not authenticated': "Workspaces: 'Not authenticated'",
};

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
    return !(line in notShown) && !seen.some((text) => pattern.test(text));
  });
}
