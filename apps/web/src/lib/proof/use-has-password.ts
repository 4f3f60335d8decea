import { useQuery } from '@tanstack/react-query';
import { isFullServer } from '../server-level.ts';
import { factorsQuery } from './factors-query.ts';

/**
 * Whether the signed-in user has a password, which confirms what they do. One who signs in with their company may have
 * none, and signs in again instead. True until it is known.
 *
 * @param isAsked whether it matters.
 */
export function useHasPassword(isAsked = true): boolean {
  const { data } = useQuery({ ...factorsQuery, enabled: isAsked && isFullServer() });
  return data?.hasPassword ?? true;
}
