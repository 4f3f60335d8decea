/** Functions of CSS that fetch something. */
const fetching = /url\s*\(|image-set\s*\(|image\s*\(|cross-fade\s*\(|element\s*\(|src\s*\(/i;
/** Rules that fetch something. */
const fetchingRule = /@(import|font-face|namespace|charset)[^;{]*(;|\{[^}]*\}|$)/gi;

/**
 * The declarations of a `style` attribute, without those that fetch something. Text with escapes
 * can spell anything and is dropped whole. The policy of the frame stops what gets past this.
 */
export function cleanDeclarations(css: string): string {
  if (css.includes('\\')) return '';
  return withoutComments(css)
    .split(';')
    .filter((declaration) => !fetching.test(declaration))
    .join(';');
}

/** A style sheet without rules and declarations that fetch something. */
export function cleanStyleSheet(css: string): string {
  if (css.includes('\\')) return '';
  return (
    withoutComments(css)
      .replaceAll(fetchingRule, '')
      .split(/([;{}])/)
      .filter((part) => !fetching.test(part))
      .join('')
      // Nothing in it may end the element that it stands in.
      .replaceAll('<', '')
  );
}

const withoutComments = (css: string) =>
  css.replaceAll(/\/\*[^]*?(\*\/|$)/g, '').replaceAll(/<!--|-->/g, '');
