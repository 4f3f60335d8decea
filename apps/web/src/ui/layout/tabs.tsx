import { clsx } from 'clsx';
import * as RadixTabs from 'radix-ui/tabs';
import type { ComponentProps, ReactNode } from 'react';

export const Tabs = RadixTabs.Root;

/** `label` names the row of tabs for screen readers. */
export function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <RadixTabs.List
      aria-label={label}
      className="flex gap-4 overflow-x-auto border-b border-line px-1"
    >
      {children}
    </RadixTabs.List>
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      {...rest}
      className={clsx(
        '-mx-1 -mb-px h-input border-b-2 px-1 border-transparent text-body font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:rounded-sm focus-visible:-outline-offset-2 disabled:opacity-50 data-[state=active]:border-accent data-[state=active]:text-ink',
        className,
      )}
    />
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...rest} className={clsx('pt-4', className)} />;
}
