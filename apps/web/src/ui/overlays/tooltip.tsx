import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { TOOLTIP_DELAY_MS } from '../feedback/timings.ts';

type TooltipProps = {
  content: ReactNode;
  /** The element that the tooltip describes; it must take a ref and pointer events. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
};

/** Opens at once on hover and on keyboard focus; Escape closes it. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <RadixTooltip.Provider
      delayDuration={TOOLTIP_DELAY_MS}
      skipDelayDuration={0}
      disableHoverableContent
    >
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className="z-(--layer-tooltip) max-w-tooltip rounded-sm bg-inverse-surface px-2 py-1 text-grid break-words text-inverse shadow-float"
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
