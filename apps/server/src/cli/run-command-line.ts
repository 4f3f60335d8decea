import { type Config, readConfig } from '../config.ts';
import { AppError } from '../platform/http/app-error.ts';
import { type Command, type Given, type Outcome, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { openContext } from './open-context.ts';
import { createPrintingMailer, printedMail } from './printing-mailer.ts';
import { readArguments } from './read-arguments.ts';
import { overview, usageOf } from './usage.ts';

/** What a call of the command line comes to. */
export interface CommandLineResult {
  /** 0 done, 1 refused or failed, 2 called wrongly. */
  exitCode: 0 | 1 | 2;
  /** For the standard output; empty unless it is done. */
  output: string;
  /** For the standard error. */
  complaint: string;
}

type Environment = Record<string, string | undefined>;

/** Does what a call of the command line asks for. Never throws. */
export async function runCommandLine(
  args: string[],
  environment: Environment,
): Promise<CommandLineResult> {
  try {
    return { exitCode: 0, output: await answer(args, environment), complaint: '' };
  } catch (error) {
    const complaint = complain(error, args.includes('--json'));
    return { exitCode: error instanceof UsageError ? 2 : 1, output: '', complaint };
  }
}

async function answer([name, ...rest]: string[], environment: Environment): Promise<string> {
  if (name === undefined) throw new UsageError(overview(commands));
  if (name === '--help' || name === 'help') return overview(commands);
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    throw new UsageError(`There is no command "${name}".\n\n${overview(commands)}`);
  }
  const given = readArguments(command, rest);
  if (given.flag('help')) return usageOf(command);
  const { data, text } = await run(command, given, readConfig(environment));
  return given.flag('json') ? JSON.stringify(data) : text;
}

function complain(error: unknown, asJson: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof AppError ? error.code : undefined;
  return asJson ? JSON.stringify({ error: { message, code } }) : message;
}

async function run(command: Command, given: Given, config: Config): Promise<Outcome> {
  if ('runBeforeSchema' in command) return command.runBeforeSchema(config, given);
  const { context, close } = await openContext(config);
  try {
    if (!given.flag('print-mail')) {
      return withMailNote(await command.run(context, given), command, config);
    }
    const mailer = createPrintingMailer();
    const { data, text } = await command.run({ ...context, mailer }, given);
    const { mails } = mailer;
    return { data: { ...data, mails }, text: [text, ...mails.map(printedMail)].join('\n\n') };
  } finally {
    await close();
  }
}

function withMailNote(
  { data, text }: Outcome,
  { sendsMail }: Command,
  { smtpUrl }: Config,
): Outcome {
  if (!sendsMail || smtpUrl !== undefined) return { data, text };
  const note = 'SMTP_URL is not set: the mail was written to the folder mail in DATA_DIR.';
  return { data, text: `${text}\n${note}` };
}
