import { useQueryClient } from '@tanstack/react-query';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import { checkSession } from '#lib/session/check-session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { refreshTags } from './change-tags.ts';
import type { Tag, TaggedAccount } from './read-tags.ts';
import { TAG_OUTCOME_TEXTS } from './tag-outcome-texts.ts';

/**
 * Puts tags on one account and takes them off, shown at once. Each resolves to why it failed; taking off offers an
 * undo.
 */
export function useTagAccount(workspaceId: string, account: TaggedAccount) {
  const client = useQueryClient();

  const show = (change: (tags: readonly Tag[]) => readonly Tag[]) =>
    client.setQueryData(['account', account.id], (read: TaggedAccount | undefined) =>
      read === undefined ? read : { ...read, tags: change(read.tags) },
    );
  const showWith = (tag: Tag) =>
    show((tags) =>
      [...tags.filter(({ id }) => id !== tag.id), tag].toSorted((one, other) =>
        one.name.localeCompare(other.name, 'en', { numeric: true }),
      ),
    );
  const showWithout = (tag: Tag) => show((tags) => tags.filter(({ id }) => id !== tag.id));

  const send = async (change: { add?: string[]; remove?: string[] }) => {
    const { data, error } = await apiRequest('PUT /api/workspaces/{workspaceId}/accounts/tags', {
      params: { workspaceId },
      body: { changes: [{ accountId: account.id, ...change }] },
    });
    await checkSession(client, error);
    const outcome = data?.outcomes[0]?.outcome;
    refreshAccounts(client);
    refreshTags(client);
    if (error !== undefined) return failureMessage(error, 'Please try again.');
    if (outcome === undefined || outcome === 'changed') return undefined;
    const text = TAG_OUTCOME_TEXTS[outcome];
    if (outcome === 'gone') return `${account.name} was ${text}.`;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };

  const putOn = async (tag: Tag): Promise<string | undefined> => {
    showWith(tag);
    const problem = await send({ add: [tag.id] });
    if (problem !== undefined) showWithout(tag);
    return problem;
  };

  const takeOff = async (tag: Tag): Promise<string | undefined> => {
    showWithout(tag);
    const problem = await send({ remove: [tag.id] });
    if (problem === undefined) {
      toast.success(`${account.name} is no longer tagged ${tag.name}`, {
        action: { label: 'Undo', onClick: () => void undo(tag) },
      });
    } else showWith(tag);
    return problem;
  };

  const undo = async (tag: Tag) => {
    const problem = await putOn(tag);
    if (problem === undefined) return;
    toast.error('Failed to put the tag back', { description: problem });
  };

  return { putOn, takeOff };
}
