import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { plural } from '@repo/domain/text/plural';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { labelOfLevel } from '#lib/sharing/level-texts.ts';
import { toast } from '#ui/feedback/toast.ts';
import { domainsQuery } from './domains-query.ts';

type Domain = { id: string; domain: string };

/** Domains that one request names. */
const AT_ONCE = 50;

/** Changes how much of shared domains colleagues see, of one or of many; says what came of it in a toast. */
export function useSetLevel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      domains,
      level,
    }: {
      domains: readonly Domain[];
      level: ShareLevel;
    }): Promise<string[]> => setLevel(domains, level),
    onSuccess: (problems, { domains, level }) => {
      const [problem] = problems;
      if (problem !== undefined) {
        toast.error(problem);
        return;
      }
      const [first] = domains;
      const what = domains.length === 1 ? first?.domain : plural(domains.length, 'domain');
      toast.success(`Sharing level of ${what}: ${labelOfLevel(level)}`);
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to change what colleagues see')),
    onSettled: () => {
      refreshActivities(client);
      return client.invalidateQueries({ queryKey: domainsQuery.queryKey });
    },
  });
}

/** @returns the problems of the domains that could not be changed. */
async function setLevel(domains: readonly Domain[], level: ShareLevel): Promise<string[]> {
  const problems: string[] = [];
  let left = domains.map(({ id }) => id);
  while (left.length > 0) {
    const domainIds = left.slice(0, AT_ONCE);
    const { results } = await apiRequestOrThrow('PUT /api/accounts/domains/level', {
      body: { domainIds, level },
    });
    const done = new Set(results.map(({ domainId }) => domainId));
    // A response without any result would be repeated forever.
    if (done.size === 0) throw new Error('The server changed nothing.');
    problems.push(...results.flatMap(({ problem }) => problem?.message ?? []));
    left = left.filter((id) => !done.has(id));
  }
  return problems;
}
