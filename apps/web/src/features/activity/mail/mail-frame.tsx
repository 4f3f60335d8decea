import { useMemo, useSyncExternalStore } from 'react';
import { frameDocument, type FrameLook } from './frame-document.ts';
import type { SanitisedHtml } from './sanitise-html.ts';

type Props = { html: SanitisedHtml; withPictures: boolean; title: string };

/**
 * Shows foreign HTML in a frame without scripts, without the page's origin and without requests.
 * Therefore it cannot report its height either; it fills the available space and scrolls.
 */
export function MailFrame({ html, withPictures, title }: Props) {
  const scheme = useColorScheme();
  const source = useMemo(
    () => frameDocument(html, readLook(scheme), withPictures),
    [html, scheme, withPictures],
  );
  return (
    <iframe
      title={title}
      // A changed content policy requires a new document.
      key={String(withPictures)}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={source}
      className="block min-h-0 w-full flex-1 border-0 bg-transparent"
      style={{ colorScheme: html.isColoured ? 'light' : scheme }}
    />
  );
}

/** A frame of no origin inherits no style; the tokens are handed to it by value. */
function readLook(scheme: FrameLook['scheme']): FrameLook {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(`--color-${name}`).trim() || 'inherit';
  return {
    scheme,
    ink: token('ink'),
    muted: token('muted'),
    canvas: token('canvas'),
    line: token('line-strong'),
    link: token('accent-ink'),
  };
}

/** The current theme, for content that cannot follow it through the style sheet. */
function useColorScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, read);
}

function read(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
