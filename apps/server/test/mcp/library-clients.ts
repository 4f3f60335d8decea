import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { importClient, repository, versionOf } from './install-clients.ts';
import { headersOf, type McpClient, toAnswer } from './mcp-client.ts';

const own = { name: 'proof', version: '1' };

/** The client of the server's own library, which knows both eras of the protocol. */
const currentClient = (era: 'modern' | 'legacy'): McpClient => ({
  title: `@modelcontextprotocol/client ${versionOf('@modelcontextprotocol/client', repository)}, ${era}`,
  open: async (address, key) => {
    const client = new Client(own, {
      versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' },
    });
    const requestInit = { headers: headersOf(key) };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    if (client.getProtocolEra() !== era) throw new Error(`It speaks ${client.getProtocolEra()}.`);
    return {
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      callTool: async (name, given) =>
        toAnswer(await client.callTool({ name, arguments: { ...given } })),
      close: () => client.close(),
    };
  },
});

/** What the proof uses of the library before, which most assistants have. */
interface FormerClient {
  connect: (transport: unknown) => Promise<void>;
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (given: object) => Promise<object>;
  close: () => Promise<void>;
}
interface FormerLibrary {
  Client: new (own: object) => FormerClient;
  StreamableHTTPClientTransport: new (address: URL, options: object) => unknown;
}

const formerClient = (): McpClient => ({
  title: `@modelcontextprotocol/sdk ${versionOf('@modelcontextprotocol/sdk')}`,
  open: async (address, key) => {
    const sdk = '@modelcontextprotocol/sdk/client';
    const library = {
      ...(await importClient<Pick<FormerLibrary, 'Client'>>(`${sdk}/index.js`)),
      ...(await importClient<Omit<FormerLibrary, 'Client'>>(`${sdk}/streamableHttp.js`)),
    };
    const client = new library.Client(own);
    const requestInit = { headers: headersOf(key) };
    await client.connect(new library.StreamableHTTPClientTransport(address, { requestInit }));
    return {
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      callTool: async (name, given) => toAnswer(await client.callTool({ name, arguments: given })),
      close: () => client.close(),
    };
  },
});

interface AiSdk {
  createMCPClient: (config: object) => Promise<{
    tools: () => Promise<Record<string, { execute: (given: object, options: object) => object }>>;
    close: () => Promise<void>;
  }>;
}

/** Gives a model the tools that it lists, and can call no others. */
const aiSdkClient = (): McpClient => ({
  title: `@ai-sdk/mcp ${versionOf('@ai-sdk/mcp')}`,
  open: async (address, key) => {
    const { createMCPClient } = await importClient<AiSdk>('@ai-sdk/mcp');
    const client = await createMCPClient({
      transport: { type: 'http', url: address.href, headers: headersOf(key) },
    });
    return {
      listTools: async () => Object.keys(await client.tools()),
      callTool: async (name, given) => {
        const tool = (await client.tools())[name];
        if (tool === undefined) throw new Error(`It has no tool ${name}.`);
        return toAnswer(await tool.execute(given, { toolCallId: 'proof', messages: [] }));
      },
      close: () => client.close(),
    };
  },
});

/** The clients that are libraries. */
export const libraryClients = (): McpClient[] => [
  currentClient('modern'),
  currentClient('legacy'),
  formerClient(),
  aiSdkClient(),
];
