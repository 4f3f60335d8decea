import fc from 'fast-check';
import type { z } from 'zod';
import { hostileText, hostileValue } from './hostile-values.ts';
import { type Shape, shapeOf } from './shape-of.ts';

/**
 * Values that have the shape of a schema, so that they pass its validation, with hostile values in
 * some places.
 *
 * @param ids that exist.
 */
export function shapedValue(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return shaped(shapeOf(schema), ids);
}

function shaped(shape: Shape, ids: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (one: Shape) => shaped(one, ids);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(([name, of]) => [name, inner(of)] as const);
    const required = (shape.required ?? []).filter(() => true);
    return fc.record(Object.fromEntries(fields), { requiredKeys: required });
  }
  if (shape.type === 'array') return fc.array(inner(shape.items ?? {}), { maxLength: 4 });
  return fc.oneof(
    { arbitrary: leaf(shape, ids), weight: 3 },
    { arbitrary: hostileValue, weight: 1 },
  );
}

function leaf({ type, format, enum: values, ...shape }: Shape, ids: readonly string[]) {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (values) return fc.constantFrom(...values);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.integer();
  if (format === 'uuid') return fc.constantFrom(...ids);
  if (format === 'date') return fc.constantFrom('2026-02-28', '0001-01-01', '9999-12-31');
  if (format === 'date-time') return fc.constantFrom('2026-02-28T00:00:00.000Z');
  if (type === 'string')
    return fc.oneof(hostileText, fc.constantFrom('acme.com', 'a@acme.com', 'a'));
  return hostileValue;
}
