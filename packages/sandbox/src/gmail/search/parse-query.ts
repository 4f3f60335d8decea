/** The part of Gmail's search syntax that the stand-in supports. */
export type Query =
  | { kind: 'all'; of: Query[] }
  | { kind: 'any'; of: Query[] }
  | { kind: 'not'; of: Query }
  /** A word or phrase, anywhere. */
  | { kind: 'text'; text: string }
  | { kind: 'operator'; name: Operator; value: string };

const operators = [
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'after',
  'newer',
  'before',
  'older',
  'newer_than',
  'older_than',
  'rfc822msgid',
  'in',
  'is',
  'label',
] as const;
export type Operator = (typeof operators)[number];

/** Deeper nesting is read as if the brackets were not there. */
const deepest = 50;

/**
 * Reads a search. Terms side by side must all match; `OR` joins its two neighbours alone (so it
 * binds tighter), `{…}` any of its terms, `-` negates a term or a group. `from:(a OR b)` gives the
 * operator to each term inside. Never throws: invalid parts are ignored, as Gmail does.
 */
export function parseQuery(text: string): Query {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  #position = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Query {
    const found: Query[] = [];
    while (this.#position < this.#text.length) {
      found.push(...this.#terms(undefined, undefined));
      this.#position += 1; // a closing bracket that nothing opened
    }
    return { kind: 'all', of: found };
  }

  /**
   * Terms up to `closer`, or up to any closing bracket at the top; the bracket is left in place.
   */
  #terms(closer: string | undefined, operator: Operator | undefined): Query[] {
    const terms: Query[] = [];
    let joinsNext = false;
    for (;;) {
      this.#skipSpace();
      const next = this.#text[this.#position];
      if (next === undefined || next === closer || (closer === undefined && isClosing(next))) {
        return terms;
      }
      if (isClosing(next)) {
        this.#position += 1;
        continue;
      }
      const keyword = /^(OR|AND|\|)(?=[\s(){}"]|$)/.exec(
        this.#text.slice(this.#position, this.#position + 4),
      )?.[1];
      if (keyword !== undefined) {
        this.#position += keyword.length;
        joinsNext = keyword !== 'AND' && terms.length > 0;
        continue;
      }
      const term = this.#term(operator);
      if (term !== undefined) {
        const previous = joinsNext ? terms.pop() : undefined;
        terms.push(previous === undefined ? term : either(previous, term));
        joinsNext = false;
      }
    }
  }

  #term(operator: Operator | undefined): Query | undefined {
    let negated = false;
    while (this.#text[this.#position] === '-') {
      this.#position += 1;
      negated = true;
    }
    const term = this.#positiveTerm(operator);
    return negated && term !== undefined ? { kind: 'not', of: term } : term;
  }

  #positiveTerm(operator: Operator | undefined): Query | undefined {
    const next = this.#text[this.#position];
    if (next === '(' || next === '{') {
      return this.#group(next, operator);
    }
    if (next === '"') {
      return named(operator, this.#quoted());
    }
    const word = this.#word();
    const [, name, rest] = /^([a-z0-9_]+):(.*)$/is.exec(word) ?? [];
    const own = operators.find((known) => known === name?.toLowerCase());
    if (own === undefined || rest === undefined) {
      return named(operator, word);
    }
    if (rest !== '') {
      return named(own, rest);
    }
    const opening = this.#text[this.#position];
    if (opening === '(' || opening === '{') {
      return this.#group(opening, own);
    }
    return opening === '"' ? named(own, this.#quoted()) : undefined;
  }

  #group(opening: '(' | '{', operator: Operator | undefined): Query | undefined {
    this.#position += 1;
    if (this.#depth >= deepest) {
      return undefined;
    }
    this.#depth += 1;
    const terms = this.#terms(opening === '(' ? ')' : '}', operator);
    this.#depth -= 1;
    this.#position += 1;
    return terms.length === 0 ? undefined : { kind: opening === '(' ? 'all' : 'any', of: terms };
  }

  #quoted(): string {
    const end = this.#text.indexOf('"', this.#position + 1);
    const text = this.#text.slice(this.#position + 1, end === -1 ? undefined : end);
    this.#position = end === -1 ? this.#text.length : end + 1;
    return text;
  }

  #word(): string {
    const start = this.#position;
    while (
      this.#position < this.#text.length &&
      !/[\s(){}"]/.test(this.#text[this.#position] ?? '')
    ) {
      this.#position += 1;
    }
    return this.#text.slice(start, this.#position);
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#position] ?? '')) {
      this.#position += 1;
    }
  }
}

function isClosing(character: string): boolean {
  return character === ')' || character === '}';
}

function either(left: Query, right: Query): Query {
  return left.kind === 'any'
    ? { kind: 'any', of: [...left.of, right] }
    : { kind: 'any', of: [left, right] };
}

function named(operator: Operator | undefined, value: string): Query | undefined {
  const trimmed = value.trim();
  if (trimmed === '') {
    return undefined;
  }
  return operator === undefined
    ? { kind: 'text', text: trimmed }
    : { kind: 'operator', name: operator, value: trimmed };
}
