import type { FormProblem } from '../use-form.ts';
import { isNetworkError, type ApiError } from './api-error.ts';

/**
 * Where a form shows what the server refused: beside the fields that it names, if the form has
 * them, else above all of them.
 */
export function formProblem<Field extends string>(
  error: ApiError,
  fields: readonly Field[],
  failure: string,
): FormProblem<Record<Field, string>> {
  const named: Partial<Record<Field, string>> = {};
  for (const { field, message } of readDetails(error.details)) {
    const known = fields.find((name) => name === field);
    if (known !== undefined) named[known] ??= message;
  }
  if (Object.keys(named).length > 0) return { fields: named };
  const detail = isNetworkError(error) ? `Network error occurred: ${error.message}` : error.message;
  return { form: { message: failure, ...(detail !== '' && detail !== failure && { detail }) } };
}

type Detail = { field: string; message: string };

function readDetails(details: unknown): Detail[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (one: Partial<Detail> | null): one is Detail =>
      typeof one?.field === 'string' && typeof one.message === 'string',
  );
}
