/** One field that a query asks for, with its arguments (variables filled in) and inner fields. */
export interface FieldRequest {
  /** The name under which it is answered. */
  alias: string;
  name: string;
  args: Record<string, unknown>;
  /** Undefined: asked for without inner fields. */
  fields: FieldRequest[] | undefined;
}

const tokenPattern =
  /#[^\n]*|[\s,\uFEFF]+|"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|\.\.\.|[!$():=@[\]{|}&]|[_A-Za-z]\w*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gy;

/**
 * Reads a GraphQL query: one operation with variables, aliases and arguments. There are no
 * fragments, directives and mutations here.
 *
 * @throws SyntaxError with the reason when the text is none.
 */
export function readDocument(text: string, variables: Record<string, unknown>): FieldRequest[] {
  return new DocumentReader(tokensOf(text), variables).readOperation();
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    end = index + token.length;
    if (!/^[\s,#\uFEFF]/.test(token)) {
      tokens.push(token);
    }
  }
  if (end !== text.length) {
    throw new SyntaxError(`Syntax Error: Unexpected character: "${text[end]}".`);
  }
  return tokens;
}

class DocumentReader {
  readonly #tokens: readonly string[];
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #variables = new Map<string, unknown>();
  #next = 0;

  constructor(tokens: readonly string[], given: Readonly<Record<string, unknown>>) {
    this.#tokens = tokens;
    this.#given = given;
  }

  readOperation(): FieldRequest[] {
    if (this.#peek() !== '{') {
      this.#expect('query');
      if (isName(this.#peek())) {
        this.#take();
      }
      if (this.#peek() === '(') {
        this.#readVariables();
      }
    }
    const fields = this.#readFields();
    if (this.#peek() !== undefined) {
      throw this.#unexpected();
    }
    return fields;
  }

  #readVariables(): void {
    this.#expect('(');
    while (this.#peek() !== ')') {
      this.#expect('$');
      const name = this.#takeName();
      this.#expect(':');
      const isRequired = this.#readType();
      const fallback = this.#peek() === '=' ? this.#readDefault() : undefined;
      const value = this.#given[name] ?? fallback;
      if (value == null && isRequired) {
        throw new SyntaxError(`Variable "$${name}" of required type was not provided.`);
      }
      this.#variables.set(name, value);
    }
    this.#expect(')');
  }

  #readType(): boolean {
    if (this.#peek() === '[') {
      this.#take();
      this.#readType();
      this.#expect(']');
    } else {
      this.#takeName();
    }
    if (this.#peek() === '!') {
      this.#take();
      return true;
    }
    return false;
  }

  #readDefault(): unknown {
    this.#expect('=');
    return this.#readValue();
  }

  #readFields(): FieldRequest[] {
    this.#expect('{');
    const fields: FieldRequest[] = [];
    while (this.#peek() !== '}') {
      fields.push(this.#readField());
    }
    this.#expect('}');
    return fields;
  }

  #readField(): FieldRequest {
    const first = this.#takeName();
    const isAlias = this.#peek() === ':';
    if (isAlias) {
      this.#take();
    }
    const name = isAlias ? this.#takeName() : first;
    const args = this.#peek() === '(' ? this.#readPairs('(', ')') : {};
    const fields = this.#peek() === '{' ? this.#readFields() : undefined;
    return { alias: first, name, args, fields };
  }

  #readPairs(open: string, close: string): Record<string, unknown> {
    this.#expect(open);
    const pairs: Record<string, unknown> = {};
    while (this.#peek() !== close) {
      const name = this.#takeName();
      this.#expect(':');
      pairs[name] = this.#readValue();
    }
    this.#expect(close);
    return pairs;
  }

  #readValue(): unknown {
    const token = this.#peek();
    if (token === '{') {
      return this.#readPairs('{', '}');
    }
    if (token === '[') {
      return this.#readList();
    }
    if (token === '$') {
      this.#take();
      const name = this.#takeName();
      if (!this.#variables.has(name)) {
        throw new SyntaxError(`Variable "$${name}" is not defined.`);
      }
      return this.#variables.get(name);
    }
    if (token === undefined || /^[!():=@\]}|&.]/.test(token)) {
      throw this.#unexpected();
    }
    this.#take();
    return literal(token);
  }

  #readList(): unknown[] {
    this.#expect('[');
    const values: unknown[] = [];
    while (this.#peek() !== ']') {
      values.push(this.#readValue());
    }
    this.#expect(']');
    return values;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next];
  }

  #take(): void {
    this.#next += 1;
  }

  #takeName(): string {
    const token = this.#peek();
    if (!isName(token)) {
      throw this.#unexpected();
    }
    this.#take();
    return token;
  }

  #expect(token: string): void {
    if (this.#peek() !== token) {
      throw this.#unexpected();
    }
    this.#take();
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Syntax Error: Unexpected ${this.#peek() ?? '<EOF>'}.`);
  }
}

function isName(token: string | undefined): token is string {
  return token !== undefined && /^[_A-Za-z]/.test(token);
}

/** A number, a string, true, false, null; an enum value stands for itself. */
function literal(token: string): unknown {
  if (token.startsWith('"""')) {
    return token.slice(3, -3);
  }
  return isName(token) && !['true', 'false', 'null'].includes(token) ? token : JSON.parse(token);
}
