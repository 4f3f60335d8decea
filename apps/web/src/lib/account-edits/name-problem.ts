import { accountNameProblem } from '@repo/contract/name';

/** Characters that can be typed: more than a name can have, so that the form can say so. */
export const MAX_TYPED_NAME = 1_000;

/** Why a text cannot be the name of an account; undefined when it can. */
export const nameProblem = (name: string): string | undefined =>
  name === '' ? 'Account name is required' : accountNameProblem(name);
