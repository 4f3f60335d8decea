import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { countTurns } from '#test/count-turns.ts';
import { AppError } from '#platform/http/app-error.ts';
import { checkDomains } from './check-domains.ts';

const problemOf = async (domain: string): Promise<string | undefined> => {
  try {
    await checkDomains([domain]);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

describe('checkDomains', () => {
  test('lists a hundred problems and counts the others', async () => {
    const refusal = checkDomains(Array.from({ length: 10_000 }, () => `${'x'.repeat(380)}`));
    await expect(refusal).rejects.toMatchObject({
      message: 'Invalid domain, and 9,900 further problems',
      details: { length: 100 },
    });
  });

  test('does not normalize megabytes', async () => {
    const typed = '\ufdfa.'.repeat(10_000_000);
    // V8 puts a repeated text together once it is read, which is not to be measured.
    expect(typed.charCodeAt(1)).toBe('.'.charCodeAt(0));
    const measure = startProcessorTime();
    expect(await problemOf(typed)).toBe('Invalid domain');
    // Normalizing takes several times as long.
    expect(measure()).toBeLessThan(150);
  });

  test.each(['com', 'co.uk', 'github.io', 'uk.com', '公司.cn', 'xn--55qx5d.cn'])(
    'refuses %s, under which anyone can register',
    async (suffix) => {
      expect(await problemOf(suffix)).toBe('Invalid domain');
      expect(await problemOf(`acme.${suffix}`)).toBeUndefined();
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
  ])('refuses %s, where anyone gets an address', async (provider) => {
    expect(await problemOf(provider)).toBe('Cannot import common email providers');
  });

  test('takes the domain that every example uses, and a company that the list holds', async () => {
    expect(await problemOf('example.com')).toBeUndefined();
    expect(await problemOf('bt.com')).toBeUndefined();
  });

  test('lets others work while it checks a long list', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `d${at}.example`);
    expect(await countTurns(() => checkDomains(many))).toBeGreaterThanOrEqual(many.length);
  });

  test('names each offender and its place', async () => {
    await expect(checkDomains(['acme.com', 'co.uk', 'gmail.com'])).rejects.toThrow(
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
    async () => {
      const strings = JSON.parse(readFileSync(naughty, 'utf8')) as string[];
      const problems = await Promise.all(strings.map(problemOf));
      const passed = strings.filter((_, at) => problems[at] === undefined);
      expect(strings.length).toBeGreaterThan(100);
      for (const text of passed) expect(text.trim()).toMatch(/^[^\s/@:]+\.[^\s/@:]{2,}$/u);
    },
  );
});
