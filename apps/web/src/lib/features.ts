import type { Feature } from '@repo/contract/features';

/**
 * Whether the server offers something beyond the specification. It says so in the page's
 * `<meta name="features">`, a list of names with spaces between them, at no cost of a request; the
 * list stays the same as long as the page is open.
 */
export function hasFeature(feature: Feature): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="features"]');
  return meta?.content.split(/\s+/).includes(feature) ?? false;
}
