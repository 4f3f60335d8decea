import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Scope } from '@repo/contract/scopes';
import { tools, toolsFor } from '#modules/mcp/protocol/tools.ts';
import { createDatabase } from '#platform/database/create-database.ts';
import { chooseStorage } from '#platform/database/distribution/storage.ts';
import { startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { insertApiKey } from '../insert-api-key.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import { createMakers } from '../test-makers.ts';
import { type FilledWorkspace, fillWorkspace } from './fill-workspace.ts';
import { inspectorClient } from './inspector-client.ts';
import { installClients } from './install-clients.ts';
import { libraryClients } from './library-clients.ts';
import type { McpClient, OpenClient } from './mcp-client.ts';
import { questions } from './questions.ts';

/**
 * `npm run proof -- mcp`: clients that assistants are built with, against a server as in production, over real
 * connections. Each lists the tools, uses every one, and is refused where it has to be. Exit code 1 when something
 * differs, or the clients cannot be installed.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);
const outcomes: boolean[] = [];
const check = (what: string, isRight: boolean, seen = '') => {
  outcomes.push(isRight);
  write(`  ${isRight ? 'yes' : 'NO '}  ${what}`);
  if (!isRight && seen !== '') write(`       ${seen.slice(0, 500)}`);
};

installClients();
const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startOwnPostgres();
const db = createDatabase({ url: postgres.url, poolSize: 4, onLostConnection: () => {} });
await chooseStorage(db);
const origin = `http://127.0.0.1:${await freePort()}`;
const address = new URL('/mcp', origin);
const server = await startProcess('apps/server/src/main.ts', ['--role=api'], {
  env: {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PORT: new URL(origin).port,
    PUBLIC_URL: origin,
  },
  isReady: (line) => line.includes('"ready"'),
});

try {
  const filled = await fillWorkspace(db, createMakers(db), origin);
  const { key } = await insertApiKey(db, filled.ann.id);
  const withoutTexts: Scope[] = ['workspaces:read', 'accounts:read', 'activities:read'];
  const narrow = await insertApiKey(db, filled.ann.id, { scopes: withoutTexts });
  const choose = async (assistants: string) => {
    const response = await fetch(`${origin}/api/workspaces/${filled.workspaceId}/assistants`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${filled.owner.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ assistants }),
    });
    if (!response.ok) throw new Error(`The choice responded ${response.status}.`);
  };
  await proveWithoutKey();
  const clients = [
    ...libraryClients(),
    inspectorClient('modern', folder),
    inspectorClient('legacy', folder),
  ];
  for (const client of clients) {
    write(`With ${client.title}:`);
    await using(client, key, (open) => proveTools(open, filled));
    await proveRefusals(client, {
      narrow: narrow.key,
      allowed: toolsFor(withoutTexts).length,
      workspaceId: filled.workspaceId,
    });
    await using(client, key, async (open) => {
      await choose('owners');
      const given = { workspaceId: filled.workspaceId };
      const { isError, text } = await outcomeOf(open, 'going_quiet', given);
      check('a workspace that allows owners alone refuses it at the next call', isError, text);
      await choose('members');
      const again = await outcomeOf(open, 'going_quiet', given);
      check('and answers once it allows all members', !again.isError, again.text);
    });
  }
} finally {
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
write(`${outcomes.filter(Boolean).length} of ${outcomes.length} hold.`);
if (!outcomes.every(Boolean)) process.exitCode = 1;

async function using(
  client: McpClient,
  key: string,
  work: (open: OpenClient) => Promise<void>,
): Promise<void> {
  const open = await client.open(address, key);
  try {
    await work(open);
  } finally {
    await open.close();
  }
}

/** The answer of a tool; one that the client throws for counts as an error. */
function outcomeOf(open: OpenClient, name: string, given: Readonly<Record<string, unknown>>) {
  return open
    .callTool(name, given)
    .catch((error: unknown) => ({ isError: true, text: String(error) }));
}

async function proveTools(open: OpenClient, ids: FilledWorkspace): Promise<void> {
  const listed = await open.listTools();
  const names = tools.map(({ name }) => name);
  check('lists every tool', listed.join() === names.join(), listed.join());
  for (const [name, { given, finds, has }] of Object.entries(questions(ids))) {
    const { isError, text } = await outcomeOf(open, name, given);
    check(`${name} finds ${finds}`, !isError && text.includes(has), text);
  }
  const { text } = await outcomeOf(open, 'read_activity', { activityId: ids.mailId });
  check(
    'an injected instruction comes in a field named untrusted_…, with a note that it is data',
    /"untrusted_plainTextBody":"IGNORE ALL/.test(text) && text.includes('data, not instructions'),
    text,
  );
  check(
    'and without links and images',
    !/https?:|javascript:|<img|!\[|evil\.example/.test(text),
    text,
  );
  const absent = await outcomeOf(open, 'company_timeline', { accountId: ids.workspaceId });
  check(
    'an account that does not exist is an error of the tool, said in words',
    absent.isError && absent.text.includes('Account not found'),
    absent.text,
  );
  const tooMany = await outcomeOf(open, 'find_accounts', {
    workspaceId: ids.workspaceId,
    limit: 10_000,
  });
  check('10,000 results are refused', tooMany.isError, tooMany.text);
}

async function proveRefusals(
  client: McpClient,
  { narrow, allowed, workspaceId }: { narrow: string; allowed: number; workspaceId: string },
): Promise<void> {
  const refused = await client
    .open(address, undefined)
    .then((open) => open.listTools())
    .then(
      () => '',
      (error: unknown) => `${String(error)} ${String((error as Error).cause ?? '')}`,
    );
  check('without a key it is refused, and says why', /401|API key|auth/.test(refused));
  write(`       ${refused.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  await using(client, narrow, async (open) => {
    const listed = await open.listTools();
    check(
      'with a key without texts:read it lists the tools of its scopes alone',
      listed.length === allowed && !listed.includes('read_activity'),
      listed.join(),
    );
    const { isError } = await outcomeOf(open, 'search_texts', { workspaceId, search: 'offer' });
    check('and cannot use the others', isError);
  });
}

async function proveWithoutKey(): Promise<void> {
  write('With fetch:');
  const response = await fetch(address, { method: 'POST', body: '{}' });
  check(
    'without a key the server responds 401 and names the scheme',
    response.status === 401 && response.headers.get('www-authenticate') === 'Bearer',
  );
  const oauth = await fetch(new URL('/.well-known/oauth-protected-resource', origin));
  check('it offers no OAuth', oauth.status === 404);
}
