/** The headers of an email that identify the mailing lists it went through, as they were sent. */
export interface ListHeaders {
  listPost: readonly string[];
  listId: readonly string[];
}

/** The addresses of the mailing lists that an email went through, which are not the user's own. */
export const listAddresses = ({ listPost, listId }: ListHeaders): string[] => [
  ...listPost.flatMap(postAddresses),
  ...listId.flatMap(idAddress),
];

/** `<mailto:list@example.org?subject=…>` (RFC 2369) */
const postAddresses = (text: string): string[] =>
  [...text.matchAll(/<mailto:([^>?\s]+)/gi)].flatMap(([, address]) => address?.toLowerCase() ?? []);

/** `Name <list.example.org>` (RFC 2919): the list's address with a dot instead of the at sign. */
function idAddress(text: string): string[] {
  const [, name, host] = /<([^<>.\s]+)\.([^<>\s]+)>/.exec(text) ?? [];
  return name === undefined || host === undefined ? [] : [`${name}@${host}`.toLowerCase()];
}
