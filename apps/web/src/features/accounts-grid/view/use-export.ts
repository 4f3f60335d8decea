import { useMutation } from '@tanstack/react-query';
import { toast } from '#ui/feedback/toast.ts';
import { accountsProblem } from '../data/accounts-query.ts';
import type { Export } from './export-accounts.ts';

/** "Export as CSV". Its code is loaded with the first export. */
export function useExport() {
  return useMutation({
    mutationFn: async (requested: Export) =>
      (await import('./export-accounts.ts')).exportAccounts(requested),
    onError: (error) =>
      toast.error('Failed to export accounts', {
        description: error.name === 'EndlessListError' ? error.message : accountsProblem(error),
      }),
  });
}
