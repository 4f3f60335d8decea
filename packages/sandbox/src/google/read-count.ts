import type { SandboxRequest } from '../http/exchange.ts';
import { googleError } from './google-error.ts';

/** Reads a whole number from a query parameter. Responds with 400 for anything else. */
export function readCount(
  request: SandboxRequest,
  name: string,
  fallback: number,
  maximum: number,
): number {
  const text = request.query.get(name);
  if (text === null || text === '') {
    return fallback;
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw googleError(400, 'invalidArgument', `Invalid value at '${name}': "${text}"`);
  }
  return Math.min(Number(text) || fallback, maximum);
}
