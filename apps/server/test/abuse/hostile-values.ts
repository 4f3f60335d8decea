import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const listFile = new URL('../../../../../shared/data/naughty-strings.json', import.meta.url);

/** The list of naughty strings; undefined if the file is missing. */
export const naughtyStrings: readonly string[] | undefined = existsSync(listFile)
  ? (JSON.parse(readFileSync(listFile, 'utf8')) as string[])
  : undefined;

const injections = [
  "' or '1'='1",
  "'; drop table users; --",
  '1) union select password_hash from users --',
  '$1',
  '${7*7}{{7*7}}<%= 7*7 %>',
  'name\r\nSet-Cookie: session=stolen',
  'name%0d%0aLocation:%20https://elsewhere.example',
  'a@b.example\nBcc: everybody@b.example',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  '\0',
  'before\0after',
  '\uD800',
  'half \uDC00 a character',
  '\u202Eturned around',
  '\uFEFF',
  'é'.normalize('NFD').repeat(200),
  '%',
  '%_%',
  '\\',
  '%00',
  '%ff%fe',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '0x7f000001',
  '0001-01-01',
  '-000001-01-01T00:00:00.000Z',
  '275760-09-13T00:00:00.000Z',
  'conversation.00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-000000000000',
];

/** Text that no honest user would type. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...injections),
  fc.constantFrom(...(naughtyStrings ?? injections)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(
      fc.constantFrom('a', 'é', '\0', '😀', '\uD83D', '"', '('),
      fc.integer({ min: 1, max: 5_000 }),
    )
    .map(([text, count]) => text.repeat(count)),
);

/** Any JSON value, most of them of the wrong type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 4 },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [[]]),
  fc.array(hostileText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** JSON nested so deeply that recursive code overflows the stack. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Raw bodies, which may not be JSON at all. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  hostileValue.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"a":2}',
    '{"a":1,"a":2}',
    '"\\ud800"',
    '\uFEFF{}',
    'null',
    '[]',
    '0',
    '"text"',
    'NaN',
    'a=1&a=2&__proto__[isAdmin]=true',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"\\u005f_proto__":{"isAdmin":true}}',
    nested(1_000),
    nested(50_000),
    `{"a":${nested(20_000)}}`,
    `{"a":"${'x'.repeat(300_000)}"}`,
    `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  ),
);

export const contentType: fc.Arbitrary<string | undefined> = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 4 },
  fc.constantFrom(
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json;charset="',
    'application/jsonx',
    'a',
    '/',
    'image/png',
  ),
);
