import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from '../forms/icon-button.tsx';

export type SidePanelProps = {
  title: ReactNode;
  /** Called by the close button and by Escape inside the panel. The caller gives focus back. */
  onClose: () => void;
  /** Names the close button where "Close" alone would be unclear. */
  closeLabel?: string;
  actions?: ReactNode;
  /** Sets the width; the information panel's 320 px unless given. */
  className?: string | undefined;
  /** The content fills the space below the title, and scrolls by itself. */
  flush?: boolean;
  children: ReactNode;
};

/** A panel at the side of the content, not over it. */
export function SidePanel({
  title,
  onClose,
  closeLabel = 'Close',
  actions,
  className = 'w-information-panel',
  flush = false,
  children,
}: SidePanelProps) {
  const titleId = useId();
  return (
    // Handles events from inside; it is not interactive itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      aria-labelledby={titleId}
      className={clsx('flex min-h-0 shrink-0 flex-col border-l border-line bg-canvas', className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-body font-semibold">
          {title}
        </h2>
        {actions}
        <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
      </header>
      <div className={clsx('min-h-0 flex-1', flush ? 'flex flex-col' : 'overflow-y-auto p-4')}>
        {children}
      </div>
    </aside>
  );
}
