import type { Socket } from 'node:net';
import type { Script } from './start-scripted-server.ts';

/** A scripted server with IDLE, whose open watches a test may write to. */
export function createIdleScript(
  override: Script = () => undefined,
  { capabilities = 'IMAP4rev1 IDLE AUTH=PLAIN', signInMs = 0 } = {},
) {
  const idle = new Map<Socket, string>();
  const counts = { idles: 0, signIns: 0, signingIn: 0, maxSigningIn: 0 };
  let uidNext = 3;
  const script: Script = (command, socket, tag) => {
    const own = override(command, socket, tag);
    if (own !== undefined) return own;
    if (tag === 'DONE') {
      const begun = idle.get(socket);
      idle.delete(socket);
      return begun === undefined ? [] : [`${begun} OK done`];
    }
    if (command === 'CAPABILITY') return [`* CAPABILITY ${capabilities}`, 'TAG OK done'];
    if (command === 'AUTHENTICATE PLAIN') {
      continued.set(socket, tag);
      return ['+ '];
    }
    const signIn = continued.get(socket);
    if (signIn !== undefined && command === '') {
      continued.delete(socket);
      counts.signIns += 1;
      counts.signingIn += 1;
      counts.maxSigningIn = Math.max(counts.maxSigningIn, counts.signingIn);
      setTimeout(() => {
        counts.signingIn -= 1;
        socket.write(`${signIn} OK [CAPABILITY ${capabilities}] signed in\r\n`);
      }, signInMs);
      return [];
    }
    if (command.startsWith('EXAMINE')) {
      return ['* 2 EXISTS', `* OK [UIDNEXT ${uidNext}] n`, 'TAG OK [READ-ONLY] done'];
    }
    if (command === 'IDLE') {
      counts.idles += 1;
      idle.set(socket, tag);
      socket.once('close', () => idle.delete(socket));
      return ['+ idling'];
    }
    return undefined;
  };
  const continued = new Map<Socket, string>();
  return {
    script,
    counts,
    /** Connections in IDLE. */
    open: () => [...idle.keys()],
    /** Sends lines to all of them. */
    send: (...lines: string[]) => {
      for (const socket of idle.keys()) socket.write(lines.map((one) => `${one}\r\n`).join(''));
    },
    /** What the next connections find. */
    setUidNext: (next: number) => {
      uidNext = next;
    },
  };
}
