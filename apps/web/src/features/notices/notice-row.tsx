import type { Notice, NoticeKind } from '@repo/contract/notices';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  BellOff,
  BookOpenCheck,
  KeyRound,
  type LucideIcon,
  Mail,
  MailOpen,
  Reply,
  Share2,
  Unplug,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { markNotices } from './mark-notices.ts';

const ICONS: Readonly<Record<NoticeKind, LucideIcon>> = {
  share: Share2,
  answer: Reply,
  quiet: BellOff,
  connection: Unplug,
  access: KeyRound,
  granted: BookOpenCheck,
};

type Props = { notice: Notice; onLeave: () => void };

/** A notice. Its links lead to its subject and mark it as read. */
export function NoticeRow({ notice, onLeave }: Props) {
  const client = useQueryClient();
  const { id, kind, at, isRead, workspace } = notice;
  const Icon = ICONS[kind];
  const follow = () => {
    if (!isRead) void markNotices(client, [id], true);
    onLeave();
  };
  return (
    <li
      className={clsx(
        'flex items-start gap-3 border-b border-line py-2.5 pr-2 pl-4 text-grid last:border-0',
        !isRead && 'bg-accent-soft',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-icon-small shrink-0 text-muted" />
      <div className="min-w-0 flex-1 break-words">
        <p className="text-muted">
          {isRead ? null : <span className="sr-only">Unread: </span>}
          <NoticeText notice={notice} onFollow={follow} />
        </p>
        <p className="mt-0.5 flex min-w-0 gap-1.5 text-muted">
          <RelativeTime value={at} className="shrink-0 whitespace-nowrap" />
          {workspace === null ? null : (
            <>
              <span aria-hidden>·</span>
              <span dir="auto" className="truncate">
                {workspace.name}
              </span>
            </>
          )}
        </p>
      </div>
      <IconButton
        label={isRead ? 'Mark as unread' : 'Mark as read'}
        icon={isRead ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
        onClick={() => void markNotices(client, [id], !isRead)}
      />
    </li>
  );
}

type TextProps = { notice: Notice; onFollow: () => void };

function NoticeText({ notice, onFollow }: TextProps): ReactNode {
  const { kind, by, accounts, total, connection } = notice;
  const links = <AccountLinks notice={notice} onFollow={onFollow} />;
  const colleague = (
    <span dir="auto" className="font-medium text-ink">
      {by?.name || by?.email || 'A colleague'}
    </span>
  );
  switch (kind) {
    case 'access':
      return (
        <>
          {colleague} asks to read conversations with {links}.{' '}
          <Link
            to="/import-preferences"
            className="font-medium text-ink hover:underline"
            onClick={onFollow}
          >
            Answer in Import Preferences
          </Link>
        </>
      );
    case 'granted':
      return (
        <>
          {colleague} gave you access to a conversation with {links}
        </>
      );
    case 'share':
      return (
        <>
          {colleague} shared activities of your{' '}
          {total > 1 || accounts.length > 1 ? 'accounts' : 'account'} {links}
        </>
      );
    case 'answer':
      return <>First answer of {links}</>;
    case 'quiet':
      return <>{links} is going quiet: no contact for six weeks</>;
    default:
      return (
        <>
          <Link
            to="/integrations"
            dir="auto"
            className="font-medium text-ink hover:underline"
            onClick={onFollow}
          >
            {connection}
          </Link>{' '}
          has to be connected again
        </>
      );
  }
}

/** 'Acme, Beta and 3 more' */
function AccountLinks({ notice, onFollow }: TextProps): ReactNode {
  const { workspace, accounts, total } = notice;
  if (workspace === null) return null;
  const path = (page?: string) =>
    workspacePath({ slug: workspace.slug, organization: { slug: workspace.orgSlug } }, page);
  const linkStyle = 'font-medium text-ink hover:underline';
  return (
    <>
      {accounts.map(({ id, name }, index) => (
        <span key={id}>
          {index === 0 ? null : ', '}
          <Link
            to={path(`accounts/${encodeURIComponent(id)}`)}
            dir="auto"
            className={linkStyle}
            onClick={onFollow}
          >
            {name || 'Unnamed account'}
          </Link>
        </span>
      ))}
      {total > accounts.length ? (
        <>
          {' and '}
          <Link to={path()} className={linkStyle} onClick={onFollow}>
            {total - accounts.length} more
          </Link>
        </>
      ) : null}
    </>
  );
}
