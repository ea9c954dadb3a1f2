/**
 * A goal: checks on the engine's state that are looked at after every frame. Anything that leads there passes.
 * Going back in time undoes what was held against the learner: only what lies on the present line of history
 * after the goal was set is looked at.
 */
import type { Check, CheckResult } from '../protocol/checks.ts';
import { type EngineReader, type FrameFacts, type Observed, observe } from './observe.ts';

/** The present, as a goal looks at it. */
export interface Present {
  readonly engine: EngineReader;
  readonly last: FrameFacts;
  /** Names of the commands of each frame of this line of history, in lower case. */
  readonly commandNames: readonly (readonly string[])[];
}

export class Goal {
  readonly checks: readonly Check[];
  /** The last frame before the goal was set. */
  #since: number;
  /** When the checks of a whole stretch first held, by their number. */
  readonly #reachedAt = new Map<number, number>();

  constructor(checks: readonly Check[], sinceFrame: number) {
    this.checks = checks;
    this.#since = sinceFrame;
  }

  /** The line of history changed; both lines share everything up to and including this frame. */
  goBackTo(sharedFrame: number): void {
    this.#since = Math.min(this.#since, sharedFrame);
    for (const [check, frame] of this.#reachedAt) if (frame > sharedFrame) this.#reachedAt.delete(check);
  }

  /** To be called after every frame, so that none is missed. */
  look(present: Present): CheckResult[] {
    return this.checks.map((check, index) => this.#lookAt(check, index, present));
  }

  #lookAt(check: Check, index: number, present: Present): CheckResult {
    switch (check.type) {
      case 'observe':
        return lookAtObservation(check, present);
      case 'key':
        return lookAtKey(check, present.engine);
      case 'trace':
        return lookAtTrace(check, present.engine, present.commandNames.slice(this.#since + 1).flat());
      case 'reached':
      case 'unreached': {
        const value = observe(check.path, present.engine, present.last);
        const now = present.commandNames.length - 1;
        if (!this.#reachedAt.has(index) && meets(value, check)) this.#reachedAt.set(index, now);
        const passed = this.#reachedAt.has(index) === (check.type === 'reached');
        return { passed, found: foundText(value) };
      }
    }
  }
}

function lookAtObservation(check: Check & { type: 'observe' }, { engine, last }: Present): CheckResult {
  const value = observe(check.path, engine, last);
  return { passed: meets(value, check), found: foundText(value) };
}

interface Wanted {
  readonly is?: string | number;
  readonly not?: string | number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

function meets(value: Observed, { is, not, atLeast, atMost }: Wanted): boolean {
  if (value === null) return false;
  if (is !== undefined && String(value) !== String(is)) return false;
  if (not !== undefined && String(value) === String(not)) return false;
  if (atLeast !== undefined && !(Number(value) >= atLeast)) return false;
  return atMost === undefined || Number(value) <= atMost;
}

/** Found values stand in the order in which a check names what it wants: exists, value, type, encoding, expiry. */
function lookAtKey(check: Check & { type: 'key' }, engine: EngineReader): CheckResult {
  const server = check.node === undefined ? engine : engine.at(check.node);
  const facts = server !== null && check.db < server.databases ? server.key(check.db, check.key) : null;
  const found: string[] = [];
  let passed = true;
  const compare = (wanted: string | boolean | undefined, actual: string | boolean | null) => {
    if (wanted === undefined) return;
    if (wanted !== actual) passed = false;
    found.push(actual === null ? '(nil)' : typeof actual === 'boolean' ? (actual ? '1' : '0') : actual);
  };
  compare(check.exists, facts !== null);
  compare(check.value, facts?.value ?? null);
  compare(check.valueType, facts?.type ?? 'none');
  compare(check.encoding, facts?.encoding ?? null);
  compare(check.hasExpiry, facts !== null && facts.expireAtMs >= 0);
  return { passed, found: found.join(' ') };
}

/** What is found are the commands that should not have been used. */
function lookAtTrace(
  check: Check & { type: 'trace' },
  engine: EngineReader,
  names: readonly string[],
): CheckResult {
  const isWrong = (name: string) =>
    check.never?.includes(name) === true ||
    (check.only !== undefined && !check.only.includes(name)) ||
    (check.readsOnly === true && engine.isWrite(name));
  const wrong = new Set(names.filter(isWrong));
  return { passed: wrong.size === 0, found: [...wrong].join(' ') };
}

function foundText(value: Observed): string {
  return value === null ? '' : String(value);
}
