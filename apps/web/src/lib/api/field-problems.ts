import type { FormProblem } from '../use-form.ts';
import { failureMessage, type ApiError } from './api-error.ts';

/**
 * Assigns the problems of a refused request to a form: beside the fields that it names, if the form
 * has them, else above all of them.
 */
export function formProblem<Field extends string>(
  error: ApiError,
  fields: readonly Field[],
  failure: string,
): FormProblem<Record<Field, string>> {
  const named = fieldProblems(error, fields);
  if (named !== undefined) return named;
  const detail = failureMessage(error, failure);
  return { form: { message: failure, ...(detail !== failure && { detail }) } };
}

/** The server's messages for the fields of a form; undefined if it names none of them. */
export function fieldProblems<Field extends string>(
  { details }: ApiError,
  shown: readonly Field[],
): { fields: Partial<Record<Field, string>> } | undefined {
  const fields: Partial<Record<Field, string>> = {};
  for (const { field, message } of readDetails(details)) {
    const known = shown.find((name) => name === field);
    if (known !== undefined) fields[known] ??= message;
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}

type Detail = { field: string; message: string };

function readDetails(details: unknown): Detail[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (one: Partial<Detail> | null): one is Detail =>
      typeof one?.field === 'string' && typeof one.message === 'string',
  );
}
