import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Tooltip } from '#ui/overlays/tooltip.tsx';

type Props = {
  to: string;
  label: string;
  icon: LucideIcon;
  current: boolean;
  /** Shows the icon alone; the label becomes the tooltip. */
  iconOnly: boolean;
  /** Something there needs the user; shown as a dot. */
  attention?: string | undefined;
};

export function SidebarLink({ to, label, icon: Icon, current, iconOnly, attention }: Props) {
  const link = (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'relative flex h-8 items-center gap-2 rounded-md text-body text-muted transition-colors focus-visible:-outline-offset-2 aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink hoverable:bg-hover hoverable:text-ink',
        iconOnly ? 'w-8 justify-center' : 'px-2',
      )}
    >
      <Icon aria-hidden className="size-icon-small shrink-0" />
      <span className={iconOnly ? 'sr-only' : 'min-w-0 flex-1 truncate'} dir="auto">
        {label}
      </span>
      {attention === undefined ? null : (
        <>
          <span
            aria-hidden
            className={clsx(
              'size-2 shrink-0 rounded-full bg-warning-ink',
              iconOnly && 'absolute top-1 right-1',
            )}
          />
          <span className="sr-only">{attention}</span>
        </>
      )}
    </Link>
  );
  const described = attention === undefined ? label : `${label}: ${attention}`;
  return (
    <li>
      {iconOnly ? (
        <Tooltip side="right" content={described}>
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
