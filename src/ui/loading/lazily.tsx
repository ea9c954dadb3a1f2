/**
 * Components that are fetched when they are first shown, and fetched again after they did not arrive: React.lazy
 * remembers a failure for ever, and so does the loader of the build for a style sheet.
 */
import { type ComponentType, lazy } from 'react';
import { mendStyles } from './styles.ts';

/** A part of the page did not arrive: the network is away, or the site has a new version without this file. */
export class NotLoadedError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.name = 'NotLoadedError';
  }
}

/** Fetches a part of the page; what fails is told apart from what is wrong with the part itself. */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    await mendStyles();
    return await load();
  } catch (problem) {
    throw new NotLoadedError(problem);
  }
}

const failed = new Set<() => void>();

/** From now on whatever did not arrive is fetched again when it is shown. A boundary calls it before it tries again. */
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
