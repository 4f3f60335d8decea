import { expect, test } from 'vitest';
import { findMisspelledSettings } from './misspelled-settings.ts';
import { settings } from './settings.ts';

test.each([
  ['SMTP_URI', 'SMTP_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
  ['public_url', 'PUBLIC_URL'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
  ['DATABASE_URL_FIL', 'DATABASE_URL_FILE'],
])('%s is taken for %s', (name, meant) => {
  expect(findMisspelledSettings({ [name]: 'x' })).toEqual([
    `${name} is not a setting. Did you mean ${meant}?`,
  ]);
});

test('a file for what is no secret is named', () => {
  expect(findMisspelledSettings({ PUBLIC_URL_FILE: '/a' })).toEqual([
    'PUBLIC_URL_FILE is not a setting: only secrets can be in files. Set PUBLIC_URL.',
  ]);
});

test('settings, and names of other programs, are nothing to mention', () => {
  const names = [
    ...Object.keys(settings.shape),
    ...'SMTP_URL_FILE PGPASSWORD PGPASSWORD_FILE PATH HOME PORTS HOSTNAME DATABASE'.split(' '),
    ...'GOOGLE_APPLICATION_CREDENTIALS NODE_OPTIONS LOGNAME MAIL'.split(' '),
  ];
  expect(findMisspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
