import { parseArgs } from 'node:util';
import { type Command, Given, type Option, UsageError } from './command.ts';

/** Options of every command. */
export const commonOptions: Record<string, Option> = {
  json: { type: 'boolean', description: 'Answers in JSON, failures too' },
  help: { type: 'boolean', description: 'Shows this' },
};

export const printMail: Option = {
  type: 'boolean',
  description: 'Prints the email instead of sending it',
};

/** Every option of a command, the common ones last. */
export const optionsOf = ({ options, sendsMail }: Command): Record<string, Option> => ({
  ...options,
  ...(sendsMail && { 'print-mail': printMail }),
  ...commonOptions,
});

/** @throws UsageError for an unknown option, and for a required one that is missing */
export function readArguments(command: Command, args: string[]): Given {
  const options = optionsOf(command);
  const given = parse(command, options, args);
  if (given.flag('help')) return given;
  for (const [name, { required, value }] of Object.entries(options)) {
    if (required && given.text(name).trim() === '') {
      throw new UsageError(`${command.name} needs --${name} ${value ?? ''}`.trim());
    }
  }
  if (command.words === undefined && given.words.length > 0) {
    throw new UsageError(`${command.name} got an unknown argument "${given.words[0]}"`);
  }
  return given;
}

function parse(command: Command, options: Record<string, Option>, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type }]) => [name, { type }]),
      ),
    });
    return new Given(values, positionals);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${command.name}: ${reason.split(/\.\s/)[0]}`, { cause });
  }
}
