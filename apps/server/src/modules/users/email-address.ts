import { email } from '@repo/contract/fields';

/** Normalizes an address, as it is stored and compared. */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase();

/** Whether email can be sent to a normalized address. */
export const isEmailAddress = (address: string): boolean => email.safeParse(address).success;

/** Why a text is not a valid email address; undefined when it is. */
export function emailProblem(address: string): string | undefined {
  if (address === '') return 'Email is required';
  return isEmailAddress(address) ? undefined : 'Please enter a valid email address';
}
