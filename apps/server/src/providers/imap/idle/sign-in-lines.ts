import { plainText } from '#platform/net/plain-text.ts';
import type { ImapAccount } from '../imap-account.ts';
import type { LineConnection } from './line-connection.ts';
import { WatchFailure } from './watch-failure.ts';

/** The commands of one connection. */
export interface Commands {
  /**
   * Sends a command and returns the text of the server's OK.
   *
   * @throws WatchFailure `refused` for NO and BAD.
   */
  run: (command: string) => Promise<string>;
  /**
   * Sends a command that the server wants to be continued.
   *
   * @returns the tag that ends it; undefined when the server has refused the command.
   */
  begin: (command: string) => Promise<string | undefined>;
  /** Continues the command with this tag and returns the text of the server's OK. */
  finish: (tag: string, text: string) => Promise<string>;
}

export function createCommands(lines: LineConnection): Commands {
  let count = 0;
  const nextTag = () => `w${(count += 1)}`;
  const finish = async (tag: string, text: string) => {
    const response = await lines.exchange(text, (line) => line.startsWith(`${tag} `));
    const [, status = '', said = ''] = /^\S+ (\S+) ?(.*)$/.exec(response) ?? [];
    if (status.toUpperCase() === 'OK') return said;
    throw new WatchFailure('refused', `It refused: ${plainText(said)}`, { cause: said });
  };
  return {
    finish,
    run: (command) => {
      const tag = nextTag();
      return finish(tag, `${tag} ${command}`);
    },
    begin: async (command) => {
      const tag = nextTag();
      const isEnd = (line: string) => line.startsWith('+') || line.startsWith(`${tag} `);
      const line = await lines.exchange(`${tag} ${command}`, isEnd);
      return line.startsWith('+') ? tag : undefined;
    },
  };
}

/**
 * Waits for the greeting, encrypts where the connection is not yet, and signs in. No password is sent over a
 * connection without encryption.
 *
 * @returns the capabilities after signing in, in capitals.
 * @throws WatchFailure
 */
export async function signInLines(
  lines: LineConnection,
  commands: Commands,
  { user, password, server }: ImapAccount,
): Promise<Set<string>> {
  let capabilities = new Set<string>();
  lines.onLine = (line) => {
    const [, bye] = /^\* BYE ?(.*)$/i.exec(line) ?? [];
    if (bye !== undefined) {
      lines.fail(new WatchFailure('refused', `It refused: ${plainText(bye)}`, { cause: bye }));
    }
    const [, list] =
      /^\* CAPABILITY (.*)$/i.exec(line) ?? /^\S+ OK \[CAPABILITY ([^\]]*)\]/i.exec(line) ?? [];
    if (list !== undefined) capabilities = new Set(list.toUpperCase().trim().split(/ +/));
  };
  const greeting = await lines.exchange('', (line) => line.startsWith('* '));
  if (!/^\* OK\b/i.test(greeting)) throw new WatchFailure('refused', 'It did not greet.');
  if (server.security === 'starttls') {
    await commands.run('STARTTLS');
    capabilities.clear();
    await lines.encrypt();
  }
  if (capabilities.size === 0) await commands.run('CAPABILITY');
  if (capabilities.has('AUTH=PLAIN')) {
    const tag = await commands.begin('AUTHENTICATE PLAIN');
    if (tag === undefined) throw new WatchFailure('refused', 'It refused the sign-in.');
    capabilities.clear();
    await commands.finish(tag, Buffer.from(`\0${user}\0${password}`).toString('base64'));
  } else {
    capabilities.clear();
    await commands.run(`LOGIN ${quoted(user)} ${quoted(password)}`);
  }
  if (capabilities.size === 0) await commands.run('CAPABILITY');
  return capabilities;
}

/** @throws WatchFailure for what cannot be quoted (RFC 3501). */
function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) {
    throw new WatchFailure('unsupported', 'It takes no such password for a watch.');
  }
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}
