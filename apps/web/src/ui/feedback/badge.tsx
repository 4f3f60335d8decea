import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badgeStyle = cva(
  'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 text-grid font-medium whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      kind: {
        neutral: 'bg-pressed text-muted',
        accent: 'bg-accent-soft text-accent-ink',
        success: 'bg-success-soft text-success-ink',
        warning: 'bg-warning-soft text-warning-ink',
        danger: 'bg-danger-soft text-danger-ink',
      },
    },
    defaultVariants: { kind: 'neutral' },
  },
);

export type BadgeProps = VariantProps<typeof badgeStyle> & {
  className?: string | undefined;
  children: ReactNode;
};

/** A state or a count in a word. */
export function Badge({ kind, className, children }: BadgeProps) {
  return <span className={badgeStyle({ kind, className })}>{children}</span>;
}
