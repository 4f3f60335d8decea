import ts from 'typescript';

/** Words that end in s and are no plural: what an interpolated name does or is. */
const NO_PLURAL = new Set(
  'is was has does as us its this thus always less yes address status access business us across'
    .concat(' invites works needs belongs exists stays lets means uses allows becomes contains')
    .concat(
      ' lists counts says brings takes knows gives ends minus plus series gets opens sees owns',
    )
    .concat(' refers sends offers asks refuses accepts keeps requires creates expects')
    .split(' '),
);

/** Values that are larger than one wherever the product runs. */
const FIXED =
  /^(\w+\()?(limits\.\w+|[A-Z][A-Z_\d]+|limit|maxValues|summaryDays)\)?(\s*\/\s*1000)?(\.toLocaleString\('en'\))?$/;

const FOLLOWED_BY_PLURAL =
  /^ (?:(?:more|other|new|deleted|unfinished|tracked) )?([a-z]+s|people)\b/i;

/** Words of SQL that no sentence has. */
const isStatement = (text: string): boolean =>
  /workspace_id|\btouches where\b/.test(text.replaceAll(/\s+/g, ' '));

/**
 * The places of a source file that put a number before a plural by themselves, which reads '1 results'
 * for one: each as its line and text. `plural` and `nounFor` are the two functions that choose.
 */
export function countedNouns(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (value: ts.Node, after: string): void => {
    const noun = FOLLOWED_BY_PLURAL.exec(after)?.[1];
    if (noun === undefined || NO_PLURAL.has(noun.toLowerCase())) return;
    if (FIXED.test(value.getText())) return;
    const line = source.getLineAndCharacterOfPosition(value.getStart()).line + 1;
    found.push(`${file}:${line} ${value.getText()}${after.slice(0, 30).trimEnd()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) && !isStatement(node.getText())) {
      for (const { expression, literal } of node.templateSpans) note(expression, literal.text);
    }
    if (ts.isBinaryExpression(node) && ts.isStringLiteral(node.right)) {
      if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) note(node.left, node.right.text);
    }
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      for (const [at, child] of node.children.entries()) {
        const next = node.children[at + 1];
        if (!ts.isJsxExpression(child) || child.expression === undefined) continue;
        if (next !== undefined && ts.isJsxText(next)) note(child.expression, next.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
