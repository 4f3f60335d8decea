import { FirefliesError } from './fireflies-error.ts';
import type { FieldRequest } from './graphql-document.ts';
import type { FieldTypes } from './transcript-type.ts';

/** Refuses, as GraphQL does, a query that asks for a field that there is not. */
export function checkFields(requested: FieldRequest, types: true | FieldTypes): void {
  const { name, fields } = requested;
  if (types === true) {
    if (fields !== undefined) {
      throw refusal(`Field "${name}" must not have a selection since it has no subfields.`);
    }
    return;
  }
  if (fields === undefined || fields.length === 0) {
    throw refusal(`Field "${name}" must have a selection of subfields.`);
  }
  for (const field of fields) {
    const type = types[field.name];
    if (type === undefined) {
      throw refusal(`Cannot query field "${field.name}" on "${name}".`);
    }
    checkFields(field, type);
  }
}

export type FieldPath = (string | number)[];

/**
 * The requested fields of a value; absent fields are null. Lists are mapped.
 *
 * @param onFailure called with the path of each field that a call's `failingFields` name.
 */
export function selectFields(
  value: unknown,
  fields: readonly FieldRequest[] | undefined,
  path: FieldPath,
  onFailure: (path: FieldPath) => void,
): unknown {
  if (value === undefined || value === null || fields === undefined) {
    return value ?? null;
  }
  if (Array.isArray(value)) {
    return value.map((entry, index) => selectFields(entry, fields, [...path, index], onFailure));
  }
  const object = value as Record<string, unknown>;
  const failing = (object['failingFields'] ?? []) as string[];
  const isNull = failing.includes('*') && fields.some(({ name }) => !/^(id|date)$/.test(name));
  if (isNull) {
    onFailure([...path, 'organizer_email']);
    return null;
  }
  return Object.fromEntries(
    fields.map(({ alias, name, fields: inner }) => {
      const own = [...path, alias];
      if (!failing.includes(name))
        return [alias, selectFields(object[name], inner, own, onFailure)];
      onFailure(own);
      return [alias, null];
    }),
  );
}

function refusal(message: string): FirefliesError {
  return new FirefliesError('GRAPHQL_VALIDATION_FAILED', undefined, message);
}
