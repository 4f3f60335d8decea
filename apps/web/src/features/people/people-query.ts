import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf, textOf } from '#lib/api/read-fields.ts';
import { unusedCursor } from '#lib/api/unused-cursor.ts';
import {
  readContacts,
  readFoundPeople,
  readNetwork,
  readPerson,
  readPersonActivities,
  readQuietPeople,
  readRelationship,
} from './read-people.ts';

/** People on one page of the list. */
export const PEOPLE_PAGE_SIZE = 25;

/** The last page that the server accepts. */
export const MAX_PAGE = 1_000_000 / PEOPLE_PAGE_SIZE;

/** All cached data of people; each change of a person invalidates it. */
const PEOPLE_KEY = ['people'];

export type ContactsView = {
  /** Pages from 0. */
  page?: number;
  search?: string;
  hidden?: boolean;
  goingQuiet?: boolean;
};

export const contactsQuery = (
  accountId: string,
  { page = 0, search = '', hidden = false, goingQuiet = false }: ContactsView,
) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, 'account', accountId, { page, search, hidden, goingQuiet }],
    queryFn: async ({ signal }) => {
      const part = await apiRequestOrThrow('GET /api/accounts/{accountId}/people', {
        params: { accountId },
        query: {
          limit: PEOPLE_PAGE_SIZE,
          offset: page * PEOPLE_PAGE_SIZE,
          ...(search !== '' && { search }),
          ...(hidden && { hidden: 'true' }),
          ...(goingQuiet && { goingQuiet: 'true' }),
        },
        signal,
      });
      const people = readContacts(part.people);
      return { people, total: countOf(part.total) ?? people.length };
    },
    placeholderData: keepPreviousData,
  });

/** The people of a workspace who are going quiet. Pages from 0. */
export const quietPeopleQuery = (workspaceId: string, page: number) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, 'quiet', workspaceId, page],
    queryFn: async ({ signal }) => {
      const part = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/quiet-people', {
        params: { workspaceId },
        query: { limit: PEOPLE_PAGE_SIZE, offset: page * PEOPLE_PAGE_SIZE },
        signal,
      });
      const people = readQuietPeople(part.people);
      return { people, total: countOf(part.total) ?? people.length };
    },
    placeholderData: keepPreviousData,
  });

/**
 * Searches the people of all accounts of a workspace by words in their name or address.
 *
 * @param like a person: likely duplicates come first, and are the only results without words.
 */
export const peopleSearchQuery = (
  workspaceId: string,
  { search, like }: { search: string; like?: string },
) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, 'search', workspaceId, { search, like }],
    queryFn: async ({ signal }) => {
      const { people } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/people', {
        params: { workspaceId },
        query: { ...(like !== undefined && { like }), ...(search !== '' && { search }) },
        signal,
      });
      return { people: readFoundPeople(people) };
    },
    placeholderData: keepPreviousData,
  });

export const relationshipQuery = (accountId: string) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, 'relationship', accountId],
    queryFn: async ({ signal }) => {
      const { relationship } = await apiRequestOrThrow(
        'GET /api/accounts/{accountId}/relationship',
        { params: { accountId }, signal },
      );
      return { relationship: readRelationship(relationship) };
    },
  });

export const networkQuery = (accountId: string) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, 'network', accountId],
    queryFn: async ({ signal }) =>
      readNetwork(
        await apiRequestOrThrow('GET /api/accounts/{accountId}/network', {
          params: { accountId },
          signal,
        }),
      ),
  });

export const personQuery = (workspaceId: string, personId: string) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, workspaceId, personId],
    queryFn: async ({ signal }) => {
      const { person } = await apiRequestOrThrow(
        'GET /api/workspaces/{workspaceId}/people/{personId}',
        { params: { workspaceId, personId }, signal },
      );
      return readPerson(person, personId);
    },
  });

/** @param colleague the email of a colleague, to see only what connects the two. */
export const personTimelineQuery = (
  workspaceId: string,
  personId: string,
  colleague: string | undefined,
) =>
  infiniteQueryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...PEOPLE_KEY, workspaceId, personId, 'timeline', colleague],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const part = await apiRequestOrThrow(
        'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
        {
          params: { workspaceId, personId },
          query: {
            ...(colleague !== undefined && { colleague }),
            ...(pageParam !== undefined && { before: pageParam }),
          },
          signal,
        },
      );
      return {
        activities: readPersonActivities(part.activities),
        before: textOf(part.before) || undefined,
      };
    },
    getNextPageParam: ({ before }, _pages, _param, requested) => unusedCursor(before, requested),
  });

/** After a person was hidden, merged, separated or dismissed: lists, pictures and the grid change. */
export async function refreshPeople(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: PEOPLE_KEY }),
    client.invalidateQueries({ queryKey: ['accounts'] }),
  ]);
}
