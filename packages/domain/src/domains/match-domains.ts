import { domainOfAddress, domainsAtAndAbove } from './domain-name.ts';

/**
 * Returns the function that finds which of some normalised domains an address is at or below. It
 * takes the same time however many domains there are: an email with a thousand people, compared with
 * each of ten thousand domains, would occupy the server for seconds.
 */
export function createDomainMatcher(domains: Iterable<string>): (address: string) => string[] {
  const wanted = new Set(domains);
  return (address) => {
    const own = domainOfAddress(address);
    return own === undefined ? [] : domainsAtAndAbove(own).filter((domain) => wanted.has(domain));
  };
}
