import { useState, type MouseEvent } from 'react';

export type ItemMenu = {
  activityId: string;
  /** Where it opens, in pixels of the window. */
  point: { x: number; y: number };
  /** Another one for each time that it is opened. */
  key: number;
};

/** The entries of the feed, and the messages of an open conversation. */
const ENTRY = '[data-feed-item], [data-feed-message]';

/** Opens the menu of an entry of the feed, by the secondary button or by keyboard. */
export function useItemMenu() {
  const [menu, setMenu] = useState<ItemMenu>();
  const onContextMenu = (event: MouseEvent) => {
    const entry = (event.target as Element).closest<HTMLElement>(ENTRY);
    const activityId = entry?.dataset['feedItem'] ?? entry?.dataset['feedMessage'];
    if (activityId === undefined) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    setMenu((now) => ({ activityId, point, key: (now?.key ?? 0) + 1 }));
  };
  return { menu, onContextMenu };
}
