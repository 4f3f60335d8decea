import { describe, expect, it } from 'vitest';
import { addressBelongsTo } from './domain-name.ts';
import { createDomainMatcher } from './match-domains.ts';

describe('a domain matcher', () => {
  it('finds the domains that an address is at or below, as the comparison with each of them does', () => {
    const domains = ['acme.com', 'mail.acme.com', 'co.uk', 'xn--mller-kva.de', 'other.org'];
    const matches = createDomainMatcher(domains);
    for (const address of [
      'a@acme.com',
      'a@MAIL.acme.com',
      'a@deep.mail.acme.com.',
      'a@notacme.com',
      'a@müller.de',
      'a@x.co.uk',
      'a@com',
      '@acme.com',
      'acme.com',
      '',
    ]) {
      expect(matches(address).toSorted()).toEqual(
        domains.filter((domain) => addressBelongsTo(address, domain)).toSorted(),
      );
    }
  });

  it('reads its domains once, however many addresses are compared', () => {
    let reads = 0;
    function* domains() {
      for (let at = 0; at < 1_000; at += 1) {
        reads += 1;
        yield `d${at}.com`;
      }
    }
    const matches = createDomainMatcher(domains());
    for (let at = 0; at < 1_000; at += 1) expect(matches(`a@d${at}.com`)).toEqual([`d${at}.com`]);
    expect(reads).toBe(1_000);
  });
});
