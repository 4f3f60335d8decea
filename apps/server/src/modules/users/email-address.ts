import { email } from '@repo/contract/fields';

/** One spelling for an address: as it is stored and compared. */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase();

/** Whether a normal e-mail address is one that mail can be sent to. */
export const isEmailAddress = (address: string): boolean => email.safeParse(address).success;

/** Why a text cannot be someone's e-mail address; undefined when it can. */
export function emailProblem(address: string): string | undefined {
  if (address === '') return 'Email is required';
  return isEmailAddress(address) ? undefined : 'Please enter a valid email address';
}
