import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normalizeDomain } from './domain-name.ts';
import { isPublicSuffix, registrableDomain } from './registrable-domain.ts';

const cases = new URL('../../../../../shared/data/test_psl.txt', import.meta.url);

describe('registrable domains', () => {
  it('are one label below a public suffix', () => {
    expect(registrableDomain('linux.ibm.com')).toBe('ibm.com');
    expect(registrableDomain('a.b.co.uk')).toBe('b.co.uk');
    expect(registrableDomain('co.uk')).toBeUndefined();
    expect(registrableDomain('acme.github.io')).toBe('acme.github.io');
  });

  it('are not public suffixes', () => {
    expect(isPublicSuffix('co.uk')).toBe(true);
    expect(isPublicSuffix('com')).toBe(true);
    expect(isPublicSuffix('acme.co.uk')).toBe(false);
  });

  it.skipIf(!existsSync(cases))("agree with the Public Suffix List's own cases", () => {
    const lines = readFileSync(cases, 'utf8').matchAll(
      /^checkPublicSuffix\((null|'[^']*'), (null|'[^']*')\);/gm,
    );
    let checked = 0;
    for (const [, given = '', expected = ''] of lines) {
      const domain = normalizeDomain(given.replaceAll("'", ''));
      if (given === 'null' || domain === undefined) continue;
      const wanted =
        expected === 'null' ? undefined : normalizeDomain(expected.replaceAll("'", ''));
      expect(registrableDomain(domain), given).toBe(wanted);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(50);
  });
});
