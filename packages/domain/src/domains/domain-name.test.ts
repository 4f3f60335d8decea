import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addressBelongsTo,
  domainOfAddress,
  domainProblem,
  domainProblems,
  domainsAtAndAbove,
  normalizeDomain,
} from './domain-name.ts';

describe('normalizeDomain', () => {
  it('does not parse what is too long, which can take a long time', () => {
    const parse = vi.spyOn(URL, 'parse');
    const marks = '\u0301\u0323'.repeat(4_000);
    expect(normalizeDomain(`${marks}.com`)).toBeUndefined();
    expect(domainOfAddress(`a@${marks}.com`)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it.each([
    ['  ACME.com ', 'acme.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['食狮.公司.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['a_b.example.org', 'a_b.example.org'],
  ])('gives %j its one form', (typed, stored) => {
    expect(normalizeDomain(typed)).toBe(stored);
  });

  it.each([
    '',
    ' ',
    'a b.com',
    'me@acme.com',
    'https://acme.com',
    'acme.com/x',
    'acme.com:80',
    'acme..com',
    'acme.com.',
    '-acme.com',
    '127.0.0.1',
    '[::1]',
    'a%2e.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('refuses %j', (typed) => {
    expect(normalizeDomain(typed)).toBeUndefined();
  });

  it('changes nothing that it made itself, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: 'grapheme' })), (typed) => {
        const once = normalizeDomain(typed);
        if (once !== undefined) expect(normalizeDomain(once)).toBe(once);
      }),
    );
  });
});

describe('domainProblem', () => {
  it.each([
    ['   ', domainProblems.required],
    ['acme', domainProblems.malformed],
    ['.acme.com', domainProblems.malformed],
    ['acme.com.', domainProblems.malformed],
    ['acme.c', domainProblems.malformed],
    ['a b.com', domainProblems.malformed],
    [' GMail.com ', domainProblems.freeMail],
    ['acme.com', undefined],
    ['münchen.de', undefined],
  ])('returns for %j: %s', (typed, problem) => {
    expect(domainProblem(typed)).toBe(problem);
  });
});

describe('addresses', () => {
  it('belong to their domain and to the ones above it', () => {
    expect(addressBelongsTo('jo@linux.ibm.com', 'ibm.com')).toBe(true);
    expect(addressBelongsTo('jo@IBM.com', 'ibm.com')).toBe(true);
    expect(addressBelongsTo('jo@notibm.com', 'ibm.com')).toBe(false);
    expect(addressBelongsTo('jo@ibm.com', 'linux.ibm.com')).toBe(false);
    expect(addressBelongsTo('ibm.com', 'ibm.com')).toBe(false);
  });

  it('belong to exactly the domains at and above theirs', () => {
    expect(domainsAtAndAbove('a.linux.ibm.com')).toEqual([
      'a.linux.ibm.com',
      'linux.ibm.com',
      'ibm.com',
    ]);
    expect(domainsAtAndAbove('com')).toEqual([]);
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (one, other) => {
        const [host, domain] = [normalizeDomain(one), normalizeDomain(other)];
        fc.pre(host !== undefined && domain !== undefined);
        expect(domainsAtAndAbove(host).includes(domain)).toBe(
          addressBelongsTo(`jo@${host}`, domain),
        );
        expect(domainsAtAndAbove(`x.${domain}`)).toContain(domain);
      }),
    );
  });

  it('have the domain behind their last at sign', () => {
    expect(domainOfAddress('"a@b"@acme.com')).toBe('acme.com');
    expect(domainOfAddress('jo@Acme.com.')).toBe('acme.com');
    expect(addressBelongsTo('jo@mail.acme.com.', 'acme.com')).toBe(true);
    expect(domainOfAddress('@acme.com')).toBeUndefined();
    expect(domainOfAddress('undisclosed-recipients')).toBeUndefined();
  });
});
