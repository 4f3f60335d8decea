import type { Feature } from '@repo/contract/features';

/**
 * Whether the server offers something beyond the specification. It lists the names, separated by
 * spaces, in the page's `<meta name="features">`, which costs no request. The list stays the same as
 * long as the page is open.
 */
export function hasFeature(feature: Feature): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="features"]');
  return meta?.content.split(/\s+/).includes(feature) ?? false;
}
