import { z } from 'zod';

/** The parts of a JSON schema that decide. */
interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
}

const textless = new WeakMap<z.ZodType, boolean>();

/** Whether a response has ids, states, numbers and times alone: no names, and nothing that someone wrote. */
export function isTextless(response: z.ZodType): boolean {
  const known = textless.get(response);
  if (known !== undefined) return known;
  const found = hasNoText(z.toJSONSchema(response, { unrepresentable: 'any' }) as Schema);
  textless.set(response, found);
  return found;
}

/** Unknown types count as text. */
function hasNoText(schema: Schema): boolean {
  const { type, format = '', anyOf, oneOf, items, properties = {} } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  if (anyOf ?? oneOf) return [...(anyOf ?? []), ...(oneOf ?? [])].every(hasNoText);
  switch (type) {
    case 'null':
    case 'boolean':
    case 'number':
    case 'integer':
      return true;
    case 'string':
      return ['uuid', 'date-time', 'date'].includes(format);
    case 'array':
      return items !== undefined && hasNoText(items);
    case 'object':
      return (
        (schema.additionalProperties ?? false) === false &&
        Object.values(properties).every(hasNoText)
      );
    default:
      return false;
  }
}
