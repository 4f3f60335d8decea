import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeDomain } from './domain-name.ts';
import { domainInText } from './domain-in-text.ts';

test.each([
  ['acme.com', 'acme.com'],
  ['  Acme.COM  ', 'Acme.COM'],
  ['https://www.acme.com/x', 'acme.com'],
  ['HTTP://Acme.com:8080/a/b?c=d#e', 'Acme.com'],
  ['//acme.com', 'acme.com'],
  ['www.acme.co.uk', 'acme.co.uk'],
  ['acme.com/contact', 'acme.com'],
  ['acme.com?utm=1', 'acme.com'],
  ['acme.com:443', 'acme.com'],
  ['acme.com.', 'acme.com'],
  ['acme.com...', 'acme.com'],
  ['acme.com./', 'acme.com'],
  ['https://acme.com.///', 'acme.com'],
  ['münchen.de。', 'münchen.de'],
  ['Jo Doe <jo@acme.com>', 'acme.com'],
  ['<https://www.acme.com/>', 'acme.com'],
  ['mailto:jo@acme.com?subject=Hi', 'acme.com'],
  ['https://jo:secret@acme.com/', 'acme.com'],
  ['jo@acme.com', 'acme.com'],
  ['mailto:jo@acme.com', 'acme.com'],
  ['https://www.münchen.de/rathaus', 'münchen.de'],
  ['http:\\\\acme.com\\x', 'http'],
  ['www.com', 'www.com'],
  ['linux.ibm.com', 'linux.ibm.com'],
  ['Acme Inc.', 'Acme Inc'],
  ['acme.com, globex.com', 'acme.com, globex.com'],
  ['', ''],
])('finds in %j the host %j', (text, host) => {
  expect(domainInText(text)).toBe(host);
});

test('a domain stays what it is, also behind a scheme and with a path', () => {
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      const bare = domain.replace(/^www\.(?=.*\.)/, '');
      expect(normalizeDomain(domainInText(domain))).toBe(normalizeDomain(bare));
      expect(domainInText(`https://${domain}/a@b.c`)).toBe(domainInText(domain));
    }),
  );
});

/** What people paste around a domain. */
const pasted = fc.tuple(
  fc.constantFrom(
    '',
    'https://',
    'HTTP://',
    '//',
    'mailto:',
    'jo@',
    'https://jo:secret@',
    'Jo Doe <jo@',
  ),
  fc.constantFrom('', 'www.', 'WWW.'),
  fc.constantFrom('', '.', '/', './', '///', ':8080/a?b#c', '?subject=x@y.z', '  ', '>'),
);

test('the domain is found whatever is pasted around it, in upper case and in Unicode', () => {
  const names = fc.oneof(fc.domain(), fc.constantFrom('münchen.de', 'пример.рф', '例え.jp'));
  fc.assert(
    fc.property(names, pasted, fc.boolean(), (name, [before, www, after], isUpper) => {
      const domain = name.replace(/^www\./, '');
      fc.pre(domain.includes('.') && (after === '>') === before.endsWith('<jo@'));
      const text = `${before}${www}${isUpper ? domain.toUpperCase() : domain}${after}`;
      expect(normalizeDomain(domainInText(text))).toBe(normalizeDomain(domain));
      // Reading what was found finds the same.
      expect(domainInText(domainInText(text))).toBe(domainInText(text));
    }),
  );
});

test('a long text takes linear time', () => {
  const start = performance.now();
  for (const part of ['<', '.', 'www.', '@', '//', '。']) domainInText(part.repeat(1_000_000));
  expect(performance.now() - start).toBeLessThan(500);
});
