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

/** Of a value, what was asked for; absent fields are null. Lists are gone through. */
export function selectFields(value: unknown, fields: readonly FieldRequest[] | undefined): unknown {
  if (value === undefined || value === null || fields === undefined) {
    return value ?? null;
  }
  if (Array.isArray(value)) {
    return value.map((entry) => selectFields(entry, fields));
  }
  const object = value as Record<string, unknown>;
  return Object.fromEntries(
    fields.map(({ alias, name, fields: inner }) => [alias, selectFields(object[name], inner)]),
  );
}

function refusal(message: string): FirefliesError {
  return new FirefliesError('GRAPHQL_VALIDATION_FAILED', undefined, message);
}
