import type { z } from 'zod';

/**
 * Compares a response with the contract, for tests.
 *
 * @throws Error when they differ
 */
export function checkResponse(name: string, schema: z.ZodType, sent: unknown): void {
  const parsed = schema.parse(sent);
  if (!isEqual(parsed, sent)) {
    throw new Error(
      `The response of ${name} is not what the contract says.\ncontract: ${JSON.stringify(parsed)}\nsent: ${JSON.stringify(sent)}`,
    );
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([key, value]) => isEqual(value, (other as Record<string, unknown>)[key]))
  );
}
