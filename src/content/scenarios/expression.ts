/**
 * Conditions of a scenario, in the syntax of Lua: `holders('lock') > 1`, `redis('GET', 'stock') < 0 and not
 * crashed('a')`. Only expressions: no variables, no assignments, no functions of one's own.
 */
import {
  type Condition,
  type ConditionFunction,
  type ConditionOperator,
  conditionFunctions,
} from '../../protocol/scenario.ts';

export class ExpressionError extends Error {}

/** From the loosest to the tightest; `..` and `+` as in Lua. */
const LEVELS: readonly (readonly ConditionOperator[])[] = [
  ['or'],
  ['and'],
  ['<', '>', '<=', '>=', '~=', '=='],
  ['..'],
  ['+', '-'],
  ['*'],
];

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|'([^'\n]*)'|"([^"\n]*)"|([A-Za-z_]\w*)|(<=|>=|~=|==|\.\.|[<>+\-*(),]))/y;

type Token =
  | { readonly type: 'literal'; readonly value: number | string }
  | { readonly type: 'word' | 'sign'; readonly text: string };

export function parseExpression(text: string): Condition {
  const parser = new Parser(tokensOf(text));
  const condition = parser.level(0);
  parser.end();
  return condition;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null)
      throw new ExpressionError(`This cannot be read from "${source.slice(at).trim()}" on.`);
    const [, number, single, double, word, sign] = match;
    if (number !== undefined) tokens.push({ type: 'literal', value: Number(number) });
    else if (word !== undefined) tokens.push({ type: 'word', text: word });
    else if (sign !== undefined) tokens.push({ type: 'sign', text: sign });
    else tokens.push({ type: 'literal', value: single ?? double });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  end(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw new ExpressionError(`Nothing is expected from "${textOf(token)}" on.`);
  }

  level(depth: number): Condition {
    if (depth === LEVELS.length) return this.#unary();
    let left = this.level(depth + 1);
    for (;;) {
      const operator = LEVELS[depth].find((each) => this.#is(each));
      if (operator === undefined) return left;
      this.#at++;
      left = { type: operator, left, right: this.level(depth + 1) };
    }
  }

  #is(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.type !== 'literal' && token.text === text;
  }

  #expect(text: string): void {
    if (!this.#is(text)) {
      const token = this.#tokens[this.#at];
      const found = token === undefined ? 'the end' : `"${textOf(token)}"`;
      throw new ExpressionError(`Write "${text}" where ${found} stands.`);
    }
    this.#at++;
  }

  #unary(): Condition {
    if (this.#is('not')) {
      this.#at++;
      return { type: 'not', of: this.#unary() };
    }
    if (this.#is('-')) {
      this.#at++;
      return { type: 'minus', of: this.#unary() };
    }
    if (this.#is('(')) {
      this.#at++;
      const inner = this.level(0);
      this.#expect(')');
      return inner;
    }
    return this.#plain();
  }

  #plain(): Condition {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new ExpressionError('The expression ends too early.');
    if (token.type === 'literal') return { type: 'literal', value: token.value };
    if (token.type === 'sign') throw new ExpressionError(`"${token.text}" is not expected here.`);
    switch (token.text) {
      case 'nil':
        return { type: 'literal', value: null };
      case 'true':
      case 'false':
        return { type: 'literal', value: token.text === 'true' };
      default:
        return this.#call(token.text);
    }
  }

  #call(name: string): Condition {
    if (!Object.hasOwn(conditionFunctions, name)) {
      const known = Object.keys(conditionFunctions).join(', ');
      throw new ExpressionError(`There is no function "${name}": there are ${known}.`);
    }
    const [least, most] = conditionFunctions[name as ConditionFunction];
    this.#expect('(');
    const args: Condition[] = [];
    while (!this.#is(')')) {
      if (args.length > 0) this.#expect(',');
      args.push(this.level(0));
    }
    this.#expect(')');
    if (args.length < least || args.length > most) {
      const count = least === most ? String(least) : `${least} to ${most}`;
      throw new ExpressionError(`${name}(…) takes ${count} arguments.`);
    }
    return { type: 'call', name: name as ConditionFunction, args };
  }
}

function textOf(token: Token): string {
  return token.type === 'literal' ? String(token.value) : token.text;
}
