import { plural } from '@repo/domain/text/plural';
import { labelOfLevel } from '#lib/sharing/level-texts.ts';
import type { Comparison } from './comparison-query.ts';

type Facts = Pick<
  Comparison,
  'workspace' | 'colleagues' | 'level' | 'withheld' | 'participantsOnly'
>;

/**
 * Summarizes in one sentence what each workspace sees of a shared domain: "Sales, 5 colleagues: Subjects,
 * without 2 conversations that are kept private".
 */
export function summaryText({
  workspace,
  colleagues,
  level,
  withheld,
  participantsOnly,
}: Facts): string {
  const { privateConversations, privateMeetings } = withheld;
  const without = [
    ...(privateConversations === 0
      ? []
      : [
          `${plural(privateConversations, 'conversation')} that ${privateConversations === 1 ? 'is' : 'are'} kept private`,
        ]),
    ...(privateMeetings === 0 ? [] : [plural(privateMeetings, 'private meeting')]),
  ].join(' and ');
  return [
    `${workspace.name}, ${plural(colleagues.total, 'colleague')}: ${level === undefined ? 'another level' : labelOfLevel(level)}`,
    ...(participantsOnly === true && level === 'full'
      ? ['but the text only for those who took part']
      : []),
    ...(without === '' ? [] : [`without ${without}`]),
  ].join(', ');
}

/** "Ann, Bob and 3 more" */
export function colleaguesText({ total, first }: Comparison['colleagues']): string {
  const names = first.slice(0, 5).map(({ name, email }) => name || email);
  const more = total - names.length;
  return [
    names.slice(0, more > 0 ? undefined : -1).join(', '),
    more > 0 ? plural(more, 'more', 'more') : names.at(-1),
  ]
    .filter(Boolean)
    .join(' and ');
}
