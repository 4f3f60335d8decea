import type { PlantedFault } from './planted-fault.ts';

/** Of webhooks: which events are sent, and receivers that mean harm. */
export const webhookFaults: readonly PlantedFault[] = [
  {
    name: 'an attempt at a receiver that speaks another protocol never ends',
    find: "sent.on('close', () => reject(",
    replace: "sent.on('ready', () => reject(",
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'answers before the answer of a receiver are read without an end',
    find: 'if (early > MAX_EARLY_ANSWERS) sent',
    replace: 'if (early < 0) sent',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'webhooks that always have more to get take all turns',
    find: '(webhook.id > ${after}::uuid) desc, webhook.id',
    replace: 'webhook.id',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'webhooks that take long take the turns of the others',
    find: 'isFailing || slow.has(id);',
    replace: 'isFailing;',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'webhooks that keep their changes are all that a run looks at',
    find: 'webhook.disabled is null and webhook.id > ${next.after}',
    replace: 'webhook.disabled is null',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'webhooks with too much waiting are counted each second',
    find: 'webhook.id <> all(${[...next.full.keys()]}::uuid[]) and',
    replace: '',
    tests: ['webhooks/ending-webhooks'],
  },
  {
    name: 'what was taken is sent long after a webhook is switched off',
    find: 'const BEGUN_WITHIN_MS = 1_000;',
    replace: 'const BEGUN_WITHIN_MS = 15_000;',
    tests: ['webhooks/ending-webhooks'],
  },
  {
    name: 'a connection that broke before its webhook is told as news',
    find: '>= ${newsSince(webhook, now)}`,\n    )',
    replace: 'is not null and ${newsSince(webhook, now)} is not null`,\n    )',
    tests: ['webhooks/making/note-due'],
  },
  {
    name: 'an owner gets at their address what another owner may see',
    find: 'isEnabledAgain || (before.by?.id !== owner.id && isSentElsewhere(before, typed));',
    replace: 'isEnabledAgain;',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'a test of a webhook waits while its receiver is left alone',
    find: '  await endPause(db, ofWebhook);',
    replace: '',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'a text for a chat ends in half of a character',
    find: ".replace(/[\\uD800-\\uDBFF]$/, '')\n    .trimEnd()}…`",
    replace: '.trimEnd()}…`',
    tests: ['webhooks/hostile-receivers'],
  },
  {
    name: 'a delivery is sent though its owner may not see it any more',
    find: 'if (activity === undefined || account === undefined) return undefined;',
    replace: 'if (activity === undefined || account === undefined) return {};',
    tests: ['webhooks/webhooks.test'],
  },
];
