import { AppError } from './app-error.ts';

/** The response to every request of a user who has to set up a second factor first. */
export const factorSetupRequired = (): AppError =>
  new AppError(
    'SECOND_FACTOR_SETUP_REQUIRED',
    'A second factor is required. Sign in on the web site and set one up to go on.',
  );
