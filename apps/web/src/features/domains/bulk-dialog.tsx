import type { TrackedDomain } from '@repo/contract/domains';
import { ApiError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { plural } from '@repo/domain/text/plural';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

export type BulkAction = 'unshare' | 'remove';

type Props = {
  action: BulkAction;
  domains: readonly TrackedDomain[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** It ended; `failed` are the unchanged items. */
  onEnded: (failed: readonly TrackedDomain[]) => void;
};

const ACTS = { unshare: stopSharing, remove };

/** Asks before several domains are unshared or removed, and shows the progress and what failed. */
export function BulkDialog({ action, domains, open, onOpenChange, onEnded }: Props) {
  const each = useEach(ACTS[action], () => {});
  const failed = each.data?.failed ?? [];
  const isRemoval = action === 'remove';
  const domainsText = plural(domains.length, 'Domain');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        // Failures are not retried for another selection.
        if (!next) each.reset();
        onOpenChange(next);
      }}
      destructive
      title={isRemoval ? `Remove ${domainsText}` : `Stop Sharing ${domainsText}`}
      description={
        isRemoval
          ? "They are removed from your personal tracking. You'll stop contributing activity data to any shared workspace accounts for these domains."
          : 'Your activity with these domains disappears from the workspace accounts. The accounts stay, and you go on tracking the domains.'
      }
      confirmLabel={failed.length > 0 ? 'Try Again' : isRemoval ? 'Remove' : 'Stop Sharing'}
      loading={each.isPending}
      error={failed.length > 0 ? failureText(failed) : undefined}
      onConfirm={() => {
        const items = failed.length > 0 ? failed.map(({ item }) => item) : domains;
        each.mutate(items, {
          onSuccess: (outcome) => {
            if (outcome.failed.length === 0) each.reset();
            onEnded(outcome.failed.map(({ item }) => item));
          },
        });
      }}
    >
      {each.isPending ? (
        <ProgressBar
          label={`${each.done} of ${domainsText} done`}
          value={each.done}
          max={each.variables?.length ?? domains.length}
        />
      ) : null}
    </ConfirmDialog>
  );
}

function failureText(failed: readonly { item: TrackedDomain; reason: string }[]): string {
  const [first] = failed;
  if (first === undefined) return '';
  const others = failed.length - 1;
  return others === 0
    ? `${first.item.domain} failed: ${first.reason}`
    : `${first.item.domain} and ${plural(others, 'other')} failed: ${first.reason}`;
}

async function stopSharing({ id, workspaceShares }: TrackedDomain): Promise<void> {
  const workspaceId = workspaceShares[0]?.workspaceId;
  if (workspaceId === undefined) return;
  await unlessGone(
    apiRequestOrThrow('DELETE /api/accounts/domains/unshare', {
      body: { domainId: id, workspaceId },
    }),
  );
}

function remove({ id }: TrackedDomain): Promise<void> {
  return unlessGone(apiRequestOrThrow('DELETE /api/accounts/domains/{id}', { params: { id } }));
}

/** A domain that was already removed elsewhere counts as removed. */
async function unlessGone(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

type EachOutcome<Item> = {
  failed: { item: Item; reason: string }[];
};

/**
 * Does the same for each of several items, one after the other, and goes on after a failure.
 *
 * @param act resolves when an item is done
 */
function useEach<Item>(act: (item: Item) => Promise<unknown>, onSettled: () => void) {
  const [done, setDone] = useState(0);
  const all = useMutation({
    mutationFn: async (items: readonly Item[]): Promise<EachOutcome<Item>> => {
      const failed: EachOutcome<Item>['failed'] = [];
      setDone(0);
      for (const [index, item] of items.entries()) {
        try {
          await act(item);
        } catch (error) {
          failed.push({ item, reason: failureMessage(error, 'Try again.') });
        }
        setDone(index + 1);
      }
      return { failed };
    },
    onSettled,
  });
  return { ...all, done };
}
