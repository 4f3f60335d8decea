import { useEffect } from 'react';

/**
 * Shows an image as the tab's icon while the page is open; the application's own where it fails.
 */
export function usePageIcon(url: string | undefined): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!url || link === null) return;
    const own = { href: link.getAttribute('href') ?? '', type: link.type };
    const probe = new Image();
    probe.referrerPolicy = 'no-referrer';
    probe.addEventListener('load', () => {
      link.removeAttribute('type');
      link.href = url;
    });
    probe.src = url;
    return () => {
      // An image that loads from now on belongs to a page that was left.
      probe.removeAttribute('src');
      link.type = own.type;
      link.href = own.href;
    };
  }, [url]);
}
