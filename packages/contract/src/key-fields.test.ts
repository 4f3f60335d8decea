import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { KEY_NEEDS } from './fields.ts';

/** Fields by which a response tells something that the description of another scope names. */
const scopeOfField: Record<string, string> = {
  note: 'accounts:read',
  ...Object.fromEntries(
    ['recentDays', 'daysInTouch', 'daysBefore', 'lastDayByUs', 'isGoingQuiet', 'directMails'].map(
      (name) => [name, 'people:read'],
    ),
  ),
};

/** The fields in a schema that need a scope which neither the endpoint nor a mark on the way to them requires. */
function unguarded(schema: z.core.$ZodType, path: string, has: readonly string[]): string[] {
  const needs = z.globalRegistry.get(schema)?.[KEY_NEEDS];
  const now = typeof needs === 'string' ? [...has, needs] : has;
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([name, field]) => {
      const own = scopeOfField[name];
      const at = `${path}.${name}`;
      const inside = unguarded(field, at, now);
      const marked = marksOn(field);
      return own === undefined || [...now, ...marked].includes(own) ? inside : [at, ...inside];
    });
  }
  if (schema instanceof z.ZodArray) return unguarded(schema.element, `${path}[]`, now);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((one) => unguarded(one, path, now));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unguarded(schema.unwrap(), path, now);
  }
  return [];
}

function marksOn(schema: z.core.$ZodType): string[] {
  const needs = z.globalRegistry.get(schema)?.[KEY_NEEDS];
  if (typeof needs === 'string') return [needs];
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? marksOn(schema.unwrap())
    : [];
}

/** Who may change something may read it. */
const readBy = (scope: string) => [scope, scope.replace(':write', ':read')];

test('a response gives a key nothing that another scope is for', () => {
  const takeKeys = Object.entries(endpoints as Record<string, Endpoint>).filter(
    ([, { scope, response }]) => scope !== undefined && response instanceof z.ZodType,
  );
  const found = takeKeys.flatMap(([name, { scope = '', response }]) =>
    unguarded(response as z.ZodType, name, readBy(scope)),
  );
  // The note of a provider explains it to everyone.
  expect(found).toEqual(['GET /api/integrations.providers[].note']);
  expect(takeKeys.length).toBeGreaterThan(50);
});

test('a field of another scope without a mark is found', () => {
  const row = z.object({ note: z.string(), contact: z.object({ recentDays: z.number() }) });
  expect(unguarded(z.object({ rows: z.array(row) }), 'call', ['activities:read'])).toEqual([
    'call.rows[].note',
    'call.rows[].contact.recentDays',
  ]);
});
