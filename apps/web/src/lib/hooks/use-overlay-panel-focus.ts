import { useEffect, useRef, type RefObject } from 'react';
import { useMediaQuery, WIDE } from './use-media-query.ts';

/**
 * For a panel that is beside the content on a wide window and over it on a narrow one:
 * beside it, focus stays where it is, to go on there; over it, focus comes along when it opens.
 *
 * @returns belongs on the panel, which must be able to take the focus.
 */
export function useOverlayPanelFocus(): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(WIDE);
  useEffect(() => {
    if (!isWide) panel.current?.focus({ preventScroll: true });
  }, [isWide]);
  return panel;
}
