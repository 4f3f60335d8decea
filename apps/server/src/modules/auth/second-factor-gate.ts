import type { AppError } from '#platform/http/app-error.ts';

/**
 * Decides after the right password whether a session may start. The module of second factors, which is above this
 * one, provides it.
 *
 * @returns the refusal for a user who has to do more; undefined for all others.
 */
export type SecondFactorGate = (user: {
  id: string;
  passwordHash: string;
}) => Promise<AppError | undefined>;
