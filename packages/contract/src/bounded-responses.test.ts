import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** A list in a response: its path, and whether the schema says how long it can be. */
interface List {
  path: string;
  hasMaximum: boolean;
}

/** The lists and records in a schema, nested ones included. */
function listsIn(schema: z.core.$ZodType, path: string): List[] {
  if (schema instanceof z.ZodArray) {
    const checks = schema.def.checks ?? [];
    const hasMaximum = checks.some(({ _zod }) => _zod.def.check === 'max_length');
    return [{ path, hasMaximum }, ...listsIn(schema.element, `${path}[]`)];
  }
  if (schema instanceof z.ZodRecord) {
    return [{ path, hasMaximum: false }, ...listsIn(schema.valueType, `${path}{}`)];
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([name, field]) =>
      listsIn(field, path === '' ? name : `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => listsIn(one, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return listsIn(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodTuple) return [];
  return plain.has(schema._zod.def.type) ? [] : [{ path: `${path} ?`, hasMaximum: false }];
}

const plain = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

/** A page: its query has a `limit`, which is bounded itself. */
const isPaged = (path: string, { query }: Endpoint) =>
  !path.includes('[]') && query?.shape['limit'] !== undefined;

/** Why a list is never long that has no maximum, by the end of the endpoint's name and the list's path. */
const reasons: [end: RegExp, reason: string][] = [
  [/contributors$|people (creators|owners)$|views departed$/, 'members of one workspace'],
  [
    /organizations$|workspaces$|^GET \/api\/workspaces items$/,
    'what one user belongs to, to which others add them',
  ],
  [/state\.(filters|widths)$/, 'limits.viewEntries'],
  [/sample(Emails|Names)$/, 'three of each'],
  [/workspaceShares$/, 'a domain is shared with one workspace at a time'],
  [
    /activity\..*participants$/,
    'the headers of one email, and limits.conversationTextBytes together',
  ],
  [/actionItems$|attachments$/, 'of one activity, and limits.conversationTextBytes together'],
  [/transcriptSentences$/, 'one call; limits.webhookBodyValues where it is received'],
  [/marks$/, 'words in a text whose length is limited'],
  [/^GET \/api\/integrations |capabilities$/, 'limits.connectionsPerProvider for each provider'],
  [/history imports$/, 'limits.connectionsPerProvider for each provider'],
  [/completeness days$/, 'limits.backfillDays'],
  [/message-location (places|domains)$/, 'the folders and the participants of one email'],
  [/provider-problems problems$/, 'one for each company whose accounts are connected'],
  [/audit items\[\]\.(before|after)$/, 'the fields of one thing'],
];

const lists = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
  const { response } = endpoint;
  if (!(response instanceof z.ZodType)) return [];
  return listsIn(response, '').map(({ path, hasMaximum }) => ({
    what: `${name} ${path}`,
    isBounded: hasMaximum || isPaged(path, endpoint),
  }));
});

test('each list in a response is a page, has a maximum, or a reason why it is short', () => {
  expect(lists.length).toBeGreaterThan(100);
  const unbounded = lists.filter(
    ({ what, isBounded }) => !isBounded && !reasons.some(([end]) => end.test(what)),
  );
  expect(unbounded.map(({ what }) => what)).toEqual([]);
});

test('each reason is needed', () => {
  const needed = lists.filter(({ isBounded }) => !isBounded);
  const unused = reasons.filter(([end]) => !needed.some(({ what }) => end.test(what)));
  expect(unused).toEqual([]);
});
