import type { QueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { toast } from '#ui/feedback/toast.ts';
import { refreshPeople } from './people-query.ts';

export type PeopleChange = {
  run: () => Promise<unknown>;
  /** The messages after success and failure. */
  done: string;
  failed: string;
  /** Undoes the change. Members' decisions about people apply to the whole workspace. */
  undo?: (() => Promise<unknown>) | undefined;
};

/** Changes something about people, shows it everywhere, and offers to undo it. */
export async function changePeople(client: QueryClient, change: PeopleChange): Promise<boolean> {
  const { run, done, failed, undo } = change;
  try {
    await run();
  } catch (error) {
    toast.error(failed, { description: failureMessage(error as Error, 'Please try again.') });
    return false;
  }
  await refreshPeople(client);
  const onClick = () =>
    void changePeople(client, {
      run: undo ?? run,
      done: 'The change was undone',
      failed: 'Failed to undo the change',
    });
  toast.success(done, undo && { action: { label: 'Undo', onClick } });
  return true;
}
