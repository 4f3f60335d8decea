import { writeFile } from 'node:fs/promises';
import { type Command, option, UsageError } from '../command.ts';
import { describeServer } from '../support/describe-server.ts';

export const supportReport: Command = {
  name: 'support-report',
  summary: 'Describes this server for those who help you, without secrets and contents',
  options: [option('--file <path>', 'Writes it to a new file instead of printing it')],
  run: async (context, given, environment) => {
    const report = await describeServer(context, environment);
    const text = JSON.stringify(report, undefined, 2);
    const file = given.optional('file');
    if (file === undefined) return { data: report, text };
    await writeNew(file, `${text}\n`);
    return {
      data: { file },
      text: `Wrote ${file}. It is text: read it before you give it to anybody.`,
    };
  },
};

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? `${file} exists. Choose another name.`
        : `${file} cannot be written (${code}). Choose another place.`,
    );
  }
}
