/** The outcome of a tool: its text, and whether that is an error. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
}

/** A client that has a key. */
export interface OpenClient {
  /** The names of the tools that the server lists. */
  listTools: () => Promise<string[]>;
  callTool: (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
  close: () => Promise<void>;
}

/** A kind of client, and the revision of the protocol that it speaks. */
export interface McpClient {
  title: string;
  /** Connects with a key, or without one. @throws Error when the server refuses it */
  open: (address: URL, key: string | undefined) => Promise<OpenClient>;
}

/** The text of the first part of a tool's answer. */
export function toAnswer({
  content,
  isError = false,
}: {
  content?: unknown;
  isError?: boolean | undefined;
}): ToolAnswer {
  const [first] = (Array.isArray(content) ? content : []) as { text?: string }[];
  return { isError, text: first?.text ?? '' };
}

export const headersOf = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
