import { plural } from '@repo/domain/text/plural';
import { useQueryClient } from '@tanstack/react-query';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { restoreAccounts } from '#lib/account-edits/restore-accounts.ts';
import { failureLines } from '#lib/bulk/failure-text.ts';
import type { BulkOutcome } from '#lib/bulk/run-in-parts.ts';
import { runInParts } from '#lib/bulk/run-in-parts.ts';
import { isFinal, useBulk, type BulkAct } from '#lib/bulk/use-bulk.ts';
import type { ChosenMember } from '#lib/members/choose-member.tsx';
import { refreshTags } from '#lib/tags/change-tags.ts';
import type { Tag } from '#lib/tags/read-tags.ts';
import { toast } from '#ui/feedback/toast.ts';
import {
  GONE,
  changeOwners,
  changeTags,
  deleteAccounts,
  type NamedAccount,
  type OwnerChange,
} from './account-acts.ts';

type Options = {
  workspaceId: string;
  /** Shows the accounts as they are now. */
  onChanged: () => void;
  /** Accounts are gone. */
  onDeleted: (accounts: readonly NamedAccount[]) => void;
};

/** The actions on several accounts. Each has one undo for all that it changed. */
export function useAccountActions({ workspaceId, onChanged, onDeleted }: Options) {
  const client = useQueryClient();
  const bulk = useBulk<NamedAccount>();
  const finish = () => {
    refreshAccounts(client);
    onChanged();
  };
  const undo = <Item extends NamedAccount, Done>(
    items: readonly Item[],
    act: BulkAct<Item, Done>,
  ) => {
    void undoAll(items, act).then(finish);
  };

  const setOwner = async (accounts: readonly NamedAccount[], member: ChosenMember | undefined) => {
    const userId = member?.userId ?? null;
    const act = changeOwners(workspaceId);
    const changes: OwnerChange[] = accounts.map(({ id, name }) => ({ id, name, userId }));
    const outcome = await bulk.run('Changing owners', changes, act);
    onDeleted(outcome.failed.flatMap(({ item, reason }) => (reason === GONE ? [item] : [])));
    finish();
    const changed = outcome.done.filter(({ before }) => before !== userId);
    const count = outcome.done.length;
    announce(outcome, {
      done:
        member === undefined
          ? `${plural(count, 'account')} ${count === 1 ? 'has' : 'have'} no owner now`
          : `${member.name} owns ${plural(count, 'account')} now`,
      stopped: 'changed',
      undo:
        changed.length === 0
          ? undefined
          : () =>
              undo(
                changed.map(({ id, name, before }) => ({
                  id,
                  name,
                  userId: before,
                  replaces: userId,
                })),
                act,
              ),
    });
  };

  const setTag = async (accounts: readonly NamedAccount[], tag: Tag, isOn: boolean) => {
    const act = changeTags(workspaceId);
    const changes = accounts.map(({ id, name }) => ({
      id,
      name,
      add: isOn ? [tag.id] : [],
      remove: isOn ? [] : [tag.id],
    }));
    const outcome = await bulk.run('Changing tags', changes, act);
    onDeleted(outcome.failed.flatMap(({ item, reason }) => (reason === GONE ? [item] : [])));
    const finishTags = () => {
      refreshTags(client);
      finish();
    };
    finishTags();
    // Accounts that had the tag before, or not, stay as they were.
    const changed = outcome.done.filter(({ add, remove: off }) => add.length + off.length > 0);
    const count = plural(outcome.done.length, 'account');
    announce(outcome, {
      done: isOn ? `${count} tagged ${tag.name}` : `${tag.name} taken off ${count}`,
      stopped: 'changed',
      undo:
        changed.length === 0
          ? undefined
          : () => {
              const back = changed.map((item) => ({ ...item, add: item.remove, remove: item.add }));
              void undoAll(back, act).then(finishTags);
            },
    });
  };

  const remove = async (accounts: readonly NamedAccount[]) => {
    const outcome = await bulk.run('Deleting accounts', accounts, deleteAccounts());
    const failed = new Set(outcome.failed.map(({ item }) => item.id));
    if (outcome.left === 0) onDeleted(accounts.filter(({ id }) => !failed.has(id)));
    else onDeleted(outcome.done);
    finish();
    announce(outcome, {
      done: `${plural(outcome.done.length, 'account')} deleted`,
      stopped: 'deleted',
      undo:
        outcome.done.length === 0
          ? undefined
          : () => undo(outcome.done, restoreAccounts(workspaceId)),
    });
  };
  return { ...bulk, setOwner, setTag, remove };
}

type Announcement = { done: string; stopped: string; undo: (() => void) | undefined };

function announce(
  { done, failed, left }: BulkOutcome<unknown, unknown>,
  texts: Announcement,
): void {
  const action = texts.undo && { label: 'Undo', onClick: texts.undo };
  const options = action === undefined ? {} : { action };
  if (left > 0) {
    const total = done.length + failed.length + left;
    const of = `${done.length.toLocaleString('en')} of ${plural(total, 'account')}`;
    toast.info(`Stopped: ${of} ${texts.stopped}`, options);
  } else if (done.length > 0) {
    toast.success(texts.done, options);
  } else if (failed.length === 0) {
    toast.info('Nothing was left to change');
  }
}

/** Undoes a change of several accounts; it goes on when the page is left. */
async function undoAll<Item extends NamedAccount, Done>(
  items: readonly Item[],
  act: BulkAct<Item, Done>,
): Promise<void> {
  const { done, failed } = await runInParts(items, {
    ...act,
    isFinal,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (done.length > 0) toast.success(`Undone for ${plural(done.length, 'account')}`);
  if (failed.length > 0) {
    toast.error(`${failed.length.toLocaleString('en')} could not be undone`, {
      description: failureLines(failed, ({ name }) => name).join('\n'),
    });
  }
}
