/**
 * A regular expression of PostgreSQL that finds an address in a text: with a tag, in any case, and as in links and HTML.
 * An address that only ends or begins with the same characters is another one.
 */
export function addressPattern(addresses: readonly string[]): string {
  const each = addresses.map((address) => {
    const at = address.lastIndexOf('@');
    const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
    return `${escape(name)}(\\+[\\w.-]*)?(@|%40|&#64;)${escape(domain)}`;
  });
  return `(?<![\\w.+%-])(${each.join('|')})(?![\\w-]|\\.\\w)`;
}

const escape = (text: string): string => text.replaceAll(/[^\w@]/g, String.raw`\$&`);
