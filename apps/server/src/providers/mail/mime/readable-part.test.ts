import { expect, it } from 'vitest';
import { makeReadable, type Part } from './readable-part.ts';

it('makes no functions for each part, which would be kept until the next full collection', () => {
  const readable = () => {
    const part = { feed: () => {}, processHeaders: () => {} } as unknown as Part;
    makeReadable(part, {
      isPlain: false,
      otherCharset: () => undefined,
      addFile: () => {},
      noteRepair: () => {},
    });
    return part;
  };
  const [one, other] = [readable(), readable()];
  expect(one.feed).toBe(other.feed);
  expect(one.processHeaders).toBe(other.processHeaders);
  expect(one.getTextContent).toBe(other.getTextContent);
});
