import { type Command as Program, InvalidArgumentError, Option } from 'commander';
import type { Client } from '@repo/client/client';
import type { Config } from '../config.ts';
import type { Context } from '#platform/context.ts';

/** The settings as given, by their names. */
export type Environment = Record<string, string | undefined>;

/** The part of the server's context that commands use; the command line has no job queue. */
export type CliContext = Pick<Context, 'config' | 'db' | 'log' | 'mailer'>;

/** A server that is administered over its API, from any machine, with the key of an administrator or owner. */
export interface AdministeredServer {
  call: Client['call'];
  /** For administrators alone. */
  findUser: (email: string) => Promise<NamedUser>;
  findMember: (workspaceId: string, email: string) => Promise<NamedUser>;
  /** For administrators alone. */
  findOrganizationId: (slug: string) => Promise<string>;
  /** @param address `organization/workspace`, both as slugs */
  findWorkspaceId: (address: string) => Promise<string>;
}

interface NamedUser {
  id: string;
  email: string;
}

export interface Outcome {
  /** Printed with `--json`. */
  data: object;
  /** Printed otherwise. */
  text: string;
}

/** The options that a command was called with, by their names without hyphens before them. */
export class Given {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** The value of a required option. */
  text(name: string): string {
    return this.optional(name) ?? '';
  }

  optional(name: string): string | undefined {
    const value = this.#value(name);
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.#value(name) === true;
  }

  /** The argument before the options; empty for a command without one. */
  get argument(): string {
    return this.#program.args[0] ?? '';
  }

  #value(name: string): unknown {
    return this.#program.getOptionValue(new Option(`--${name}`).attributeName());
  }
}

interface CommandParts {
  name: string;
  summary: string;
  /** The allowed values of the argument that comes before the options. */
  argument?: { name: string; choices: readonly string[] };
  options: readonly Option[];
  /** Whether it sends mail, which `--print-mail` prints instead. */
  sendsMail?: boolean;
}

export type Command = CommandParts &
  (
    | {
        run: (context: CliContext, given: Given, environment: Environment) => Promise<Outcome>;
        /** The same by the API of a server; absent where only the server's own machine can do it. */
        onServer?: (server: AdministeredServer, given: Given) => Promise<Outcome>;
      }
    // Runs on any schema, before it is checked.
    | { runBeforeSchema: (config: Config, given: Given) => Promise<Outcome> }
  );

/** The command was called with the wrong arguments; nothing was done. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const option = (flags: string, description: string): Option =>
  new Option(flags, description);

/** An option that must be given, with a value that is not blank. */
export const requiredOption = (flags: string, description: string): Option =>
  option(flags, `${description} (required)`)
    .makeOptionMandatory()
    .argParser((value) => {
      if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
      return value;
    });
