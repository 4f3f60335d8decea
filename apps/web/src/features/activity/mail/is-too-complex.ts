import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Characters; longer emails are mostly pictures within the text. */
const MAX_LENGTH = 2_000_000;
/** Elements and comments, including those that the parser adds to fix the nesting. */
const MAX_NODES = 10_000;
/** Browsers themselves flatten elements nested deeper than 512. */
const MAX_DEPTH = 256;
/** Attributes of one element. */
const MAX_ATTRIBUTES = 200;

/**
 * Whether HTML would take a browser too long to parse, clean and draw: browsers take quadratic time
 * for deep nesting, misnested formatting, long lists of attributes and comments. Runs the parsing
 * algorithm of the HTML standard and stops at the first bound that is exceeded, so the time is
 * proportional to the text. The figures are explained in docs/decisions/foreign-html.md.
 */
export function isTooComplex(html: string): boolean {
  if (html.length > MAX_LENGTH) return true;
  try {
    const document = parse(withoutSelects(html), { treeAdapter: boundedAdapter() });
    return isTooDeep(document);
  } catch (error) {
    if (error instanceof BoundExceeded) return true;
    throw error;
  }
}

/**
 * Browsers differ in the content that they parse inside of `<select>`, which is not shown in any case.
 * Renamed, it is parsed like any unknown element, and all of them agree with the count.
 */
export function withoutSelects(html: string): string {
  return html.replaceAll(/<(\/?)select(?=[\s/>])/gi, '<$1x-select');
}

class BoundExceeded extends Error {}

function boundedAdapter(): typeof defaultTreeAdapter {
  let nodes = 0;
  const depths = new WeakMap<object, number>();
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new BoundExceeded();
  };
  const append = (parent: object, child: object) => {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new BoundExceeded();
    depths.set(child, depth);
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      count();
      if (attributes.length > MAX_ATTRIBUTES) throw new BoundExceeded();
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    adoptAttributes(element, attributes) {
      count();
      defaultTreeAdapter.adoptAttributes(element, attributes);
      if (element.attrs.length > MAX_ATTRIBUTES) throw new BoundExceeded();
    },
    appendChild(parent, child) {
      append(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference) {
      append(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
    setTemplateContent(template, content) {
      append(template, content);
      defaultTreeAdapter.setTemplateContent(template, content);
    },
  };
}

/** Exactly, of the whole tree: fixing the nesting moves elements with everything inside them. */
function isTooDeep(document: Tree.Document): boolean {
  let level: Tree.Node[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((node) => [
      ...('childNodes' in node ? node.childNodes : []),
      ...('content' in node ? [node.content] : []),
    ]);
  }
  return false;
}
