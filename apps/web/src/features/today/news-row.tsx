import type { TodayNews } from '@repo/contract/today';
import { FolderPlus, Share2 } from 'lucide-react';
import { Link } from 'react-router';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { AccountLinks } from './account-links.tsx';

/** A colleague's additions: 'Ben created Acme and 3 more'. */
export function NewsRow({ news }: { news: TodayNews }) {
  const workspace = useWorkspace();
  const { kind, by, accounts, at, total } = news;
  const others = total - accounts.length;
  const Icon = kind === 'created' ? FolderPlus : Share2;
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 text-grid last:border-0">
      <Icon aria-hidden className="mt-0.5 size-icon-small shrink-0 text-faint" />
      <div className="flex min-w-0 flex-1 flex-col sm:flex-row sm:gap-3">
        <p className="min-w-0 flex-1 break-words text-muted">
          <span dir="auto" className="font-medium text-ink">
            {by.name || by.email}
          </span>{' '}
          {kind === 'created' ? 'created ' : 'shared activities of '}
          <AccountLinks accounts={accounts} />
          {others > 0 ? (
            <>
              {' and '}
              <Link to={workspacePath(workspace)} className="font-medium text-ink hover:underline">
                {others} more
              </Link>
            </>
          ) : null}
        </p>
        <RelativeTime value={at} className="shrink-0 whitespace-nowrap text-muted" />
      </div>
    </li>
  );
}
