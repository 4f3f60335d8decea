import type { Command } from '../command.ts';
import { checkSettings } from '../doctor/check-settings.ts';

const marks = { good: 'ok     ', bad: 'WRONG  ', check: 'CHECK  ', unset: '-      ' } as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks the settings and explains how to fix what is wrong',
  options: [],
  run: async (context) => {
    const findings = await checkSettings(context);
    const lines = findings.map(({ state, subject, says }) => `${marks[state]}${subject}: ${says}`);
    return { data: { findings }, text: lines.join('\n') };
  },
};
