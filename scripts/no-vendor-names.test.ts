import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { specifiedProviders } from '../apps/web/src/lib/integrations/specified-providers.ts';

const root = path.join(import.meta.dirname, '..');

/** The data of the specification's providers, and the icons by id. */
const ALLOWED = [
  'apps/web/src/lib/integrations/specified-providers.ts',
  'apps/web/src/features/integrations/provider-looks.tsx',
];

/** Names of vendors that are not ids: a path of the specification, the markup of an email, a mail in the morning. */
const HARMLESS = ['/fireflies-transcript', '.gmail_quote', 'morningMail'];

const VENDORS = /gmail|google|fireflies|fathom|zapier|\bzaps?\b/i;

const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

test('the web application names no vendor outside of its data and icons', () => {
  for (const { id } of specifiedProviders) expect(id).toMatch(VENDORS);
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/web/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(files).toEqual(expect.arrayContaining(ALLOWED));
  const naming = files.filter((file) => {
    if (ALLOWED.includes(file)) return false;
    let text = withoutComments(readFileSync(path.join(root, file), 'utf8'));
    for (const harmless of HARMLESS) text = text.replaceAll(harmless, '');
    return VENDORS.test(text);
  });
  expect(naming).toEqual([]);
});
