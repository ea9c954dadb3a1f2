import { Component, type ContextType, type ReactNode } from 'react';
import { SessionContext, ViewFailedError } from '../session/hooks.ts';
import { forgetFailures } from './lazily.tsx';

interface Props {
  readonly children: ReactNode;
  /** What stands in place of the failed part. `retry` fetches again what did not arrive. */
  readonly otherwise: (problem: unknown, retry: () => void) => ReactNode;
}

type State = { readonly failed: false } | { readonly failed: true; readonly problem: unknown };

/** An error inside takes down nothing outside. */
export class Boundary extends Component<Props, State> {
  static override contextType = SessionContext;
  declare context: ContextType<typeof SessionContext>;
  override state: State = { failed: false };

  static getDerivedStateFromError(problem: unknown): State {
    return { failed: true, problem };
  }

  override componentWillUnmount(): void {
    // A reader who comes back later should not find the old failure.
    if (this.state.failed) forgetFailures();
  }

  readonly #retry = (): void => {
    forgetFailures();
    if (this.state.failed && this.state.problem instanceof ViewFailedError) this.context?.actions.lookAgain();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    const { children, otherwise } = this.props;
    return this.state.failed ? otherwise(this.state.problem, this.#retry) : children;
  }
}
