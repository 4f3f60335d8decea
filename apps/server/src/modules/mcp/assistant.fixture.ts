import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

export type Era = 'legacy' | 'modern';

/** Connects an assistant with a key to the server at an address, until the end of the test. */
export async function connectAssistant(
  address: string,
  key: string,
  era: Era = 'modern',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** Uses a tool; returns whether it was refused, the text of the answer, and the result in it. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  const text = first?.text ?? '';
  return { isError, text, result: isError ? undefined : JSON.parse(text).result };
}

/** What each tool is given. */
export const toolInputs = ({
  workspaceId,
  accountId,
  activityIds,
}: {
  workspaceId: string;
  accountId: string;
  activityIds: readonly string[];
}): Record<string, Record<string, unknown>> => ({
  list_workspaces: {},
  find_accounts: { workspaceId, search: 'acme' },
  find_people: { workspaceId, search: 'yankee' },
  who_knows_company: { accountId },
  company_timeline: { accountId },
  person_timeline: { workspaceId, personId: workspaceId },
  going_quiet: { workspaceId },
  today: { workspaceId },
  meeting_brief: { workspaceId, activityId: workspaceId },
  search_texts: { workspaceId, search: 'acme' },
  read_activity: { activityId: activityIds[0] },
});
