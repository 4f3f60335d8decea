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
