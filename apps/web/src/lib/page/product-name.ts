/** The configured name of the product, from the page's `<meta name="product-name">`. */
export function productName(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="product-name"]');
  return meta?.content.trim() || undefined;
}
