import { NEEDED } from '@repo/contract/fields';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

/** Converts the schema of what a client sends. A field that the use case needs is required, as one of the schema is. */
export const toInputSchema = (schema: z.ZodType): JsonSchema =>
  convert(schema, 'input', ({ zodSchema, jsonSchema }) => {
    if (isNeeded(zodSchema)) {
      delete jsonSchema.default;
      delete jsonSchema[NEEDED];
    }
    if (!(zodSchema instanceof z.ZodObject)) return;
    const needed = Object.entries(zodSchema.shape as z.core.$ZodShape)
      .filter(([, field]) => isNeeded(field))
      .map(([name]) => name);
    if (needed.length > 0) jsonSchema.required = [...(jsonSchema.required ?? []), ...needed];
  });

const isNeeded = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.[NEEDED] === true;

/**
 * Converts the schema of what the server sends. Within a version of the API, fields, values and kinds can be added
 * (docs/api/README.md), so that the document lists those of this release and excludes no others.
 */
export const toOutputSchema = (schema: z.ZodType): JsonSchema =>
  convert(schema, 'output', ({ zodSchema, jsonSchema }) => {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.enum !== undefined) {
      const { enum: values, ...others } = jsonSchema;
      delete jsonSchema.enum;
      jsonSchema['x-extensible-enum'] = values;
      jsonSchema.description = [others.description, describeValues(values)].join(' ').trim();
    }
    if (zodSchema instanceof z.ZodUnion && zodSchema.options.every(isObject)) {
      const { oneOf, anyOf = oneOf ?? [] } = jsonSchema;
      delete jsonSchema.oneOf;
      jsonSchema.anyOf = [...anyOf, { type: 'object', description: 'A kind of a later release.' }];
    }
  });

const isObject = (schema: z.core.$ZodType): boolean => schema instanceof z.ZodObject;

const describeValues = (values: readonly unknown[]): string =>
  `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}; there can be further ones.`;

function convert(schema: z.ZodType, io: 'input' | 'output', override: Override): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override,
  });
  return rest;
}
