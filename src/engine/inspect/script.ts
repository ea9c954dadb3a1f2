/** The running script as its panel shows it. */
import type { ScriptProgramView, ScriptView } from '../../protocol/views-script.ts';
import { repr } from '../base/bytes.ts';
import type { RunningScript } from '../state/scripting.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';
import { isOfScript } from './step-subjects.ts';

const MAX_SHOWN_ARGUMENTS = 32;
const MAX_SHOWN_LINES = 20;

export const scriptView: ViewKind<'script'> = {
  read: readScript,
  changedBy: isOfScript,
  everyStep: isOfScript,
};

function readScript(server: Server): ScriptView {
  const { scripting } = server;
  const running = scripting.running ?? scripting.last;
  return {
    kind: 'script',
    state: stateOf(server),
    script: running === null ? null : describe(server, running),
    cachedScripts: scripting.scripts.size,
    libraries: [...scripting.libraries.values()].map(({ name, functions }) => ({
      name,
      functions: [...functions.values()].map(({ name: called, flags }) => ({ name: called, flags })),
    })),
    logLines: scripting.logLines.slice(-MAX_SHOWN_LINES),
  };
}

function stateOf({ scripting }: Server): ScriptView['state'] {
  if (scripting.running === null) return 'idle';
  if (scripting.isInScript) return 'running';
  return scripting.running.isBusy ? 'busy' : 'held';
}

function describe(server: Server, running: RunningScript): ScriptView['script'] {
  const isActive = server.scripting.running === running;
  const position = isActive ? (server.scripting.existingMachine?.position() ?? null) : null;
  return {
    program: programOf(running),
    line: position === null ? 0 : Math.max(0, position.line),
    frames: position?.frames ?? [],
    instructions: position?.instructions ?? running.instructions,
    hasWritten: running.hasWritten,
  };
}

/** Read once for every run: at each of its lines a picture is taken. */
const programs = new WeakMap<RunningScript, ScriptProgramView>();

function programOf(running: RunningScript): ScriptProgramView {
  const known = programs.get(running);
  if (known !== undefined) return known;
  const { request, startedAtMs } = running;
  const shown = (items: readonly Uint8Array[]): string[] =>
    items.slice(0, MAX_SHOWN_ARGUMENTS).map((item) => repr(item));
  const program = {
    kind: request.kind,
    name: request.name,
    source: textOf(request.source),
    keys: shown(request.keys),
    values: shown(request.values),
    startedAtMs,
    isReadOnly: request.isReadOnly,
  };
  programs.set(running, program);
  return program;
}

/** UTF-8 where it is well-formed; other bytes stand for themselves. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at];
    const length = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let point = length === 1 ? first : first & (0x7f >> length);
    let isWhole = first < 0x80 || (first >= 0xc2 && first < 0xf5);
    for (let i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xc0) !== 0x80) isWhole = false;
      point = (point << 6) | (bytes[at + i] & 0x3f);
    }
    const isText = isWhole && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    text += isText ? String.fromCodePoint(point) : String.fromCharCode(first);
    at += isText ? length : 1;
  }
  return text;
}
