import type { Config } from '../../config.ts';

/** Inserts the server's settings into the page for the web application. */
export function fillPage(
  html: string,
  {
    productName,
    apiBaseUrl,
    webFeatures,
  }: Pick<Config, 'productName' | 'apiBaseUrl' | 'webFeatures'>,
): string {
  return [
    meta('product-name', productName),
    meta('api-base-url', apiBaseUrl),
    meta('features', webFeatures.join(' ')),
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(productName)}</title>`] as const,
  ].reduce((filled, [place, text]) => {
    if (!place.test(filled)) throw new Error(`index.html of the web application lacks ${place}`);
    return filled.replace(place, () => text);
  }, html);
}

const meta = (name: string, content: string) =>
  [
    new RegExp(`<meta name="${name}" content="[^"]*"`),
    `<meta name="${name}" content="${escapeHtml(content)}"`,
  ] as const;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
