import type { Command, Option } from './command.ts';
import { optionsOf } from './read-arguments.ts';

const exitCodes = `Exit codes: 0 success, 1 failure, 2 usage error.`;

/** The help for all commands. */
export function overview(commands: readonly Command[]): string {
  return [
    'Usage: npm run cli -- COMMAND [options]',
    '',
    'Works with or without a running server, with the same settings (.env.example):',
    'on DATABASE_URL where that is set, else on the embedded database in DATA_DIR.',
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'The options of a command: npm run cli -- COMMAND --help',
    exitCodes,
  ].join('\n');
}

/** The help for one command. */
export function usageOf(command: Command): string {
  const options = Object.entries(optionsOf(command));
  const required = options.filter(([, { required }]) => required);
  const words = [command.name, command.words, ...required.map(nameOf)].filter(Boolean);
  return [
    `Usage: npm run cli -- ${words.join(' ')} [options]`,
    '',
    command.summary,
    '',
    'Options:',
    ...columns(
      options.map((option) => [
        nameOf(option),
        `${option[1].description}${option[1].required ? ' (required)' : ''}`,
      ]),
    ),
    '',
    exitCodes,
  ].join('\n');
}

const nameOf = ([name, { value }]: [string, Option]) => `--${name}${value ? ` ${value}` : ''}`;

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
