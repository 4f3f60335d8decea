/** The reasons for refusing a tracked domain, in the specification's words. */
export const domainProblems = {
  required: 'Domain is required',
  malformed: 'Please enter a valid domain',
  freeMail: 'Cannot import common email providers',
  invalid: 'Invalid domain',
} as const;
export type DomainProblem = (typeof domainProblems)[keyof typeof domainProblems];

/** The free-mail providers that the web application refuses by itself; the server knows more. */
const wellKnownFreeMail = new Set([
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
]);

/** The longest name that DNS allows, in ASCII characters. */
const MAX_LENGTH = 253;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * The one form in which a domain is stored and compared: trimmed, lower case, ASCII (punycode). Returns
 * undefined for text that cannot be a host name.
 */
export function normalizeDomain(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  // Before the parser: putting thousands of combining marks in order takes it milliseconds for each name.
  if (trimmed === '' || trimmed.length > MAX_LENGTH) return undefined;
  if (/[\s/@:?#\\%[\]]/u.test(trimmed)) return undefined;
  const ascii = toAscii(trimmed);
  if (ascii === undefined || ascii.length > MAX_LENGTH) return undefined;
  // A last label of digits alone is an IPv4 address or a part of one, never a domain.
  if (!ascii.split('.').every((part) => label.test(part)) || /(^|\.)\d+$/.test(ascii)) {
    return undefined;
  }
  return ascii;
}

/**
 * Why a typed domain is not accepted, without looking at any list, or undefined. Checked trimmed and
 * lower-cased, in the order of the specification's rules.
 */
export function domainProblem(text: string): DomainProblem | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === '') return domainProblems.required;
  const last = typed.split('.').at(-1) ?? '';
  if (!typed.includes('.') || typed.startsWith('.') || last.length < 2) {
    return domainProblems.malformed;
  }
  if (wellKnownFreeMail.has(typed)) return domainProblems.freeMail;
  return normalizeDomain(typed) === undefined ? domainProblems.malformed : undefined;
}

/**
 * The normalised domain of an email address, or undefined when it has none. A dot at its end, which
 * makes a DNS name absolute, is ignored.
 */
export function domainOfAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at < 1
    ? undefined
    : normalizeDomain(
        address
          .slice(at + 1)
          .trim()
          .replace(/\.$/, ''),
      );
}

/**
 * A normalised domain and each one above it that still has a dot: 'a.ibm.com' and 'ibm.com'. An
 * address at the first belongs to all of them.
 */
export function domainsAtAndAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Whether an address is at a normalised domain or at one below it. */
export function addressBelongsTo(address: string, domain: string): boolean {
  const own = domainOfAddress(address);
  return own !== undefined && (own === domain || own.endsWith(`.${domain}`));
}

function toAscii(host: string): string | undefined {
  // The URL parser does the IDNA mapping in browsers and in Node alike.
  const url = URL.parse(`http://${host}`);
  return url && url.hostname !== '' ? url.hostname : undefined;
}
