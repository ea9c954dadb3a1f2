/** Loads the interpreter, which is a chunk of its own. Everything that steps an engine awaits this before a script. */
import { isScriptingProvided, provideScripting } from '../state/scripting.ts';

let loading: Promise<void> | null = null;

export function loadScripting(): Promise<void> {
  loading ??= import('./lua/index.ts').then(
    ({ scriptingModule }) => provideScripting(scriptingModule),
    (problem) => {
      // The network may have been away for a moment: the next call tries again.
      loading = null;
      throw problem;
    },
  );
  return loading;
}

const NAMES = ['eval', 'fcall', 'script', 'function'];

/** Whether these bytes may need the interpreter while it is not loaded. If in doubt, true. */
export function needsScripting(bytes: Uint8Array): boolean {
  if (isScriptingProvided()) return false;
  let text = '';
  // Names stand near the beginning of each command; a body of megabytes is not worth reading for them.
  for (let i = 0; i < bytes.length && i < MAX_LOOKED_AT; i++) text += String.fromCharCode(bytes[i] | 32);
  return NAMES.some((name) => text.includes(name));
}

const MAX_LOOKED_AT = 1 << 20;
