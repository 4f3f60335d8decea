import { endpoints } from '@repo/contract/endpoints';
import { expect, test } from 'vitest';
import { measureStretches } from '#test/costs/measure-stretches.ts';
import { z } from 'zod';
import { fitAnswer, shapeAnswer } from './shape-answer.ts';
import { tools } from '../protocol/tools.ts';

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Each free text of a response, by the names of its fields: an object with nothing but that text. */
function textsOf(schema: Schema): { path: string; sample: unknown }[] {
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items } = schema;
  const isFree = schema.type === 'string' && schema.format === undefined && !schema.enum;
  return [
    ...(isFree && schema.const === undefined ? [{ path: '', sample: 'x' }] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(textsOf),
    ...(items ? textsOf(items).map(({ path, sample }) => ({ path, sample: [sample] })) : []),
    ...Object.entries(properties).flatMap(([key, property]) =>
      textsOf(property).map(({ path, sample }) => ({
        path: `.${key}${path}`,
        sample: { [key]: sample },
      })),
    ),
  ];
}

/** The last two names of each text that only members of the workspace, or the server, write. */
const ours = [
  'account.domain',
  'account.name',
  'accounts.domain',
  'accounts.name',
  'accounts.note',
  'activities.accountName',
  'activities.id',
  'activity.id',
  'before',
  'by.email',
  'by.name',
  'colleagues.email',
  'colleagues.name',
  'contact.hiddenBy',
  'contributors.email',
  'contributors.name',
  'creator.name',
  'defaultView.name',
  'items.name',
  'items.slug',
  'items.timeZone',
  'next',
  'notes.note',
  'organization.name',
  'organization.slug',
  'owner.email',
  'owner.name',
  'page.after',
  'page.before',
  'page.nextCursor',
  'people.accounts',
  'people.hiddenBy',
  'quietDismissal.by',
  'state.columns',
  'state.sort',
  'tags.name',
  'timeZone',
  'user.email',
  'user.name',
];

test('every text that someone outside can write is named untrusted, in the answers of all tools', async () => {
  const plain = new Set<string>();
  for (const { call } of tools) {
    const schema = z.toJSONSchema(endpoints[call].response as z.ZodType, {
      unrepresentable: 'any',
    });
    for (const { path, sample } of textsOf(schema as Schema)) {
      const shaped = JSON.stringify(await shapeAnswer(sample));
      if (shaped.includes('"x"') && !shaped.includes('"untrusted_')) {
        plain.add(path.split('.').slice(1).slice(-2).join('.'));
      }
    }
  }
  expect([...plain].toSorted()).toEqual(ours);
});

test('a body that came as HTML is plain text', async () => {
  const htmlBody = '<p>Hello</p><!-- HIDDEN --><div style="display:none">HIDDEN</div>';
  expect(await shapeAnswer({ htmlBody })).toEqual({ untrusted_plainTextBody: 'Hello' });
  expect(await shapeAnswer({ htmlBody, plainTextBody: 'Hi' })).toEqual({
    untrusted_plainTextBody: 'Hi',
  });
});

test('an answer takes a bounded time, however many long texts it has', async () => {
  const body = `<p>${'x'.repeat(40_000)}`;
  const messages = Array.from({ length: 50 }, () => ({ htmlBody: body }));
  const shaped = (await shapeAnswer(messages)) as { untrusted_plainTextBody: string }[];
  const read = shaped.filter(({ untrusted_plainTextBody: text }) => text !== '…');
  expect(read.length).toBeGreaterThan(3);
  expect(read.length).toBeLessThan(10);
});

test('others are served while a long conversation is shaped', async () => {
  const people = Array.from({ length: 50 }, (_, at) => ({ name: `<b>${at}`, email: 'a@acme.com' }));
  const messages = Array.from({ length: 50 }, () => ({
    htmlBody: '<b>x</b>'.repeat(500),
    participants: people,
  }));
  const { maxMs } = await measureStretches(async () =>
    fitAnswer({ result: await shapeAnswer(messages) }),
  );
  // The longest is one text.
  expect(maxMs).toBeLessThan(100);
});
