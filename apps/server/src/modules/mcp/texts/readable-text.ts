import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { hidesElement, hidingStyles, stylesOf } from './hiding-styles.ts';

/**
 * Elements and comments; and levels of nesting. Beyond, parsing takes quadratic time
 * (docs/decisions/foreign-html.md).
 */
const MAX_NODES = 5_000;
const MAX_DEPTH = 256;

/** Stands for a text whose markup exceeds a bound. */
export const TOO_COMPLEX = '[text left out: its markup is too complex]';

/** Elements whose content is not shown as text. */
const unseen = new Set(
  'head title style script template iframe noembed noframes object audio video canvas svg math datalist'.split(
    ' ',
  ),
);

const blocks = new Set(
  'br p div tr table li ul ol h1 h2 h3 h4 h5 h6 blockquote pre hr section article header footer'.split(
    ' ',
  ),
);

/**
 * Returns what a reader sees of a text that can have markup: without tags, comments and hidden elements, and with
 * its entities decoded. Takes time in proportion to its length.
 */
export function readableText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  // The rest is no tag. A parser would drop everything after a `<` that is not closed. A summary can end in a
  // comment.
  const end = text.lastIndexOf('>') + 1;
  const [rest = ''] = text.slice(end).split('<!--', 1);
  try {
    return seenText(text.slice(0, end)) + seenText(rest.replaceAll('<', '&lt;'));
  } catch (error) {
    if (error instanceof BoundExceeded) return TOO_COMPLEX;
    throw error;
  }
}

/** A text, or a node with the inherited styles that hide its text. */
type Step = string | { node: Tree.Node; hiding: ReadonlySet<string> };

function seenText(html: string): string {
  const document = parse(html, { treeAdapter: boundedAdapter(), scriptingEnabled: false });
  const parts: string[] = [];
  const steps: Step[] = [{ node: document, hiding: new Set() }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === 'string') parts.push(step);
    else if ('value' in step.node && step.node.nodeName === '#text') {
      if (step.hiding.size === 0) parts.push(step.node.value);
    } else if ('childNodes' in step.node) steps.push(...stepsInto(step.node, step.hiding));
  }
  return parts.join('');
}

/** The steps for the content of an element, the last first. */
function stepsInto(node: Tree.ParentNode, outer: ReadonlySet<string>): Step[] {
  let hiding = outer;
  let between = '';
  if ('attrs' in node) {
    const styles = stylesOf(node.attrs.find(({ name }) => name === 'style')?.value ?? '');
    const isHidden = node.attrs.some(({ name }) => name === 'hidden') || hidesElement(styles);
    if (isHidden || unseen.has(node.tagName)) return [' '];
    hiding = hidingStyles(styles, outer);
    if (blocks.has(node.tagName)) between = '\n';
    else if (node.tagName === 'td' || node.tagName === 'th') between = ' ';
  }
  const inner = node.childNodes.map((child) => ({ node: child, hiding }));
  return [between, ...inner.toReversed(), between];
}

class BoundExceeded extends Error {}

function boundedAdapter(): typeof defaultTreeAdapter {
  let nodes = 0;
  const depths = new WeakMap<object, number>();
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new BoundExceeded();
  };
  const nest = (parent: object, child: object) => {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new BoundExceeded();
    depths.set(child, depth);
  };
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      count();
      return defaultTreeAdapter.createElement(...given);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    appendChild(parent, child) {
      nest(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference) {
      nest(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
  };
}
