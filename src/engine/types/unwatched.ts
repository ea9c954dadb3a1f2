/** Builds a value that has no key yet: no panel can watch it, so it emits no steps. */
import type { Environment } from '../base/probe.ts';

export function unwatched<Result>(env: Environment, build: () => Result): Result {
  const { probe } = env;
  env.probe = null;
  try {
    return build();
  } finally {
    env.probe = probe;
  }
}
