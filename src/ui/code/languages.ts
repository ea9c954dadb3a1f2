/** The languages of an editor: Lua, or commands as at the console. */
import { StreamLanguage, type StreamParser } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';

export const luaLanguage = StreamLanguage.define(lua);

interface LineState {
  /** The command's name is still to come. */
  isFirst: boolean;
}

/** One command a line; a line that begins with # is a comment. Quotes are those of redis-cli. */
export const commandParser: StreamParser<LineState> = {
  name: 'redis',
  startState: () => ({ isFirst: true }),
  token(stream, state) {
    if (stream.sol()) state.isFirst = true;
    if (stream.eatSpace()) return null;
    if (state.isFirst && stream.match(/^#.*/)) return 'comment';
    const quoted = stream.match(/^"(?:[^"\\]|\\.)*"?/) ?? stream.match(/^'(?:[^'\\]|\\.)*'?/);
    if (!quoted) stream.match(/^[^\s"']+/) ?? stream.next();
    const { isFirst } = state;
    state.isFirst = false;
    if (isFirst) return 'keyword';
    if (quoted) return 'string';
    return /^-?\d+(\.\d+)?$/.test(stream.current()) ? 'number' : null;
  },
};

export const commandLanguage = StreamLanguage.define(commandParser);
