import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { commandOf, versionOf } from './install-clients.ts';
import { headersOf, type McpClient, toAnswer } from './mcp-client.ts';

const INSPECTOR = '@modelcontextprotocol/inspector';

/** Exit codes of the inspector. */
const TOOL_ERROR = 5;

/**
 * The protocol's own inspector as a command, a process for each request. Listing is strict: a schema that some
 * assistants do not understand is a failure.
 *
 * @param home the folder for what it stores.
 */
export const inspectorClient = (era: 'modern' | 'legacy', home: string): McpClient => ({
  title: `${INSPECTOR} ${versionOf(INSPECTOR)} --strict, ${era}`,
  open: async (address, key) => {
    const inspect = async (...args: string[]) => {
      const headers = Object.entries(headersOf(key)).map(([name, value]) => `${name}: ${value}`);
      const { code, output, problems } = await run(home, [
        '--cli',
        address.href,
        '--transport',
        'http',
        '--stored-auth-only',
        ...headers.flatMap((header) => ['--header', header]),
        '--protocol-era',
        era,
        '--format',
        'json',
        '-q',
        ...args,
      ]);
      if (code === 0 || (code === TOOL_ERROR && output.trim() !== '')) return output;
      throw new Error(`exit code ${code}: ${problems.trim().slice(0, 500)}`);
    };
    return {
      listTools: async () => {
        const { tools } = resultOf(await inspect('--method', 'tools/list', '--strict'));
        return (tools as { name: string }[]).map(({ name }) => name);
      },
      callTool: async (name, given) => {
        const values = Object.entries(given).map(([field, value]) => `${field}=${String(value)}`);
        const args = values.flatMap((value) => ['--tool-arg', value]);
        return toAnswer(
          resultOf(await inspect('--method', 'tools/call', '--tool-name', name, ...args)),
        );
      },
      close: async () => {},
    };
  },
});

/** The result, which some versions put into an envelope. */
function resultOf(output: string): { tools?: unknown; content?: unknown; isError?: boolean } {
  const answer = JSON.parse(output) as { result?: object };
  return answer.result ?? answer;
}

async function run(home: string, args: readonly string[]) {
  const child = spawn(process.execPath, [commandOf(INSPECTOR, 'mcp-inspector'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, output, problems };
}
