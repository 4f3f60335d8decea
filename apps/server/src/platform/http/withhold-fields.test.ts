import type { Endpoint } from '@repo/contract/endpoint';
import { withScope } from '@repo/contract/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PiecedText } from './pieced-text.ts';
import { createWithhold } from './withhold-fields.ts';

const call: Endpoint = {
  summary: 'A list',
  access: 'person',
  level: 'full',
  response: z.object({
    items: z.array(
      z.object({ name: z.string(), tie: withScope('people:read', z.string()).optional() }),
    ),
    notes: z.array(withScope('texts:read', z.string())),
  }),
};
const withhold = createWithhold(call);
const listed = (item: object, notes: string[] = []) => JSON.stringify({ items: [item], notes });

test('a key with every scope gets the JSON as it was written', async () => {
  const json = new PiecedText([listed({ name: 'Ann', tie: 'strong' }, ['text'])]);
  expect(await withhold?.fromJson(json, ['people:read', 'texts:read'])).toBe(json);
});

test('a key without a scope gets the JSON as it was written where no field needs the scope', async () => {
  const json = new PiecedText(['{"items":[{"name":"\\"tie\\": strong"}]', ',"page":1}']);
  expect(await withhold?.fromJson(json, [])).toBe(json);
});

test.each([
  [[], { items: [{ name: 'tie' }], notes: [] }],
  [['people:read'], { items: [{ name: 'tie', tie: 'strong' }], notes: [] }],
  [['texts:read'], { items: [{ name: 'tie' }], notes: ['text'] }],
])('a key with the scopes %j gets no other fields', async (scopes, expected) => {
  const json = listed({ name: 'tie', tie: 'strong' }, ['text']);
  expect(JSON.parse(String(await withhold?.fromJson(json, scopes)))).toEqual(expected);
  const data = Object.freeze(JSON.parse(json));
  Object.freeze(data.items);
  Object.freeze(data.items[0]);
  expect(JSON.parse(JSON.stringify(withhold?.fromData(data, scopes)))).toEqual(expected);
});

test('a field is found however its writer leaves spaces, and in pieces', async () => {
  const json = new PiecedText(['{"items" : [{"ti', 'e" : "strong"}]}']);
  expect(String(await withhold?.fromJson(json, []))).toBe('{"items":[{}]}');
});
