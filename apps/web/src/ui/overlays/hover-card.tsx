import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { CARD_DELAY_MS } from '../feedback/timings.ts';

type HoverCardProps = {
  /** Text and pictures only: the focus cannot go there. */
  content: ReactNode;
  /** The element that the card describes; it must take a ref and pointer events. */
  children: ReactElement;
};

/** Opens after a moment on hover and at once on keyboard focus; Escape closes it. */
export function HoverCard({ content, children }: HoverCardProps) {
  return (
    <RadixTooltip.Provider delayDuration={CARD_DELAY_MS} skipDelayDuration={0}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side="bottom"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="z-(--layer-tooltip) w-72 max-w-[calc(100vw-1rem)] rounded-md border border-line-strong bg-raised p-3 text-body text-ink shadow-float"
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
