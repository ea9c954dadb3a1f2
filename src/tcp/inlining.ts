import { setFlagsFromString } from 'node:v8';

/**
 * One command passes through a long chain of small functions. With its usual limit of 920 V8 stops inlining in the middle
 * of that chain, and where it stops depends on which function became hot first.
 */
export function inlineWholeCommands(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=2500');
}
