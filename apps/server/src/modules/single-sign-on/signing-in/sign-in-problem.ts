import type { SsoProblem } from '@repo/contract/single-sign-on';

/** A sign-in that ends on the sign-in page, with the reason. */
export class SignInProblem extends Error {
  override name = 'SignInProblem';
  readonly problem: SsoProblem;

  constructor(problem: SsoProblem, options?: ErrorOptions) {
    super(`The sign-in came to nothing: ${problem}`, options);
    this.problem = problem;
  }
}
