import { isNetworkError, type ApiError } from '../../lib/api/api-error.ts';
import type { FormProblem } from '../../lib/use-form.ts';
import type { NameParts } from './split-name.ts';

const FAILURE = 'Failed to update user';

/** How the form words what the server answers to a change of a person. */
export function updateProblem(error: ApiError): FormProblem<NameParts> {
  const { message } = error;
  if (isNetworkError(error)) {
    return { form: { message: FAILURE, detail: `Network error occurred: ${message}` } };
  }
  if (message === '' || message === FAILURE) return { form: { message: FAILURE } };
  return { form: { message: FAILURE, detail: message } };
}
