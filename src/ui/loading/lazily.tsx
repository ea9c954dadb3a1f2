/**
 * Components that load when they are first shown, and load again after a failure: React.lazy remembers a failure for
 * ever, and so does the build's loader for a style sheet.
 */
import { type ComponentType, lazy } from 'react';
import { mendStyles } from './styles.ts';

/** A part of the page did not arrive: no network, or the site has a new version without this file. */
export class NotLoadedError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.name = 'NotLoadedError';
  }
}

/** Fetches a part of the page, and distinguishes a failed fetch from an error in the part itself. */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    await mendStyles();
    return await load();
  } catch (problem) {
    throw new NotLoadedError(problem);
  }
}

const failed = new Set<() => void>();

/** Fetches every part that did not arrive again when it is next shown. A boundary calls it before it tries again. */
export function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part = attempt();

  function attempt() {
    return lazy(async () => {
      try {
        return { default: await loaded(load) };
      } catch (problem) {
        // Not before somebody asks for it: React renders once more to find the failure.
        failed.add(() => {
          Part = attempt();
        });
        throw problem;
      }
    });
  }

  return function Lazily(props: Props) {
    return <Part {...props} />;
  };
}
