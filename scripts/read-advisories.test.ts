import { expect, test } from 'vitest';
import { readAdvisories } from './read-advisories.ts';

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities });

test('names what is high or critical, and nothing below', () => {
  const output = report({
    lodash: { severity: 'high', via: [{ title: 'Prototype pollution' }] },
    above: { severity: 'critical', via: ['lodash'] },
    small: { severity: 'moderate', via: [{ title: 'Slow' }] },
  });
  expect(readAdvisories(output)).toEqual({
    kind: 'available',
    serious: [
      { name: 'lodash', severity: 'high', titles: ['Prototype pollution'] },
      { name: 'above', severity: 'critical', titles: ['by lodash'] },
    ],
  });
  expect(readAdvisories(report({}))).toEqual({ kind: 'available', serious: [] });
});

test('knows when the registry did not answer, and does not tell where it is', () => {
  const refused = JSON.stringify({
    message: '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security',
    error: { summary: '' },
  });
  expect(readAdvisories(refused)).toEqual({
    kind: 'unavailable',
    reason: '405 Method Not Allowed - POST …',
  });
  expect(readAdvisories('')).toEqual({ kind: 'unavailable', reason: 'no response' });
});
