import type { Endpoint } from '@repo/contract/endpoint';
import { limits } from '@repo/contract/limits';
import type { InjectOptions } from 'fastify';
import { type Shape, shapeOf } from './shape-of.ts';

/** A request of variable size. */
export interface GrowingRequest {
  what: string;
  /**
   * Above this many bytes it is refused for its structure, which is cheaper; no such limit if
   * absent.
   */
  largest?: number;
  /** @param bytes approximate size of the part that grows. */
  request: (bytes: number) => Partial<InjectOptions>;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const repeat = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const numbered = (bytes: number, part: (index: number) => string) =>
  Array.from({ length: Math.ceil(bytes / (part(1_000).length + 1)) }, (_, index) => part(index));

const chunksOf = (size: number, all: readonly string[]) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );

/** Texts that make backtracking expressions slow. */
const texts = ['a', ' ', '\\n', '@a', 'a.', '[', '<', '%', '-'];
/** Nearly fills the 20,000 fields that a form may have. */
const largestForm = 200_000;
/** Nearly fills the 10,000 domains that an import may have. */
const largestList = 100_000;

/** Bodies for an endpoint: hostile ones, and valid ones in which one field grows. */
export function growingBodies({ body }: Endpoint): GrowingRequest[] {
  const { properties = {} } = body === undefined ? {} : shapeOf(body);
  // The body of a webhook is not part of the contract.
  const isWebhook = Object.keys(properties).length === 0;
  const names = isWebhook ? webhookFields : Object.keys(properties);
  const values = isWebhook ? limits.webhookBodyValues : limits.bodyValues;
  /** Nearly fills the values that JSON may have. */
  const ofValues = (bytesOfEach: number, growing: GrowingRequest): GrowingRequest => ({
    ...growing,
    largest: values * bytesOfEach * 0.9,
  });
  /** Nearly fills the fields that an object may have. */
  const ofFields = (bytesOfEach: number, growing: GrowingRequest): GrowingRequest => ({
    ...growing,
    largest: Math.min(values, limits.objectFields) * bytesOfEach * 0.9,
  });
  const whole = (what: string, text: (bytes: number) => string): GrowingRequest => ({
    what,
    request: (bytes) => ({ headers: json, payload: text(bytes) }),
  });
  const inFields = (what: string, value: (bytes: number) => string): GrowingRequest =>
    whole(what, (bytes) => {
      const each = bytes / names.length;
      return `{${names.map((name) => `"${name}":${value(each)}`).join(',')}}`;
    });
  const formOf = (what: string, field: string): GrowingRequest => ({
    what,
    largest: largestForm,
    request: (bytes) => ({ headers: form, payload: repeat(field, bytes).slice(0, -1) }),
  });
  const deep = `${'['.repeat(28)}0${']'.repeat(28)}`;
  return [
    formOf('a form that repeats a field', 'attendees=a&'),
    formOf('a form of escapes', `a=${'%41%E2%82%AC'.repeat(4)}&`),
    {
      what: 'plain text',
      request: (bytes) => ({
        headers: { 'content-type': 'text/plain' },
        payload: repeat(' ', bytes),
      }),
    },
    ofFields(
      6,
      whole('a key repeated', (bytes) => `{${numbered(bytes, () => '"a":0').join(',')}}`),
    ),
    ofFields(
      8,
      whole('many keys', (bytes) => `{${numbered(bytes, (at) => `"k${at}":0`).join(',')}}`),
    ),
    ofValues(
      8,
      whole('objects of many keys', (bytes) => {
        const fields = numbered(bytes, (at) => `"k${at}":0`);
        return `[${chunksOf(limits.objectFields, fields)
          .map((some) => `{${some.join(',')}}`)
          .join(',')}]`;
      }),
    ),
    whole('nested lists', (bytes) => `${repeat('[', bytes / 2)}${repeat(']', bytes / 2)}`),
    whole('a list that does not end', (bytes) => repeat('[', bytes)),
    ofValues(
      2,
      inFields('fields of deep lists', (bytes) => `[${numbered(bytes, () => deep).join(',')}]`),
    ),
    ofValues(
      12,
      inFields(
        'fields of lists',
        (bytes) => `[${numbered(bytes, (at) => `"a${at}.example"`).join(',')}]`,
      ),
    ),
    ofFields(
      8,
      inFields(
        'fields of objects',
        (bytes) => `{${numbered(bytes, (at) => `"a${at}":"a"`).join(',')}}`,
      ),
    ),
    ...texts.map((text) => inFields(`fields of '${text}'`, (bytes) => `"${repeat(text, bytes)}"`)),
    ...Object.keys(properties).map((grown) => ({
      ...whole(`a growing ${grown}`, (bytes) => {
        const values = Object.entries(properties).map(([name, shape]) => [
          name,
          name === grown ? grownValue(shape, bytes) : validValue(shape, 0),
        ]);
        return JSON.stringify(Object.fromEntries(values));
      }),
      largest: largestList,
    })),
  ];
}

const webhookFields = ['start_time', 'created_at', 'attendees', 'summary', 'transcript'];

/** Queries and headers for an endpoint; Node.js refuses heads of more than 16 KB. */
export function growingHeads({ query }: Endpoint, valid: string): GrowingRequest[] {
  const names = query === undefined ? ['a'] : Object.keys(query.shape);
  const inQuery = (what: string, text: (bytes: number) => string): GrowingRequest => ({
    what,
    request: (bytes) => ({ url: `?${valid}${text(bytes)}` }),
  });
  const header = (name: string, value: (bytes: number) => string): GrowingRequest => ({
    what: `a long ${name}`,
    request: (bytes) => ({ url: `?${valid}`, headers: { [name]: value(bytes) } }),
  });
  return [
    inQuery('a parameter repeated', (bytes) => repeat(`${names[0]}=1&`, bytes)),
    inQuery('many parameters', (bytes) => numbered(bytes, (at) => `k${at}=1`).join('&')),
    inQuery('nested parameters', (bytes) => `a${repeat('[b]', bytes)}=1`),
    ...['a', '%20', '@a', '%', '%5B', '='].map((text) =>
      inQuery(`parameters of '${text}'`, (bytes) =>
        names.map((name) => `${name}=${repeat(text, bytes / names.length)}`).join('&'),
      ),
    ),
    header('authorization', (bytes) => `Bearer ${repeat('a', bytes)}`),
    header('accept-encoding', (bytes) => repeat('gzip;q=0, ', bytes)),
    header('x-forwarded-for', (bytes) => repeat('127.0.0.1, ', bytes)),
    header('cookie', (bytes) => repeat('a=1; ', bytes)),
    header('if-none-match', (bytes) => repeat('"a", ', bytes)),
    header('last-event-id', (bytes) => repeat('1', bytes)),
    header('content-type', (bytes) => `application/json${repeat('; a=b', bytes)}`),
  ];
}

function grownValue(shape: Shape, bytes: number): unknown {
  const [choice] = shape.anyOf ?? shape.oneOf ?? [];
  if (choice !== undefined) return grownValue(choice, bytes);
  if (shape.type === 'array') {
    const items = shape.items ?? {};
    const each = JSON.stringify(validValue(items, 0)).length + 1;
    const length = Math.ceil(bytes / each);
    return Array.from({ length }, (_, index) => validValue(items, index));
  }
  return repeat('a', bytes);
}

/** @param index of an item, so that those of a list differ. */
function validValue(shape: Shape, index: number): unknown {
  const [choice] = shape.anyOf ?? shape.oneOf ?? [];
  if (choice !== undefined) return validValue(choice, index);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.properties) {
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, one]) => [name, validValue(one, index)]),
    );
  }
  if (shape.type === 'array') return [validValue(shape.items ?? {}, index)];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'integer' || shape.type === 'number') return index;
  if (shape.format === 'uuid') {
    return `0192f0c0-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
  }
  if (shape.format === 'email') return `a${index}@acme.example`;
  if (shape.format === 'date-time') return '2026-02-28T00:00:00.000Z';
  return `a${index}.example`;
}
