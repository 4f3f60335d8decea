import type { Endpoint } from '@repo/contract/endpoint';
import { KEY_NEEDS } from '@repo/contract/fields';
import { z } from 'zod';

/** A field of a response that needs a scope: its path, in which `[]` is each item of a list. */
interface GuardedField {
  path: string[];
  /** A scope, or `session`, which no key has. */
  needs: string;
  /** Whether it is absent without the scope; otherwise it is empty. */
  isOptional: boolean;
}

/** Removes from the data of a response what a key with these scopes may not read. */
export type Withhold = (data: unknown, scopes: readonly string[]) => unknown;

/**
 * Returns what removes texts and secrets from an endpoint's responses to API keys, by the marks of the
 * contract's fields, wherever a response contains one; undefined when it contains none.
 */
export function createWithhold({ response }: Endpoint): Withhold | undefined {
  if (!(response instanceof z.ZodType)) return undefined;
  const fields = guardedFields(response, [], false);
  if (fields.length === 0) return undefined;
  return (data, scopes) => {
    for (const field of fields) {
      if (!scopes.includes(field.needs)) withhold(data, field.path, field.isOptional);
    }
    return data;
  };
}

/** The guarded fields in a schema, nested ones included. */
export function guardedFields(
  schema: z.core.$ZodType,
  path: string[],
  isOptional: boolean,
): GuardedField[] {
  const needs = z.globalRegistry.get(schema)?.[KEY_NEEDS];
  if (typeof needs === 'string') return [{ path, needs, isOptional }];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([name, field]) =>
      guardedFields(field, [...path, name], false),
    );
  }
  if (schema instanceof z.ZodArray) return guardedFields(schema.element, [...path, '[]'], false);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((one) => guardedFields(one, path, false));
  }
  if (schema instanceof z.ZodOptional) return guardedFields(schema.unwrap(), path, true);
  if (schema instanceof z.ZodNullable) return guardedFields(schema.unwrap(), path, isOptional);
  return [];
}

function withhold(data: unknown, [name, ...rest]: string[], isOptional: boolean): void {
  if (typeof data !== 'object' || data === null || name === undefined) return;
  if (name === '[]') {
    if (!Array.isArray(data)) return;
    // A list of guarded texts, such as action items, becomes empty.
    if (rest.length === 0) data.length = 0;
    else for (const item of data) withhold(item, rest, isOptional);
    return;
  }
  const fields = data as Record<string, unknown>;
  if (!(name in fields)) return;
  if (rest.length > 0) withhold(fields[name], rest, isOptional);
  else if (isOptional) delete fields[name];
  else fields[name] = '';
}
