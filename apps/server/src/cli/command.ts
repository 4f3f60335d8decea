import type { Config } from '../config.ts';
import type { Context } from '../platform/context.ts';

export interface Option {
  type: 'string' | 'boolean';
  /** What stands for the value in the help: EMAIL, SLUG. */
  value?: string;
  description: string;
  required?: boolean;
}

/** What the use cases of the command line stand on; there is no job queue here. */
export type CliContext = Pick<Context, 'config' | 'db' | 'log' | 'mailer'>;

export interface Outcome {
  /** For `--json`. */
  data: object;
  /** For people. */
  text: string;
}

/** What was given to a command, by the names of its options. */
export class Given {
  readonly #values: Record<string, string | boolean | undefined>;
  /** What stood before the options. */
  readonly words: readonly string[];

  constructor(values: Record<string, string | boolean | undefined>, words: readonly string[]) {
    this.#values = values;
    this.words = words;
  }

  /** The value of a required option, which was checked to be there. */
  text(name: string): string {
    return this.optional(name) ?? '';
  }

  optional(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }
}

interface CommandParts {
  name: string;
  summary: string;
  /** What may stand before the options, for the help: `users|organizations`. */
  words?: string;
  options: Record<string, Option>;
  /** Whether it sends mail, which `--print-mail` then prints instead. */
  sendsMail?: boolean;
}

export type Command = CommandParts &
  (
    | { run: (context: CliContext, given: Given) => Promise<Outcome> }
    // For a schema that the rest of the program does not know yet.
    | { runBeforeSchema: (config: Config, given: Given) => Promise<Outcome> }
  );

/** The command was called wrongly; nothing was done. */
export class UsageError extends Error {
  override name = 'UsageError';
}
