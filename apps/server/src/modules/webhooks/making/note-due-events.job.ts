import { EVERY_10_MINUTES } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { noteDueEvents } from './note-due-events.ts';

export const noteDueEventsJob: Job = {
  kind: {
    name: 'note-due-events',
    // The next run tries again.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 900,
  },
  schedule: EVERY_10_MINUTES,
  documentation: {
    summary:
      'Stores the events of webhooks that come with time: someone is going quiet, a conversation waits, a connection has to be connected again.',
    bound: '500 events of each kind for each webhook',
    afterKill: 'The next run stores the rest; each event has an id, so that it is stored once.',
  },
  run: (context) => noteDueEvents(context),
};
