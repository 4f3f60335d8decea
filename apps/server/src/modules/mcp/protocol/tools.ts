import type { Endpoint } from '@repo/contract/endpoint';
import { conversationId } from '@repo/contract/activities';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { id, line } from '@repo/contract/fields';
import { limits } from '@repo/contract/limits';
import { z } from 'zod';

/** A request to a call of the API that a tool sends for the user of the key. */
export interface ToolRequest {
  name: Extract<EndpointName, `GET ${string}`>;
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
}

/** A tool for assistants: it reads by one call of the API, with the rights of the key's user and its scopes. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** The call that it sends. The key needs this call's scope. */
  call: ToolRequest['name'];
  request: (input: never) => Omit<ToolRequest, 'name'>;
}

const workspaceId = id.describe('From list_workspaces');
const accountId = id.describe('From find_accounts');
const search = line(limits.searchLength).describe('Words that must each occur');
const few = (maximum: number, usual: number) => z.number().int().min(1).max(maximum).default(usual);

/** Keeps the types of a tool together. */
const tool = <Input extends z.ZodObject>(
  given: Omit<Tool, 'input' | 'request'> & {
    input: Input;
    request: (input: z.output<Input>) => Omit<ToolRequest, 'name'>;
  },
): Tool => given as unknown as Tool;

export const tools: readonly Tool[] = [
  tool({
    name: 'list_workspaces',
    title: 'List workspaces',
    description: 'The workspaces of the user, with their ids. Most other tools need one.',
    input: z.object({}),
    call: 'GET /api/workspaces',
    request: () => ({}),
  }),
  tool({
    name: 'find_accounts',
    title: 'Find companies',
    description:
      'Companies (accounts) of a workspace by name or domain, with their last touch point and who is in touch. Without words, the first by name.',
    input: z.object({ workspaceId, search: search.optional(), limit: few(25, 10) }),
    call: 'GET /api/workspaces/{workspaceId}/accounts',
    request: ({ search: words, limit, ...params }) => ({
      params,
      query: { search: words, limit, includeOwners: 'true' },
    }),
  }),
  tool({
    name: 'find_people',
    title: 'Find people',
    description:
      'People at companies of a workspace, by name or address, with their companies and the day of the last contact.',
    input: z.object({ workspaceId, search, limit: few(limits.foundPeople, 10) }),
    call: 'GET /api/workspaces/{workspaceId}/people',
    request: ({ search: words, limit, ...params }) => ({ params, query: { search: words, limit } }),
  }),
  tool({
    name: 'who_knows_company',
    title: 'Who knows a company',
    description:
      'The people at a company whom colleagues are in touch with, the strongest relationships first, and which colleagues know them.',
    input: z.object({ accountId, limit: few(25, 10) }),
    call: 'GET /api/accounts/{accountId}/people',
    request: ({ limit, ...params }) => ({ params, query: { limit } }),
  }),
  tool({
    name: 'company_timeline',
    title: 'Timeline of a company',
    description:
      'The last emails, meetings and calls with a company, the newest first: when, who and about what. For what came before, give `before` of the answer.',
    input: z.object({ accountId, limit: few(25, 10), before: line(80).optional() }),
    call: 'GET /api/accounts/{accountId}/timeline',
    request: ({ accountId: ofAccount, ...query }) => ({
      params: { accountId: ofAccount },
      query: { range: '12W', ...query },
    }),
  }),
  tool({
    name: 'person_timeline',
    title: 'Timeline of a person',
    description: 'The last emails, meetings and calls that a person took part in, newest first.',
    input: z.object({
      workspaceId,
      personId: id.describe('From find_people or who_knows_company'),
      limit: few(25, 10),
    }),
    call: 'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
    request: ({ limit, ...params }) => ({ params, query: { limit } }),
  }),
  tool({
    name: 'going_quiet',
    title: 'Who is going quiet',
    description: 'People with whom regular contact stopped at least six weeks ago.',
    input: z.object({ workspaceId, limit: few(25, 10) }),
    call: 'GET /api/workspaces/{workspaceId}/quiet-people',
    request: ({ limit, ...params }) => ({ params, query: { limit } }),
  }),
  tool({
    name: 'today',
    title: 'Meetings and open conversations',
    description:
      'Meetings of the user today and tomorrow, emails that wait for their answer (`waiting`), and those to which no answer came (`unanswered`).',
    input: z.object({ workspaceId }),
    call: 'GET /api/workspaces/{workspaceId}/today',
    request: (params) => ({ params }),
  }),
  tool({
    name: 'meeting_brief',
    title: 'Brief for a meeting',
    description: 'Who takes part in a meeting, who knows them, and what happened before.',
    input: z.object({ workspaceId, activityId: id.describe('The id of a meeting, from today') }),
    call: 'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}',
    request: (params) => ({ params }),
  }),
  tool({
    name: 'search_texts',
    title: 'Search emails, meetings and calls',
    description: 'Shared emails, meetings and calls of a workspace whose texts have all words.',
    input: z.object({ workspaceId, search: search.min(1) }),
    call: 'GET /api/workspaces/{workspaceId}/activities/search',
    request: ({ search: words, ...params }) => ({ params, query: { q: words } }),
  }),
  tool({
    name: 'read_activity',
    title: 'Read an email, a meeting or a call',
    description: 'One activity of a timeline or a search, with its text.',
    input: z.object({ activityId: z.union([id, conversationId]) }),
    call: 'GET /api/activities/{activityId}',
    request: (params) => ({ params }),
  }),
];

/** The tools that a key with these scopes can use. */
export const toolsFor = (scopes: readonly string[]): readonly Tool[] =>
  tools.filter(({ call }) => {
    const { scope }: Endpoint = endpoints[call];
    return scope !== undefined && scopes.includes(scope);
  });
