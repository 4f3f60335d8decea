import { usePageName } from '../../lib/page/page-title.ts';

/** Tells screen readers which page they have come to; without a page load nothing else does. */
export function PageAnnouncer() {
  return <output className="sr-only">{usePageName()}</output>;
}
