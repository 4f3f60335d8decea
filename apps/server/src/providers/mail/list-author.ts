export interface Mailbox {
  name: string;
  /** In lower case. */
  email: string;
}

/** The headers that reveal the author of an email with a From header rewritten by a mailing list. */
export interface RewrittenSender {
  /** The only sender of the From header. */
  from: Mailbox;
  /**
   * `X-Original-From`, `X-Original-Sender` and `Reply-To`, in this order, each only if it has exactly one
   * address.
   */
  originals: readonly Mailbox[];
  /** The addresses of the list, To and Cc included: people write to a list. */
  lists: ReadonlySet<string>;
}

/** `Anna Berg via Sales`, `'Anna Berg' via Sales`, `Sales on behalf of Anna Berg`. */
const rewrittenName = /^(.{1,200}?)\s+\(?(?:via|on behalf of)\s+(.{1,200}?)\)?$/i;
/** The address that some lists write into their own: `anna=40acme.com@dmarc.example.org`. */
const embedded = /^([^@=]{1,100})=(?:40)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)@/;

/**
 * Finds the author of an email that a mailing list passes on under its own address. Lists do so because
 * receivers refuse emails that the sender's domain did not send (DMARC).
 *
 * Anyone can write any header, so two must agree: the From header is that of an addressed list and says `NAME
 * via LIST`, and another header names a person of that name with an address other than the list's. Undefined
 * otherwise; then the list is the sender.
 */
export function listAuthor({ from, originals, lists }: RewrittenSender): Mailbox | undefined {
  if (!lists.has(from.email)) return fromAddress(from, lists);
  const [, first = '', second = ''] = rewrittenName.exec(from.name) ?? [];
  const names = [first, second].map(plain).filter((name) => name !== '');
  const author = originals.find(({ name, email }) => {
    if (lists.has(email) && originals.every((other) => other.email !== email)) return false;
    if (email === from.email) return false;
    return names.some((own) => own === plain(name) || own === email || own === localPart(email));
  });
  if (author === undefined) return undefined;
  return { email: author.email, name: author.name === '' ? unquoted(first) : author.name };
}

/** Whether a list that was written to has put itself in the place of an author: `NAME via LIST`. */
export const isListSender = (from: Mailbox, lists: ReadonlySet<string>): boolean =>
  lists.has(from.email) && rewrittenName.test(from.name);

/** An address that contains the author's, of a list that the headers name. */
function fromAddress(from: Mailbox, lists: ReadonlySet<string>): Mailbox | undefined {
  const [, name, host] = embedded.exec(from.email) ?? [];
  if (name === undefined || host === undefined || lists.size === 0) return undefined;
  // An address for bounces contains the recipient's address.
  if (/(?:^|[+-])(?:bounces?|return|owner)[+-]/.test(name)) return undefined;
  const domain = from.email.slice(from.email.lastIndexOf('@') + 1);
  const isOfList = [...lists].some((list) =>
    shareDomain(list.slice(list.lastIndexOf('@') + 1), domain),
  );
  if (!isOfList || shareDomain(host, domain)) return undefined;
  const [, first = from.name] = rewrittenName.exec(from.name) ?? [];
  return { email: `${name}@${host}`, name: unquoted(first) };
}

const shareDomain = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));
const unquoted = (name: string): string => name.replaceAll(/^['"]+|['"]+$/g, '').trim();
const plain = (name: string): string => unquoted(name).toLowerCase().replaceAll(/\s+/g, ' ');
