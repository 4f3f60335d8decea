import type { PlannedShare } from '@repo/contract/shares';
import type { Workspace } from '@repo/contract/workspaces';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { plural } from '@repo/domain/text/plural';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { DialogBody, DialogFooter } from '#ui/overlays/dialog.tsx';
import type { SharingOutcome } from './share-all.ts';

type Props = {
  outcome: SharingOutcome;
  plan: readonly PlannedShare[];
  workspace: Workspace;
  onTryAgain: (domainIds: ReadonlySet<string>) => void;
  onClose: () => void;
};

/** The shared domains, and the others with the reasons. */
export function SharingResult({ outcome, plan, workspace, onTryAgain, onClose }: Props) {
  const openAccounts = useRef<HTMLAnchorElement>(null);
  // The button that was pressed is gone with the form.
  useEffect(() => openAccounts.current?.focus(), []);
  const { results, failure } = outcome;
  const domainOf = new Map(plan.map(({ domainId, domain }) => [domainId, domain]));
  const problems = results.filter(({ problem }) => problem !== undefined);
  const shared = results.length - problems.length;
  const handled = new Set(results.map(({ domainId }) => domainId));
  const untried = plan.filter((one) => one.sharedWith === null && !handled.has(one.domainId));
  const failed = new Set([...problems, ...untried].map(({ domainId }) => domainId));
  const Icon = failed.size === 0 ? CircleCheck : TriangleAlert;
  return (
    <>
      <DialogBody>
        <output className="flex gap-2.5">
          <Icon
            aria-hidden
            className={`mt-px size-icon shrink-0 ${failed.size === 0 ? 'text-success-ink' : 'text-warning-ink'}`}
          />
          <span className="min-w-0">
            {shared === 0
              ? `Nothing was shared with ${workspace.name}.`
              : `${plural(shared, 'company is', 'companies are')} shared with ${workspace.name}.`}
            {failed.size > 0
              ? ` ${plural(failed.size, 'company was', 'companies were')} not shared.`
              : ''}
            {failure === undefined ? '' : ` ${failure}`}
          </span>
        </output>
        {problems.length === 0 ? null : (
          <ul
            aria-label="Not shared"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls by keyboard.
            tabIndex={0}
            className="mt-3 max-h-domain-list divide-y divide-line overflow-y-auto rounded-md border border-line"
          >
            {problems.map(({ domainId, problem }) => (
              <li key={domainId} className="px-3 py-2 text-grid">
                <span className="font-medium">{domainOf.get(domainId)}</span>
                <span className="block text-muted">{problem?.message}</span>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        {failed.size > 0 ? (
          <Button onClick={() => onTryAgain(failed)}>Try Again</Button>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )}
        <Button asChild variant="primary">
          <Link ref={openAccounts} to={workspacePath(workspace)} onClick={onClose}>
            Open Accounts
          </Link>
        </Button>
      </DialogFooter>
    </>
  );
}
