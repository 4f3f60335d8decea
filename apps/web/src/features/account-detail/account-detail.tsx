import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePageIcon } from '#lib/page/page-icon.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { AccountNotFound, missingAccountTitle } from './account-not-found.tsx';
import { AccountPage } from './account-page.tsx';
import { MergedAccount } from './merged-account.tsx';
import { type Account, accountQuery } from './account-query.ts';
import type { RenderItemMenu } from './feed/activity-feed.tsx';
import { useEntryPoint } from './feed/use-entry-point.ts';
import { useFeed } from './feed/use-feed.ts';
import { useNamedFeed } from './feed/use-named-feed.ts';
import { useOpenActivity } from './feed/use-open-activity.ts';
import { useTimelineWindow } from './timeline/use-timeline-window.ts';

export type ActivityPanelProps = {
  accountId: string;
  activityId: string;
  /** A conversation as the feed lists it, for a server that does not know its id. */
  listed: object | undefined;
  /** Whether the feed may still list it. */
  isListing: boolean;
  onOpen: (activityId: string) => void;
  onClose: () => void;
};

type Props = {
  accountId: string;
  renderActivity: (props: ActivityPanelProps) => ReactNode;
  /** The menu of an entry of the feed. */
  renderItemMenu?: RenderItemMenu | undefined;
  renderMenu?: ((account: Account) => ReactNode) | undefined;
  /** The name where it can be edited, with its heading. */
  renderName?: ((account: Account) => ReactNode) | undefined;
  /** Further sections of the information panel. */
  renderInformation?: ((account: Account) => ReactNode) | undefined;
};

/** An account: its timeline, its activities and its participants. */
export function AccountDetail({
  accountId,
  renderActivity,
  renderItemMenu,
  renderMenu,
  renderName,
  renderInformation,
}: Props) {
  const workspace = useWorkspace();
  const { data: account, error, refetch, isFetching } = useQuery(accountQuery(accountId));
  const window = useTimelineWindow();
  const activity = useOpenActivity();
  const feed = useNamedFeed(useFeed(accountId, window, activity.activityId));
  const { activityId, open, close } = activity;
  useEntryPoint(feed);
  const belongsElsewhere =
    account?.workspaceId !== undefined && account.workspaceId !== workspace.id;
  const isMissing = belongsElsewhere || (account === undefined && error !== null);
  usePageTitle(isMissing ? missingAccountTitle(error) : (account?.name ?? 'Account'));
  usePageIcon(isMissing ? undefined : account?.faviconUrl);

  if (isMissing) {
    return (
      <MergedAccount accountId={accountId} error={error}>
        <AccountNotFound error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </MergedAccount>
    );
  }
  return (
    <AccountPage
      accountId={accountId}
      account={account}
      menu={account && renderMenu?.(account)}
      name={account && renderName?.(account)}
      information={account && renderInformation?.(account)}
      window={window}
      activity={activity}
      feed={feed}
      renderItemMenu={renderItemMenu}
      panel={
        activityId === undefined
          ? undefined
          : renderActivity({
              accountId,
              activityId,
              listed: feed.items?.find(({ id }) => id === activityId)?.received,
              isListing: feed.items === undefined && !feed.failed,
              onOpen: open,
              onClose: close,
            })
      }
    />
  );
}
