/** The user or the command line that makes an administrative change. */
export interface Actor {
  /** Null for the command line. */
  id: string | null;
  name: string;
}

/** Anyone who may use the command line on the server's machine. */
export const commandLine: Actor = { id: null, name: 'Command line' };
