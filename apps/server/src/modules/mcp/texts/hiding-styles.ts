/** The values of the properties of a `style` attribute, in lower case. */
export type Styles = ReadonlyMap<string, string>;

/** Longer values hide nothing that a shorter one does not. */
const MAX_VALUE = 40;

export function stylesOf(attribute: string): Styles {
  const declarations = attribute
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => characterOf(code))
    .replaceAll('\\', '')
    .toLowerCase()
    .split(';');
  return new Map(
    declarations.map((declaration) => {
      const [name = '', value = ''] = declaration.split(':', 2);
      return [name.trim(), value.trim().slice(0, MAX_VALUE).split('!', 1)[0]?.trim() ?? ''];
    }),
  );
}

function characterOf(hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

const isNothing = (value = '', limit = 0): boolean => Math.abs(Number.parseFloat(value)) <= limit;
/** Left of the page or above it, by a length in pixels or in something larger. */
const isFarOutside = (value = ''): boolean =>
  Number.parseFloat(value) * (/px|pt/.test(value) ? 1 : 16) <= -500;

/** Whether an element is not shown, whatever is in it. */
export function hidesElement(styles: Styles): boolean {
  const value = (name: string) => styles.get(name);
  const overflow = value('overflow') ?? '';
  return (
    value('display') === 'none' ||
    value('mso-hide') === 'all' ||
    isNothing(value('opacity'), 0.1) ||
    (/hidden|clip/.test(overflow) &&
      ['height', 'width', 'max-height', 'max-width'].some((name) => isNothing(value(name), 1))) ||
    ['left', 'right', 'top', 'text-indent', 'margin-left', 'margin-top'].some((name) =>
      isFarOutside(value(name)),
    ) ||
    /scale[xy]?\(0/.test(value('transform') ?? '') ||
    /rect\(|inset\(|circle\(0/.test(`${value('clip')}${value('clip-path')}`)
  );
}

/** Styles that hide the text of an element and of those inside, until one of them has another value. */
const inherited = [
  { name: 'visibility', hides: /^(?:hidden|collapse)$/, shows: /^visible$/ },
  { name: 'color', hides: /^transparent$/, shows: /^(?!inherit|unset|revert|currentcolor|$)/ },
  {
    name: 'font-size',
    hides: /^\+?[0.]+(?:[a-z%]+)?$|^\+?[01]?(?:\.\d+)?(?:px|pt)$/,
    // Shares of a size of nothing are nothing.
    shows: /[1-9].*(?:px|pt|pc|cm|mm|in|rem)$|^(?:x?x-)?(?:small|large)$|^medium$/,
  },
];

/** The inherited styles that hide the text of an element with these styles. */
export function hidingStyles(styles: Styles, outer: ReadonlySet<string>): ReadonlySet<string> {
  const hiding = new Set(outer);
  for (const { name, hides, shows } of inherited) {
    const value = styles.get(name);
    if (value === undefined) continue;
    if (hides.test(value)) hiding.add(name);
    else if (shows.test(value)) hiding.delete(name);
  }
  return hiding;
}
