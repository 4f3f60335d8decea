import { cva } from 'class-variance-authority';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type MessageKind = 'error' | 'info' | 'success' | 'warning';

const bannerStyle = cva('flex items-start gap-2 rounded-md px-3 py-2 text-grid', {
  variants: {
    kind: {
      error: 'bg-danger-soft text-danger-ink',
      info: 'bg-accent-soft text-accent-ink',
      success: 'bg-success-soft text-success-ink',
      warning: 'bg-warning-soft text-warning-ink',
    } satisfies Record<MessageKind, string>,
  },
});

export type BannerProps = {
  kind: MessageKind;
  children: ReactNode;
  /** A button at the end: retry, undo. */
  action?: ReactNode;
  className?: string | undefined;
};

/** A message in place, for instance above a form. Announced when it appears. */
export function Banner({ kind, children, action, className }: BannerProps) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={bannerStyle({ kind, className })}>
      <MessageIcon kind={kind} className="mt-0.5" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {action === undefined ? null : <div className="-my-0.5">{action}</div>}
    </div>
  );
}

const ICONS = {
  error: CircleAlert,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
} satisfies Record<MessageKind, unknown>;

export function MessageIcon({ kind, className }: { kind: MessageKind; className?: string }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className={`size-icon-small shrink-0 ${className ?? ''}`} />;
}
