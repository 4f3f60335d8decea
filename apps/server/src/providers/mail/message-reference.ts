/** Whether there is an at sign with something on both sides. */
const isMessageId = (text: string): boolean => text.slice(1, -1).includes('@');

/** The Message-ID in a text or a link, without its angle brackets. */
export function messageIdIn(reference: string): string | undefined {
  const decoded = reference
    .replaceAll(/%3c/gi, '<')
    .replaceAll(/%3e/gi, '>')
    .replaceAll('%40', '@');
  // Split first, so that no expression scans a part of the text more than once.
  const bracketed = [...decoded.matchAll(/<([^<>\s]+)>/g)].map(([, text = '']) => text);
  const found = bracketed.find(isMessageId);
  if (found !== undefined) return found;
  const parts = (decoded.split(/[<>\s/]/).at(-1) ?? '').split(/(?<=[=?#])/);
  const first = parts.findIndex((part) => part.indexOf('@', 1) > 0);
  const id = first === -1 ? '' : parts.slice(first).join('');
  return isMessageId(id) ? id : undefined;
}
