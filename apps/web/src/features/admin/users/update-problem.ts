import { failureMessage, type ApiError } from '../../../lib/api/api-error.ts';
import type { FormProblem } from '../../../lib/use-form.ts';
import type { NameParts } from './split-name.ts';

const FAILURE = 'Failed to update user';

/** How the form words what the server answers to a change of a person. */
export function updateProblem(error: ApiError): FormProblem<NameParts> {
  const detail = failureMessage(error, FAILURE);
  return { form: { message: FAILURE, ...(detail !== FAILURE && { detail }) } };
}
