import { expect, test } from 'vitest';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

test.each([
  ['Subject: Hi', undefined],
  ['Sensitivity: Normal', undefined],
  ['Sensitivity: Private', true],
  ['SENSITIVITY: company-confidential', true],
  ['sensitivity:\r\n Personal', true],
])('%j marks an email as private: %s', async (head, expected) => {
  const bytes = Buffer.from(`From: Bob <bob@acme.com>\r\n${head}\r\n\r\nText\r\n`);
  expect(toMailActivity(await readMail(bytes), 'm1', new Date()).isPrivate).toBe(expected);
});
