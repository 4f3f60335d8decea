import ts from 'typescript';

/** A word or phrase that is not used in this project, and what to write instead. */
interface WordRule {
  /** Matched against the lower-case words of file names, identifiers, comments and documents. */
  pattern: RegExp;
  use: string;
  /** The kinds of text that the rule applies to; in names a match may be a part of the name. */
  in: 'names' | 'prose' | 'both';
  /** Also applies to strings: what users read, and the titles of tests. */
  strings?: true;
  /** The files that the rule applies to; all where absent. */
  files?: RegExp;
}

export interface WordProblem {
  file: string;
  line: number;
  found: string;
  use: string;
}

/** Everything but the server and its tools. */
const CLIENTS_AND_DOCUMENTS =
  /^(apps\/web|bench|demo|docs|e2e|packages\/(contract|domain))\/|^[A-Z]+\.md$/;

const NOT_SERVER_MODULES =
  /^(?!apps\/server\/src\/(modules|migrations|platform\/database)\/).*\.tsx?$|\.md$/;

/** The product's own code without its tests. */
const PRODUCT =
  /^(apps\/(server|web)\/src|packages\/(contract|domain)\/src)\/.*(?<!\.(test|fixture))\.tsx?$/;

/** Terms and their meanings: docs/GLOSSARY.md. */
export const wordRules: readonly WordRule[] = [
  { pattern: /\berrands?\b/, use: 'connect prompt', in: 'both' },
  { pattern: /\bheirs?\b/, use: 'focus fallback', in: 'both' },
  { pattern: /\bwhereabouts\b/, use: 'message location', in: 'both' },
  { pattern: /\bnobody ?s\b|\bnobody's\b/, use: 'not found', in: 'both' },
  { pattern: /\btroubles?\b/, use: 'injected failure, or problem', in: 'both' },
  { pattern: /\bwatchers?\b/, use: 'subscriber, observer, handler', in: 'names' },
  { pattern: /\bpatience\b/, use: 'a name that ends with TIMEOUT_MS', in: 'both' },
  {
    pattern: /\bset(s|ting)? aside\b/,
    use: 'failed item, or store as failed',
    in: 'both',
    strings: true,
  },
  { pattern: /\btak(e|es|en|ing) back\b/, use: 'revoke, undo', in: 'both' },
  { pattern: /\bleft out\b/, use: 'excluded', in: 'names' },
  { pattern: /\bway back\b/, use: 'back navigation', in: 'names' },
  { pattern: /^(most|longest|shortest)\b(?! ?frequent)/, use: 'MAX_…, MIN_…', in: 'names' },
  { pattern: /^(tell|tells|told)\b/, use: 'notify, publish, report, describe', in: 'names' },
  { pattern: /^ask\b/, use: 'request, prefetch, preload, confirm', in: 'names' },
  { pattern: /\b(ask|asked) (ahead|early)\b/, use: 'prefetch, preload', in: 'both' },
  { pattern: /^holds?\b/, use: 'contains, matches, locks, keep (verb)', in: 'names' },
  { pattern: /^(stands|standing)\b|\bstands( not)?$/, use: 'is stored, is published', in: 'names' },
  {
    pattern: /^place$|\b(read|write|store|stored|set|keep|page) places?\b|\bplace(s)? of$/,
    use: 'workspace, position, cursor, location',
    in: 'names',
  },
  { pattern: /\bwake(s|n)? sync\b/, use: 'trigger sync', in: 'both' },
  { pattern: /\b(createpace|pace)\b/, use: 'adaptive concurrency, speed, rate', in: 'names' },
  {
    pattern: /\bwhoever\b/,
    use: 'a noun: the user, the client, the caller',
    in: 'prose',
    strings: true,
  },
  { pattern: /\bought to\b/, use: 'should, must', in: 'prose', strings: true },
  { pattern: /\b(mend|mends|mended|mending)\b/, use: 'repair', in: 'both', strings: true },
  { pattern: /\bin vain\b/, use: 'without result', in: 'prose', strings: true },
  { pattern: /\bcomes? to stand\b/, use: 'is stored, is published', in: 'prose' },
  { pattern: /\bstands? published\b/, use: 'is published', in: 'prose' },
  {
    pattern: /\b(is|are|was|were|be|been) told of\b/,
    use: 'is notified of, receives',
    in: 'prose',
    strings: true,
  },
  { pattern: /\btells? of\b/, use: 'reports, contains', in: 'prose' },
  { pattern: /\bmeans? ill\b/, use: 'is an attacker', in: 'prose', strings: true },
  { pattern: /\banew\b/, use: 'again', in: 'both', strings: true },
  {
    pattern: /(?<!`)\b(some|no|every|any)body\b/,
    use: 'someone, no one, or a noun: the user, all members',
    in: 'prose',
  },
  { pattern: /\bback-ups?\b/, use: 'backup', in: 'prose' },
  { pattern: /(?<!-)\bmails\b(?![-.])/, use: 'emails', in: 'prose', files: NOT_SERVER_MODULES },
  { pattern: /\ba emails?\b|\ban mails?\b/, use: 'an email', in: 'prose', strings: true },
  {
    pattern: /[*;] answers (\d{3}|its|their|why|how|what|which|the)\b/,
    use: 'returns, responds with',
    in: 'prose',
  },
  {
    pattern: /\bas (it|they) stands?\b/,
    use: 'as it is, unchanged',
    in: 'prose',
    files: /\.tsx?$/,
  },
  {
    pattern: /\bstands? (in|at|beside|under|over|above|below|for)\b/,
    use: 'is in, is shown, represents',
    in: 'prose',
    files: CLIENTS_AND_DOCUMENTS,
  },
  {
    pattern: /\b(is|are|was|were|be|been) (asked for|told)\b|\b(lie|lies) with\b/,
    use: 'is requested, is reported, is notified, is stored with',
    in: 'prose',
  },
  {
    pattern: /^\s*\/\*\* (what|whatever|who|whom|whose|those|to whom) /,
    use: 'a noun or a verb first: name the thing, or say what the function does',
    in: 'prose',
    files: PRODUCT,
  },
  {
    pattern: /^\s*\/\*\* the same (for|of|in|with|within|without|before|where)\b/,
    use: 'what it does or contains: readers see this comment without the one above',
    in: 'prose',
    files: PRODUCT,
  },
];

/** `useFocusHeir`, `use-focus-heir` and `USE_FOCUS_HEIR` become 'use focus heir'. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * Finds the words of a file that the rules reject: in its name, and in its identifiers and comments
 * for TypeScript, or in its text for Markdown. In strings, of which many hold the specification's texts,
 * only those that are never right.
 */
export function findWordProblems(file: string, text: string): WordProblem[] {
  const problems: WordProblem[] = [];
  const isDocument = file.endsWith('.md');
  const check = (
    kind: 'names' | 'prose' | 'strings',
    words: string,
    found: string,
    line: number,
  ) => {
    for (const { pattern, use, in: where, strings, files } of wordRules) {
      if (kind === 'strings' ? strings !== true : where !== 'both' && where !== kind) continue;
      if (files?.test(file) === false) continue;
      if (pattern.test(words)) problems.push({ file, line, found, use });
    }
  };
  const baseName = file.slice(file.lastIndexOf('/') + 1).replace(/\..*$/, '');
  check('names', wordsOf(baseName), baseName, 1);
  if (isDocument) {
    let isCode = false;
    for (const [index, line] of text.split('\n').entries()) {
      if (line.startsWith('```')) isCode = !isCode;
      // The last column of the glossary lists what is not used.
      const prose = file.endsWith('GLOSSARY.md') ? line.replace(/\|[^|]*\|\s*$/, '') : line;
      if (!isCode) checkProse(prose, index + 1);
    }
  } else {
    readTypeScript(
      file,
      text,
      (name, line) => check('names', wordsOf(name), name, line),
      checkProse,
      (string, line) => check('strings', string.toLowerCase(), string.trim(), line),
    );
  }
  return problems;

  function checkProse(line: string, number: number): void {
    check('prose', line.toLowerCase(), line.trim(), number);
  }
}

function readTypeScript(
  file: string,
  text: string,
  onName: (name: string, line: number) => void,
  onComment: (line: string, number: number) => void,
  onString: (text: string, line: number) => void,
): void {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node)) onName(node.text, lineOf(node.getStart(source)));
    if (isText(node)) onString(node.text, lineOf(node.getStart(source)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const [index, line] of text.split('\n').entries()) {
    const [comment] = /(?:^\s*\/?\*.*|(?:^|\s)\/\/ .*|\{?\/\*.*)$/.exec(line) ?? [];
    if (comment !== undefined) onComment(comment, index + 1);
  }
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) ||
  ts.isJsxText(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node);

/** A name that is given here, not one that comes from a library. */
const isDeclared = (node: ts.Identifier): boolean => {
  const { name } = node.parent as { name?: ts.Node };
  return name === node && !ts.isPropertyAccessExpression(node.parent);
};
