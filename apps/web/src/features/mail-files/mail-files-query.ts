import type { MailFile } from '@repo/contract/mail-files';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';

/** While the server reads a file; milliseconds. */
const REFRESH_INTERVAL_MS = 1_500;

/** The files with emails that the user uploaded. */
export const mailFilesQuery = queryOptions({
  queryKey: ['mail-files'],
  queryFn: async ({ signal }) => (await apiRequestOrThrow('GET /api/mail-files', { signal })).files,
  refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? REFRESH_INTERVAL_MS : false),
});

const isBeingRead = ({ state }: MailFile): boolean => state === 'checking' || state === 'importing';
