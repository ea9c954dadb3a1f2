/**
 * The lexer of Lua 5.1, in place of fengari's: no integers, no bit operators, no `goto`, `//`, `::`, `_ENV` or
 * hexadecimal escapes, and the messages of 5.1.
 *
 * The parser behind it is 5.3's. Where it accepts more than 5.1 did, the lexer refuses on its behalf: it knows the
 * blocks that are open, so it can say what 5.1 would have expected after `break` or instead of a lone semicolon.
 */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { ERROR_SYNTAX, ldo, llex, lobject, lstring } from './internals.ts';
import { ByteSink } from './memory.ts';
import { parseNumber } from './numbers.ts';
import type { LuaState, LuaString, Prototype } from './values.ts';

const WORDS = [
  'and',
  'break',
  'do',
  'else',
  'elseif',
  'end',
  'false',
  'for',
  'function',
  'if',
  'in',
  'local',
  'nil',
  'not',
  'or',
  'repeat',
  'return',
  'then',
  'true',
  'until',
  'while',
] as const;

const RESERVED = llex.RESERVED;
const tokenOfWord = new Map<string, number>(
  WORDS.map((word) => [word, RESERVED[`TK_${word.toUpperCase()}`]]),
);
const CONCAT = RESERVED.TK_CONCAT;
const DOTS = RESERVED.TK_DOTS;
const EQUAL = RESERVED.TK_EQ;
const GREATER_EQUAL = RESERVED.TK_GE;
const LESS_EQUAL = RESERVED.TK_LE;
const NOT_EQUAL = RESERVED.TK_NE;
const END_OF_STREAM = RESERVED.TK_EOS;
const NUMERAL = RESERVED.TK_FLT;
const NAME = RESERVED.TK_NAME;
const TEXT = RESERVED.TK_STRING;

/** Kept with a parenthesis in place of a number. */
const IS_CALL = 1;

/** Operators of 5.3 that 5.1 does not have reach the parser as unknown tokens. */
const UNKNOWN = 1000;

const symbolOf = new Map<number, string>([
  ...[...tokenOfWord].map(([word, token]): [number, string] => [token, word]),
  [CONCAT, '..'],
  [DOTS, '...'],
  [EQUAL, '=='],
  [GREATER_EQUAL, '>='],
  [LESS_EQUAL, '<='],
  [NOT_EQUAL, '~='],
  [END_OF_STREAM, '<eof>'],
  [NUMERAL, '<number>'],
  [NAME, '<name>'],
  [TEXT, '<string>'],
]);

interface Token {
  kind: number;
  /** The characters of names, texts and numerals, for error messages. */
  shown: string;
  number: number;
  text: LuaString | null;
  line: number;
}

interface Block {
  /** The word that opened it. */
  readonly word: number;
  readonly line: number;
  /** For a function: where its parameters ended with `...`. */
  varargs: boolean;
  usesDots: boolean;
  /** Index of the token after which `local arg` goes. */
  bodyAt: number;
}

/** The lexer's state that fengari's parser reads. */
interface LexState {
  L: LuaState;
  z: { zgetc(): number };
  current: number;
  linenumber: number;
  lastline: number;
  t: { token: number; seminfo: { r: number; i: number; ts: LuaString | null } };
  lookahead: { token: number };
  fs: { f: Prototype } | null;
  h: unknown;
  buff: unknown;
  source: LuaString;
  envn: LuaString;
  tokens: Token[];
  at: number;
  /** The positions where functions with variable arguments begin, and the tokens inserted there for `arg`. */
  argAt: Map<number, readonly number[]>;
  strings: Map<string, LuaString>;
}

/** Tokens inserted where a function takes variable arguments and does not use `...`: `local arg = {...};`. */
const SLIPPED = [RESERVED.TK_LOCAL, NAME, 61, 123, DOTS, 125, 59];
/** Where it uses `...`, `arg` is still a local, and nil. */
const UNUSED_ARG = [RESERVED.TK_LOCAL, NAME, 59];

const ENVIRONMENT = bytesOf(' environment');

class Scanner {
  readonly tokens: Token[] = [];
  readonly strings = new Map<string, LuaString>();
  readonly argAt = new Map<number, readonly number[]>();
  readonly #ls: LexState;
  readonly #source: string;
  #at = 0;
  #line = 1;
  readonly #blocks: Block[] = [];

  constructor(ls: LexState, source: string) {
    this.#ls = ls;
    this.#source = source;
  }

  /** Reads all of it. An error is kept for the moment when the parser would have met it. */
  run(): SyntaxFault | null {
    try {
      for (;;) {
        const token = this.#token();
        this.#follow(token);
        this.tokens.push(token);
        if (token.kind === END_OF_STREAM) return null;
      }
    } catch (problem) {
      if (problem instanceof SyntaxFault) return problem;
      throw problem;
    }
  }

  string(characters: string): LuaString {
    let string = this.strings.get(characters);
    if (string === undefined) {
      string = new lstring.TString(this.#ls.L, bytesOf(characters));
      this.strings.set(characters, string);
    }
    return string;
  }

  #make(kind: number, shown: string): Token {
    return { kind, shown, number: 0, text: null, line: this.#line };
  }

  #fail(message: string, near: string | null): never {
    throw new SyntaxFault(message, near, this.#line);
  }

  #newline(): void {
    const first = this.#source[this.#at++];
    const second = this.#source[this.#at];
    if ((second === '\n' || second === '\r') && second !== first) this.#at++;
    this.#line++;
  }

  #token(): Token {
    const source = this.#source;
    for (;;) {
      if (this.#at >= source.length) return this.#make(END_OF_STREAM, '<eof>');
      const character = source[this.#at];
      switch (character) {
        case '\n':
        case '\r':
          this.#newline();
          continue;
        case ' ':
        case '\t':
        case '\v':
        case '\f':
          this.#at++;
          continue;
        case '-':
          if (source[this.#at + 1] !== '-') return this.#symbol(45, 1);
          this.#comment();
          continue;
        case '[': {
          const level = this.#longBracket();
          if (level >= 0) return this.#longText(level, false) as Token;
          if (level === -1) return this.#symbol(91, 1);
          return this.#fail('invalid long string delimiter', source.slice(this.#at, this.#at - level));
        }
        case '=':
          return source[this.#at + 1] === '=' ? this.#symbol(EQUAL, 2) : this.#symbol(61, 1);
        case '<':
          return source[this.#at + 1] === '=' ? this.#symbol(LESS_EQUAL, 2) : this.#symbol(60, 1);
        case '>':
          return source[this.#at + 1] === '=' ? this.#symbol(GREATER_EQUAL, 2) : this.#symbol(62, 1);
        case '~':
          return source[this.#at + 1] === '=' ? this.#symbol(NOT_EQUAL, 2) : this.#symbol(UNKNOWN + 126, 1);
        case '&':
        case '|':
          return this.#symbol(UNKNOWN + character.charCodeAt(0), 1);
        case '"':
        case "'":
          return this.#quoted(character);
        case '.':
          if (source.startsWith('...', this.#at)) return this.#symbol(DOTS, 3);
          if (source.startsWith('..', this.#at)) return this.#symbol(CONCAT, 2);
          if (isDigit(source[this.#at + 1])) return this.#numeral();
          return this.#symbol(46, 1);
        default:
          if (isDigit(character)) return this.#numeral();
          if (isNameStart(character)) return this.#name();
          return this.#symbol(character.charCodeAt(0), 1);
      }
    }
  }

  #symbol(kind: number, length: number): Token {
    this.#at += length;
    return this.#make(kind, shownToken(kind));
  }

  /** How many '=' a long bracket here has; -1 if there is none, less if it is begun and not finished. */
  #longBracket(): number {
    let at = this.#at + 1;
    while (this.#source[at] === '=') at++;
    const level = at - this.#at - 1;
    return this.#source[at] === '[' ? level : -level - 1;
  }

  #comment(): void {
    this.#at += 2;
    if (this.#source[this.#at] === '[') {
      const level = this.#longBracket();
      if (level >= 0) {
        this.#longText(level, true);
        return;
      }
    }
    while (this.#at < this.#source.length && !isNewline(this.#source[this.#at])) this.#at++;
  }

  #longText(level: number, isComment: boolean): Token | null {
    const source = this.#source;
    const start = this.#at;
    this.#at += level + 2;
    if (isNewline(source[this.#at])) this.#newline();
    const end = `]${'='.repeat(level)}]`;
    const parts: string[] = [];
    let from = this.#at;
    for (;;) {
      if (this.#at >= source.length) {
        this.#fail(isComment ? 'unfinished long comment' : 'unfinished long string', '<eof>');
      }
      const character = source[this.#at];
      if (character === ']' && source.startsWith(end, this.#at)) {
        parts.push(source.slice(from, this.#at));
        this.#at += end.length;
        break;
      }
      if (isNewline(character)) {
        parts.push(source.slice(from, this.#at), '\n');
        this.#newline();
        from = this.#at;
      } else {
        this.#at++;
      }
    }
    if (isComment) return null;
    const token = this.#make(TEXT, source.slice(start, this.#at));
    token.text = this.string(parts.join(''));
    return token;
  }

  #quoted(quote: string): Token {
    const source = this.#source;
    this.#at++;
    let value = '';
    for (;;) {
      const character = source[this.#at];
      if (character === undefined) this.#fail('unfinished string', '<eof>');
      if (isNewline(character)) this.#fail('unfinished string', quote + value);
      this.#at++;
      if (character === quote) break;
      value += character === '\\' ? this.#escape(quote + value) : character;
    }
    // As it lies in the buffer of the server's lexer: read, between its quotes.
    const token = this.#make(TEXT, quote + value + quote);
    token.text = this.string(value);
    return token;
  }

  #escape(soFar: string): string {
    const source = this.#source;
    const character = source[this.#at];
    if (character === undefined) return '';
    if (isNewline(character)) {
      this.#newline();
      return '\n';
    }
    if (!isDigit(character)) {
      this.#at++;
      return ESCAPES[character] ?? character;
    }
    let code = 0;
    for (let i = 0; i < 3 && isDigit(source[this.#at]); i++) code = code * 10 + Number(source[this.#at++]);
    if (code > 255) this.#fail('escape sequence too large', soFar);
    return String.fromCharCode(code);
  }

  #numeral(): Token {
    const source = this.#source;
    const start = this.#at;
    while (isDigit(source[this.#at]) || source[this.#at] === '.') this.#at++;
    if (source[this.#at] === 'e' || source[this.#at] === 'E') {
      this.#at++;
      if (source[this.#at] === '+' || source[this.#at] === '-') this.#at++;
    }
    while (this.#at < source.length && isNamePart(source[this.#at])) this.#at++;
    const shown = source.slice(start, this.#at);
    const value = parseNumber(bytesOf(shown));
    if (value === null) this.#fail('malformed number', shown);
    const token = this.#make(NUMERAL, shown);
    token.number = value;
    return token;
  }

  #name(): Token {
    const source = this.#source;
    const start = this.#at;
    while (this.#at < source.length && isNamePart(source[this.#at])) this.#at++;
    const name = source.slice(start, this.#at);
    const word = tokenOfWord.get(name);
    const token = this.#make(word ?? NAME, name);
    token.text = this.string(name);
    return token;
  }

  /** Keeps the open blocks, and refuses what 5.1 refuses and 5.3 does not. */
  #follow(token: Token): void {
    const { tokens } = this;
    const { kind } = token;
    const last = tokens.at(-1)?.kind;
    if (last === RESERVED.TK_BREAK && !this.#isInLoop()) this.#fail('no loop to break', token.shown);
    if (last === RESERVED.TK_BREAK && kind !== 59) this.#blockMustEnd(token);
    else if (last === 59 && tokens.at(-2)?.kind === RESERVED.TK_BREAK) this.#blockMustEnd(token);
    else if (kind === 59 && this.#isStatementStart(last)) this.#fail('unexpected symbol', ';');
    if (kind === 40) this.#noteCall(token);
    if (kind === 40 || kind === 123 || kind === 91) this.#brackets.push(kind);
    else if (kind === 41 || kind === 125 || kind === 93) this.#brackets.pop();
    this.#inNames = this.#declares(kind, last);
    const open = this.#blocks.at(-1);
    switch (kind) {
      case RESERVED.TK_FUNCTION:
        this.#open(kind);
        break;
      case RESERVED.TK_IF:
      case RESERVED.TK_FOR:
      case RESERVED.TK_WHILE:
      case RESERVED.TK_REPEAT:
        this.#open(kind);
        break;
      case RESERVED.TK_DO:
        // The `do` of a loop belongs to the loop.
        if (!this.#inLoopHead()) this.#open(kind);
        else this.#loopHeads.pop();
        break;
      case RESERVED.TK_END:
      case RESERVED.TK_UNTIL:
        if (open !== undefined) {
          this.#blocks.pop();
          if (open.word === RESERVED.TK_FUNCTION && open.varargs) {
            this.argAt.set(open.bodyAt, open.usesDots ? UNUSED_ARG : SLIPPED);
          }
        }
        break;
      case DOTS: {
        const owner = this.#blocks.findLast(({ word }) => word === RESERVED.TK_FUNCTION);
        if (owner !== undefined && owner.bodyAt === -1) owner.varargs = true;
        else if (owner !== undefined) owner.usesDots = true;
        break;
      }
      case 41:
        if (open?.word === RESERVED.TK_FUNCTION && open.bodyAt === -1) open.bodyAt = tokens.length + 1;
        break;
    }
    if (kind === RESERVED.TK_FOR || kind === RESERVED.TK_WHILE) this.#loopHeads.push(this.#blocks.length);
  }

  readonly #loopHeads: number[] = [];
  /** Between `local` or `for` and what follows the names that it declares. */
  #inNames = false;

  #declares(kind: number, last: number | undefined): boolean {
    if (kind === RESERVED.TK_LOCAL || kind === RESERVED.TK_FOR) return true;
    if (!this.#inNames) return false;
    return kind === NAME ? last !== NAME : kind === 44 && last === NAME;
  }

  /**
   * Marks the parenthesis of a call. One that opens on another line could be a new statement: 5.1 refuses to guess,
   * except behind a name that it had looked ahead of, at the beginning of a table's field.
   */
  #noteCall(token: Token): void {
    const last = this.tokens.at(-1);
    const open = this.#blocks.at(-1);
    const isParameterList = open?.word === RESERVED.TK_FUNCTION && open.bodyAt === -1;
    if (last === undefined || this.#inNames || isParameterList) return;
    const before = this.tokens.at(-2)?.kind;
    const isCall =
      last.kind === 93 ||
      (last.kind === 41 && open?.bodyAt !== this.tokens.length) ||
      (last.kind === NAME && before !== RESERVED.TK_FUNCTION) ||
      endsBareCall(this.tokens);
    if (!isCall) return;
    token.number = IS_CALL;
    const startsField = this.#brackets.at(-1) === 123 && (before === 123 || before === 44 || before === 59);
    if (last.line !== token.line && !(last.kind === NAME && startsField)) {
      this.#fail('ambiguous syntax (function call x new statement)', '(');
    }
  }

  /** Brackets that are open. */
  readonly #brackets: number[] = [];

  #inLoopHead(): boolean {
    return this.#loopHeads.at(-1) === this.#blocks.length;
  }

  #open(word: number): void {
    this.#blocks.push({ word, line: this.#line, varargs: false, usesDots: false, bodyAt: -1 });
  }

  #isInLoop(): boolean {
    for (let i = this.#blocks.length - 1; i >= 0; i--) {
      const { word } = this.#blocks[i];
      if (word === RESERVED.TK_FUNCTION) return false;
      if (word === RESERVED.TK_FOR || word === RESERVED.TK_WHILE || word === RESERVED.TK_REPEAT) return true;
    }
    return false;
  }

  #isStatementStart(last: number | undefined): boolean {
    if (last === undefined || last === 59) return true;
    if (last === 41 && this.#blocks.at(-1)?.bodyAt === this.tokens.length) return true;
    return (
      last === RESERVED.TK_DO ||
      last === RESERVED.TK_THEN ||
      last === RESERVED.TK_ELSE ||
      last === RESERVED.TK_REPEAT
    );
  }

  #blockMustEnd(token: Token): void {
    const { kind } = token;
    if (
      kind === END_OF_STREAM ||
      kind === RESERVED.TK_END ||
      kind === RESERVED.TK_ELSE ||
      kind === RESERVED.TK_ELSEIF ||
      kind === RESERVED.TK_UNTIL
    ) {
      return;
    }
    const open = this.#blocks.at(-1);
    if (open === undefined) this.#fail("'<eof>' expected", token.shown);
    const wanted = open.word === RESERVED.TK_REPEAT ? 'until' : 'end';
    const opener = symbolOf.get(open.word);
    const where = open.line === this.#line ? '' : ` (to close '${opener}' at line ${open.line})`;
    this.#fail(`'${wanted}' expected${where}`, token.shown);
  }
}

class SyntaxFault {
  readonly message: string;
  readonly near: string | null;
  readonly line: number;

  constructor(message: string, near: string | null, line: number) {
    this.message = message;
    this.near = near;
    this.line = line;
  }
}

const ESCAPES: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function isNameStart(character: string): boolean {
  return /[A-Za-z_]/.test(character);
}

function isNamePart(character: string): boolean {
  return /[A-Za-z0-9_]/.test(character);
}

function shownToken(kind: number): string {
  if (kind >= UNKNOWN) return String.fromCharCode(kind - UNKNOWN);
  if (kind >= llex.FIRST_RESERVED) return symbolOf.get(kind) ?? '?';
  return kind < 32 || kind === 127 ? `char(${kind})` : String.fromCharCode(kind);
}

/** Syntax errors show a longer source name than other errors. */
const MAX_SOURCE_NAME = 79;

function raise(ls: LexState, message: Uint8Array, near: string | null, line: number): never {
  const place = lobject.luaO_chunkid(ls.source.realstring, MAX_SOURCE_NAME);
  const placed = lobject.luaO_pushfstring(ls.L, bytesOf('%s:%d: %s'), place, line, message);
  if (near !== null) {
    lobject.luaO_pushfstring(ls.L, bytesOf("%s near '%s'"), placed, bytesOf(near));
  }
  return ldo.luaD_throw(ls.L, ERROR_SYNTAX);
}

function setInput(state: LuaState, ls: LexState, z: LexState['z'], source: LuaString, first: number): void {
  const bytes = new ByteSink();
  for (let byte = first; byte !== -1; byte = z.zgetc()) bytes.byte(byte);
  ls.L = state;
  ls.z = z;
  ls.source = source;
  ls.t = { token: 0, seminfo: { r: 0, i: 0, ts: null } };
  ls.fs = null;
  ls.linenumber = 1;
  ls.lastline = 1;
  ls.envn = new lstring.TString(state, ENVIRONMENT);
  const scanner = new Scanner(ls, latin1(bytes.take()));
  const fault = scanner.run();
  ls.tokens = scanner.tokens;
  ls.at = 0;
  ls.argAt = scanner.argAt;
  ls.strings = scanner.strings;
  (ls as LexState & { fault: SyntaxFault | null }).fault = fault;
}

function next(ls: LexState & { fault?: SyntaxFault | null; slippedAt?: number; slipped?: number }): void {
  ls.lastline = ls.linenumber;
  const slippedIn = ls.argAt.get(ls.at);
  if (slippedIn !== undefined) {
    if (ls.slippedAt !== ls.at) {
      ls.slippedAt = ls.at;
      ls.slipped = 0;
    }
    const step = ls.slipped as number;
    if (step < slippedIn.length) {
      ls.slipped = step + 1;
      ls.t.token = slippedIn[step];
      ls.t.seminfo.ts = stringOf(ls, 'arg');
      // The parser is inside the function now; the machine counts the arguments when it makes the table.
      if (ls.fs !== null && step === 2 && slippedIn === SLIPPED) ls.fs.f.needsArg = true;
      return;
    }
  }
  const token = ls.tokens[ls.at];
  if (token === undefined) {
    const { message, near, line } = ls.fault as SyntaxFault;
    raise(ls, bytesOf(message), near, line);
  }
  if (token.kind !== END_OF_STREAM) ls.at++;
  ls.linenumber = token.line;
  ls.t.token = token.kind;
  ls.t.seminfo.r = token.number;
  ls.t.seminfo.ts = token.text;
}

function lookahead(ls: LexState & { fault?: SyntaxFault | null }): number {
  const token = ls.tokens[ls.at];
  if (token !== undefined) return token.kind;
  const { message, near, line } = ls.fault as SyntaxFault;
  return raise(ls, bytesOf(message), near, line);
}

function stringOf(ls: LexState, characters: string): LuaString {
  let string = ls.strings.get(characters);
  if (string === undefined) {
    string = new lstring.TString(ls.L, bytesOf(characters));
    ls.strings.set(characters, string);
  }
  return string;
}

/** The unclosed parenthesis: 5.1 reports its line, 5.3 that of the beginning of the expression. */
function openParenthesis(ls: LexState): string {
  let depth = 0;
  const current = ls.t.token === END_OF_STREAM ? ls.tokens.length - 1 : ls.at - 1;
  for (let i = current - 1; i >= 0; i--) {
    if (ls.tokens[i].kind === 41) depth++;
    else if (ls.tokens[i].kind === 40 && depth-- === 0) {
      const { line } = ls.tokens[i];
      return line === ls.linenumber ? "')' expected" : `')' expected (to close '(' at line ${line})`;
    }
  }
  return "')' expected";
}

/** What 5.1 says of a statement that is neither a call nor an assignment, by what the parser has read of it. */
function statementError(ls: LexState): string {
  const current = ls.t.token === END_OF_STREAM ? ls.tokens.length - 1 : ls.at - 1;
  const last = current - 1;
  if (ls.t.token === 61 || ls.t.token === 44) {
    // A call is a whole statement; in parentheses it is nothing.
    return endsCall(ls.tokens, last) ? 'unexpected symbol' : 'syntax error';
  }
  return ls.tokens[last]?.kind === 41 ? 'syntax error' : "'=' expected";
}

/** Whether the last token ends a call without parentheses: `f "text"` or `f {…}`. */
function endsBareCall(tokens: readonly Token[]): boolean {
  let at = tokens.length - 1;
  if (tokens[at].kind === 125) {
    let depth = 0;
    for (; at >= 0; at--) {
      if (tokens[at].kind === 125) depth++;
      else if (tokens[at].kind === 123 && --depth === 0) break;
    }
  } else if (tokens[at].kind !== TEXT) {
    return false;
  }
  const callee = tokens[at - 1]?.kind;
  return callee === NAME || callee === 41 || callee === 93;
}

/** Whether the token at this place ends the arguments of a call. */
function endsCall(tokens: readonly Token[], at: number): boolean {
  const kind = tokens[at]?.kind;
  if (kind === TEXT || kind === 125) return true;
  if (kind !== 41) return false;
  let depth = 0;
  for (let i = at; i >= 0; i--) {
    if (tokens[i].kind === 41) depth++;
    else if (tokens[i].kind === 40 && --depth === 0) {
      return tokens[i].number === IS_CALL;
    }
  }
  return false;
}

function syntaxError(ls: LexState, given: Uint8Array): never {
  let message = given;
  if (latin1(given).startsWith('too many JS levels')) {
    return raise(ls, bytesOf('chunk has too many syntax levels'), null, ls.linenumber);
  }
  if (latin1(given) === 'syntax error') message = bytesOf(statementError(ls));
  else if (latin1(given).startsWith("')' expected (to close")) message = bytesOf(openParenthesis(ls));
  const token = ls.tokens[ls.t.token === END_OF_STREAM ? ls.tokens.length - 1 : ls.at - 1];
  const near = token === undefined || token.kind !== ls.t.token ? shownToken(ls.t.token) : token.shown;
  return raise(ls, message, near, ls.linenumber);
}

export function installLexer(): void {
  Object.assign(llex, {
    LUA_ENV: ENVIRONMENT,
    luaX_setinput: setInput,
    luaX_next: next,
    luaX_lookahead: lookahead,
    luaX_newstring: (ls: LexState, bytes: Uint8Array) => stringOf(ls, latin1(bytes)),
    luaX_syntaxerror: syntaxError,
    luaX_token2str: (_ls: LexState, token: number) => bytesOf(`'${shownToken(token)}'`),
  });
}
