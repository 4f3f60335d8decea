import { beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../database/create-database.ts';
import { createRecordingJobs, type RecordingJobs } from '#test/recording-jobs.ts';
import type { Job } from './job.ts';
import { startTakingUp } from './take-up.ts';

let jobs: RecordingJobs;
let isBegun: boolean;
beforeEach(() => {
  jobs = createRecordingJobs();
  isBegun = false;
});

const job: Job = {
  kind: { name: 'continue', retry: { limit: 0, delaySeconds: 0 }, expireSeconds: 60 },
  documentation: { summary: '', bound: '', afterKill: '' },
  hasWork: async () => isBegun,
  run: async () => {},
};

test('work that was begun and left is enqueued once, and again where it stays', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { look, stop } = startTakingUp({ db: {} as Database, jobs }, [job], 60_000);
  try {
    await look();
    isBegun = true;
    // The request that begins it is still at it.
    await look();
    expect(jobs.recorded).toEqual([]);
    await look();
    await look();
    expect(jobs.recorded).toMatchObject([{ kind: 'continue', options: { singletonKey: 'all' } }]);
    jobs.recorded.length = 0;
    await look();
    expect(jobs.recorded).toEqual([]);
    now.mockReturnValue(60_000);
    await look();
    expect(jobs.recorded).toHaveLength(1);
    // Finished, and begun again.
    jobs.recorded.length = 0;
    isBegun = false;
    await look();
    isBegun = true;
    await look();
    expect(jobs.recorded).toEqual([]);
    await look();
    expect(jobs.recorded).toHaveLength(1);
  } finally {
    await stop();
    now.mockRestore();
  }
});
