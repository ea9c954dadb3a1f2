/** Building what no key leads to yet: nobody can look at it, so nobody is told how it comes about. */
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
