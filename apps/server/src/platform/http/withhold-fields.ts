import type { Endpoint } from '@repo/contract/endpoint';
import { KEY_NEEDS } from '@repo/contract/fields';
import { z } from 'zod';
import type { JsonText } from './pieced-text.ts';
import { writeJson } from './write-json.ts';

/** A field of a response that needs a scope: its path, in which `[]` is each item of a list. */
interface GuardedField {
  path: string[];
  /** A scope, or `session`, which no key has. */
  needs: string;
  /** The value without the scope; `ABSENT` where the field is omitted. */
  empty: unknown;
}

/** Leaves out of a response the fields that a key with these scopes may not read. */
export interface Withhold {
  /** Copies data that is not written yet, as far as something is left out of it. */
  fromData: (data: unknown, scopes: readonly string[]) => unknown;
  fromJson: (json: JsonText, scopes: readonly string[]) => Promise<JsonText>;
}

/**
 * Returns what removes texts and secrets from an endpoint's responses to API keys, by the marks of the
 * contract's fields, wherever a response contains one; undefined when it contains none.
 */
export function createWithhold({ response }: Endpoint): Withhold | undefined {
  if (!(response instanceof z.ZodType)) return undefined;
  const fields = guardedFields(response, []);
  if (fields.length === 0) return undefined;
  const missingFor = (scopes: readonly string[]) =>
    fields.filter(({ needs }) => !scopes.includes(needs));
  return {
    fromData: (data, scopes) => withoutAll(data, missingFor(scopes)),
    async fromJson(json, scopes) {
      const missing = missingFor(scopes);
      if (missing.length === 0) return json;
      const text = String(json);
      const present = missing.filter(({ path }) => mayHave(text, path));
      // Reading a page and writing it again takes longer than the rest of the request.
      if (present.length === 0) return json;
      return writeJson(withoutAll(JSON.parse(text), present));
    },
  };
}

const withoutAll = (data: unknown, fields: readonly GuardedField[]): unknown =>
  fields.reduce((rest, { path, empty }) => without(rest, path, empty), data);

/** Whether JSON may have a field: then the name is in it, in quotation marks. */
function mayHave(json: string, path: readonly string[]): boolean {
  const name = path.findLast((part) => part !== '[]');
  return name === undefined || json.includes(JSON.stringify(name));
}

/**
 * Finds the guarded fields in a schema, nested ones included.
 *
 * @throws Error for a mark on a field that cannot be empty.
 */
export function guardedFields(
  schema: z.core.$ZodType,
  path: string[],
  empty: unknown = emptyOf(schema),
): GuardedField[] {
  const needs = z.globalRegistry.get(schema)?.[KEY_NEEDS];
  if (typeof needs === 'string') {
    if (empty === CANNOT_BE_EMPTY) throw new Error(`${path.join('.')} cannot be empty.`);
    return [{ path, needs, empty }];
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([name, field]) =>
      guardedFields(field, [...path, name]),
    );
  }
  if (schema instanceof z.ZodArray) return guardedFields(schema.element, [...path, '[]'], []);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((one) => guardedFields(one, path, empty));
  }
  // The outermost decides: an optional field is absent, one that can be null is null.
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return guardedFields(schema.unwrap(), path, empty);
  }
  return [];
}

const ABSENT = Symbol('absent');
const CANNOT_BE_EMPTY = Symbol('cannot be empty');

function emptyOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return ABSENT;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodString) return '';
  if (schema instanceof z.ZodNumber) return 0;
  return CANNOT_BE_EMPTY;
}

/** Returns data without a field. The data itself may be in use elsewhere, and is not changed. */
function without(data: unknown, [name, ...rest]: readonly string[], empty: unknown): unknown {
  if (typeof data !== 'object' || data === null || name === undefined) return data;
  if (name === '[]') {
    if (!Array.isArray(data)) return data;
    // A list of guarded items becomes empty.
    return rest.length === 0 ? [] : data.map((item) => without(item, rest, empty));
  }
  const fields = data as Record<string, unknown>;
  if (fields[name] === undefined) return data;
  if (rest.length > 0) return { ...fields, [name]: without(fields[name], rest, empty) };
  return { ...fields, [name]: empty === ABSENT ? undefined : empty };
}
