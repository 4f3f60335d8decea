import { z } from 'zod';

/** The parts of a JSON schema that say which values fit. */
export interface Shape {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
}

/** The shape of what a schema takes. */
export const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
