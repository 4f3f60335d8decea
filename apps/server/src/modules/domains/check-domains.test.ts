import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/http/app-error.ts';
import { checkDomains } from './check-domains.ts';

const problemOf = (domain: string): string | undefined => {
  try {
    checkDomains([domain]);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

describe('checkDomains', () => {
  test.each(['com', 'co.uk', 'github.io', 'uk.com', '公司.cn', 'xn--55qx5d.cn'])(
    'refuses %s, under which anyone can register',
    (suffix) => {
      expect(problemOf(suffix)).toBe('Invalid domain');
      expect(problemOf(`acme.${suffix}`)).toBeUndefined();
    },
  );

  test.each([
    'gmail.com',
    ' Yahoo.com',
    'web.de',
    'mail.ru',
    'qq.com',
    'tutanota.com',
    'mailfence.com',
  ])('refuses %s, where anyone gets an address', (provider) => {
    expect(problemOf(provider)).toBe('Cannot import common email providers');
  });

  test('takes the domain that every example uses, and a company that the list holds', () => {
    expect(problemOf('example.com')).toBeUndefined();
    expect(problemOf('bt.com')).toBeUndefined();
  });

  test('names each offender and its place', () => {
    expect(() => checkDomains(['acme.com', 'co.uk', 'gmail.com'])).toThrow(
      expect.objectContaining({
        message: 'Invalid domain',
        details: [
          { field: 'domains.1', message: 'Invalid domain', domain: 'co.uk' },
          {
            field: 'domains.2',
            message: 'Cannot import common email providers',
            domain: 'gmail.com',
          },
        ],
      }),
    );
  });

  const naughty = fileURLToPath(
    new URL('../../../../../../shared/data/naughty-strings.json', import.meta.url),
  );
  test.skipIf(!existsSync(naughty))(
    'has an answer to every naughty string (skipped where ../shared is absent)',
    () => {
      const strings = JSON.parse(readFileSync(naughty, 'utf8')) as string[];
      const passed = strings.filter((text) => problemOf(text) === undefined);
      expect(strings.length).toBeGreaterThan(100);
      for (const text of passed) expect(text.trim()).toMatch(/^[^\s/@:]+\.[^\s/@:]{2,}$/u);
    },
  );
});
