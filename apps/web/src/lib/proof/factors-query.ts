import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../api/api-request.ts';

export const factorsQuery = queryOptions({
  queryKey: ['own second factors'],
  queryFn: ({ signal }) => apiRequestOrThrow('GET /api/auth/factors', { signal }),
});
