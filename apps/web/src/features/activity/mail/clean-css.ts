import { type Atrule, type CssNode, type Declaration, type List, type ListItem } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import { tokenize } from 'css-tree/tokenizer';
import walk from 'css-tree/walker';

/** Characters of all CSS of an email, equal `style` attributes once. The rest is dropped. */
const MAX_LENGTH = 200_000;
/** Parse errors in an email; recovering from one takes the parser about 50 microseconds. */
const MAX_ERRORS = 500;
/** Brackets within brackets; a style sheet for mail needs about five. */
const MAX_DEPTH = 20;
/** Selectors in an email, and the parts of each: a browser tries each on every element. */
const MAX_SELECTORS = 2_000;
const MAX_SELECTOR_PARTS = 12;

/** At-rules with rules inside that apply or not; none that can fetch. */
const AT_RULES = new Set(['media', 'supports']);

/**
 * Functions that only compute: none takes an address. `var()` would need custom properties, which
 * can contain anything and are dropped.
 */
const FUNCTIONS = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp ' +
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient ' +
    'repeating-radial-gradient repeating-conic-gradient rect'
  ).split(' '),
);

/** The CSS properties that an email can set. Longhands are covered by the prefixes below. */
const PROPERTIES = new Set(
  (
    'clear color direction display empty-cells float height letter-spacing line-height max-height ' +
    'max-width min-height min-width opacity overflow overflow-wrap overflow-x overflow-y ' +
    'table-layout unicode-bidi vertical-align visibility white-space width word-break ' +
    'word-spacing word-wrap zoom hyphens writing-mode box-sizing caption-side quotes ' +
    'object-fit aspect-ratio page-break-inside page-break-before page-break-after ' +
    'tab-size -webkit-text-size-adjust -ms-text-size-adjust text-size-adjust'
  ).split(' '),
);
const PROPERTY_BEGINNINGS =
  /^(background|border|font|list-style|margin|outline|padding|text)(-[a-z-]+)?$/;

/**
 * Neither `grid` nor `flex`: a browser lays out such boxes within one another, two hundred levels deep,
 * for seconds up to minutes.
 */
const DISPLAY =
  /^display:(block|flow-root|inline|inline-block|none|list-item|(inline-)?table(-[a-z-]+)?|initial|inherit|unset)(!important)?$/i;

/** Pseudo-classes that make a browser check other elements repeatedly are not among them. */
const PSEUDO_CLASSES = new Set(
  (
    'active any-link first-child first-of-type focus hover last-child last-of-type link ' +
    'nth-child nth-of-type only-child root visited'
  ).split(' '),
);

/**
 * Cleans the CSS of one email: prints harmless rules again and drops the rest. Its bounds apply to the whole
 * email, so that thousands of small pieces cost no more than one large one. The policy of the frame forbids
 * fetching as well.
 */
export class CssCleaner {
  #length = 0;
  #errors = 0;
  #selectors = 0;
  readonly #cleaned = new Map<string, string>();

  /** The declarations of a `style` attribute. */
  declarations(css: string): string {
    const known = this.#cleaned.get(css);
    if (known !== undefined) return known;
    const list = this.#parse(css, 'declarationList');
    if (list?.type === 'DeclarationList') filter(list.children, isAllowedDeclaration);
    const cleaned = list === undefined ? '' : generate(list);
    this.#cleaned.set(css, cleaned);
    return cleaned;
  }

  styleSheet(css: string): string {
    const sheet = this.#parse(css, 'stylesheet');
    if (sheet?.type !== 'StyleSheet') return '';
    this.#cleanRules(sheet.children);
    return generate(sheet);
  }

  #cleanRules(rules: List<CssNode>): void {
    filter(rules, (node) => {
      if (node.type === 'Atrule') {
        if (!isAllowedAtRule(node) || node.block === null) return false;
        this.#cleanRules(node.block.children);
        return !node.block.children.isEmpty;
      }
      if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return false;
      const { prelude, block } = node;
      filter(prelude.children, isAllowedSelector);
      filter(block.children, isAllowedDeclaration);
      this.#selectors += prelude.children.size;
      return (
        !prelude.children.isEmpty && !block.children.isEmpty && this.#selectors <= MAX_SELECTORS
      );
    });
  }

  /** Undefined beyond a bound. */
  #parse(css: string, context: 'declarationList' | 'stylesheet'): CssNode | undefined {
    const text = css.replaceAll(/<!--|-->/g, ' ');
    this.#length += text.length;
    if (this.#length > MAX_LENGTH || this.#errors > MAX_ERRORS || isTooDeep(text)) return undefined;
    try {
      return parse(text, {
        context,
        parseCustomProperty: false,
        // An error that is thrown here ends the parsing.
        onParseError: (error) => {
          this.#errors += 1;
          if (this.#errors > MAX_ERRORS) throw error;
        },
      });
    } catch {
      return undefined;
    }
  }
}

/** The parser calls itself for brackets within brackets. */
function isTooDeep(css: string): boolean {
  let depth = 0;
  let deepest = 0;
  tokenize(css, (_type, start, end) => {
    const last = css.charAt(end - 1);
    if (last === '(' || last === '[' || last === '{') deepest = Math.max(deepest, (depth += 1));
    else if (end - start === 1 && /[)\]}]/.test(last)) depth = Math.max(0, depth - 1);
  });
  return deepest > MAX_DEPTH;
}

function isAllowedAtRule({ name, prelude }: Atrule): boolean {
  return (
    AT_RULES.has(name.toLowerCase()) &&
    prelude?.type === 'AtrulePrelude' &&
    isPrintable(prelude) &&
    every(prelude, (node) => node.type !== 'Raw' && node.type !== 'Url')
  );
}

function isAllowedSelector(selector: CssNode): boolean {
  if (selector.type !== 'Selector' || selector.children.size > MAX_SELECTOR_PARTS) return false;
  return (
    isPrintable(selector) &&
    every(selector, (node) => {
      switch (node.type) {
        case 'PseudoClassSelector':
          return PSEUDO_CLASSES.has(node.name.toLowerCase());
        case 'Nth':
          return node.selector === null;
        case 'PseudoElementSelector':
        case 'NestingSelector':
        case 'Raw':
          return false;
        default:
          return true;
      }
    })
  );
}

/** Keeps the colour of a background, which its text may need, and replaces its picture. */
function isAllowedDeclaration(node: CssNode): boolean {
  if (node.type !== 'Declaration' || node.value.type !== 'Value') return false;
  const property = node.property.toLowerCase();
  if (!PROPERTIES.has(property) && !PROPERTY_BEGINNINGS.test(property)) return false;
  if (/^background(-image)?$/.test(property)) replacePictures(node);
  return (
    isPrintable(node) &&
    (property !== 'display' || DISPLAY.test(generate(node))) &&
    every(node.value, ({ type, ...rest }) => {
      if (type === 'Function')
        return 'name' in rest && FUNCTIONS.has(String(rest.name).toLowerCase());
      return type !== 'Url' && type !== 'Raw';
    })
  );
}

function replacePictures({ value }: Declaration): void {
  if (value.type !== 'Value') return;
  value.children.forEach((part, item: ListItem<CssNode>) => {
    if (part.type === 'Url') item.data = { type: 'Identifier', name: 'none' };
  });
}

/** Escapes can spell anything, and `<` could end the element that the text is put in. */
function isPrintable(node: CssNode): boolean {
  return !/[\\<]/.test(generate(node));
}

function every(root: CssNode, isAllowed: (node: CssNode) => boolean): boolean {
  let isSo = true;
  walk(root, (node) => {
    isSo &&= isAllowed(node);
  });
  return isSo;
}

function filter(list: List<CssNode>, isAllowed: (node: CssNode) => boolean): void {
  list.forEach((node, item) => {
    if (!isAllowed(node)) list.remove(item);
  });
}
