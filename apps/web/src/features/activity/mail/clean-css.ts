/** Fetches a picture. Every pattern here takes time in proportion to the text, whatever it is. */
const picture = /\burl\s*\([^)]*(\)|$)/gi;
/** Functions of CSS that fetch something, in whatever way. */
const fetching = /url\s*\(|image-set\s*\(|image\s*\(|cross-fade\s*\(|element\s*\(|src\s*\(/i;
/** Rules that fetch something other than a picture. */
const fetchingRule = /@(import|font-face|namespace|charset)[^;{]*(;|\{[^}]*(\}|$)|$)/gi;

/**
 * The declarations of a `style` attribute without what fetches something. Text with escapes can
 * spell anything and is dropped whole. The policy of the frame stops what gets past this.
 */
export function cleanDeclarations(css: string): string {
  if (css.includes('\\')) return '';
  return withoutPictures(withoutComments(css))
    .split(';')
    .filter((declaration) => !fetching.test(declaration))
    .join(';');
}

/** A style sheet without rules and declarations that fetch something. */
export function cleanStyleSheet(css: string): string {
  if (css.includes('\\')) return '';
  return (
    withoutPictures(withoutComments(css).replaceAll(fetchingRule, ''))
      .split(/([;{}])/)
      .filter((part) => !fetching.test(part))
      .join('')
      // Nothing in it may end the element that it stands in.
      .replaceAll('<', '')
  );
}

/** A background keeps its colour, which its text may need. */
const withoutPictures = (css: string) => css.replaceAll(picture, 'none');

const withoutComments = (css: string) =>
  css.replaceAll(/\/\*[^]*?(\*\/|$)/g, '').replaceAll(/<!--|-->/g, '');
