import { Info, Share2, Users } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { copyToClipboard } from '#ui/forms/copy-to-clipboard.ts';
import { Favicon } from '#ui/display/favicon.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import type { Account } from './account-query.ts';
import type { TimelineWindow } from './timeline/use-timeline-window.ts';
import { WindowControl } from './timeline/window-control.tsx';

type Props = {
  /** Undefined while it loads. */
  account: Account | undefined;
  /** A menu with the account's actions. */
  menu: ReactNode;
  /** The name where it can be edited, with its heading. */
  name: ReactNode;
  window: TimelineWindow;
  informationOpen: boolean;
  onInformationToggle: () => void;
  /** Receives the focus when the information panel closes. */
  informationButton: RefObject<HTMLButtonElement | null>;
};

export function AccountHeader({
  account,
  menu,
  name,
  window,
  informationOpen,
  onInformationToggle,
  informationButton,
}: Props) {
  const workspace = useWorkspace();
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
      <div className="flex min-w-0 flex-1 basis-32 items-center gap-2.5">
        {account === undefined ? (
          <output className="flex h-input-small items-center gap-2.5 text-muted">
            <Skeleton className="size-icon-large" />
            Loading account data...
          </output>
        ) : (
          <>
            <Favicon name={account.name} src={account.faviconUrl} size="large" />
            {name ?? (
              <h1 dir="auto" className="truncate text-title font-semibold tracking-title">
                {account.name}
              </h1>
            )}
            {account.heldSince === undefined ? null : <Badge kind="warning">Legal Hold</Badge>}
          </>
        )}
      </div>
      <div className="max-lg:order-1 max-lg:w-full">
        <WindowControl window={window} />
      </div>
      <div className="flex items-center gap-1.5">
        {account !== undefined && isFullServer() ? (
          <Button asChild size="small">
            <Link
              to={workspacePath(workspace, `accounts/${encodeURIComponent(account.id)}/people`)}
            >
              <Users aria-hidden />
              People
            </Link>
          </Button>
        ) : null}
        <Button
          size="small"
          onClick={() =>
            void copyToClipboard(location.href, {
              copied: 'Link copied to clipboard',
              failed: 'Failed to copy link',
            })
          }
        >
          <Share2 aria-hidden />
          Share
        </Button>
        <Button
          ref={informationButton}
          size="small"
          active={informationOpen}
          aria-pressed={informationOpen}
          onClick={onInformationToggle}
        >
          <Info aria-hidden />
          Info
        </Button>
        {menu}
      </div>
    </header>
  );
}
