import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readTexts } from '#lib/api/read-list.ts';

/** An account that is named in a merge. */
export type NamedAccount = { id: string; name: string };

/** The fields of an account that the preview of a merge shows. */
export type AccountToMerge = NamedAccount & {
  /** The primary one first. */
  domains: string[];
  activities: number;
  ownerName: string;
  note: string;
};

export const accountToMergeQuery = ({ id, name }: NamedAccount) =>
  queryOptions({
    queryKey: ['account', id, 'to merge'],
    queryFn: async ({ signal }): Promise<AccountToMerge> => {
      const { workspaceAccount } = await apiRequestOrThrow('GET /api/accounts/{accountId}', {
        params: { accountId: id },
        signal,
      });
      const fields = fieldsOf(workspaceAccount);
      const domains = fields['domains'] ?? [fields['domain']];
      return {
        id,
        name: textOf(fields['name']) || name,
        domains: readTexts(domains, 'domains'),
        activities: countOf(fields['activityCount']) ?? 0,
        ownerName: textOf(fieldsOf(fields['owner'])['name']),
        note: textOf(fields['note']),
      };
    },
  });
