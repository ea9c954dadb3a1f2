import { Component, type ReactNode } from 'react';
import { currentText } from '../i18n/index.ts';
import './message-page.css';

interface State {
  readonly problem: string | null;
}

/** If a page itself breaks, the reader gets words instead of a blank sheet. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { problem: null };

  static getDerivedStateFromError(error: unknown): State {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    const text = currentText();
    return (
      <div className="message-page" role="alert">
        <div className="message-page-sheet">
          <h1>{text.broken.title}</h1>
          <p>{text.broken.about}</p>
          <pre className="message-page-detail">{problem}</pre>
          <div className="message-page-actions">
            <button
              type="button"
              className="button is-primary"
              onClick={() => this.setState({ problem: null })}
            >
              {text.panel.retry}
            </button>
            <button type="button" className="button" onClick={() => location.reload()}>
              {text.reload}
            </button>
          </div>
        </div>
      </div>
    );
  }
}
