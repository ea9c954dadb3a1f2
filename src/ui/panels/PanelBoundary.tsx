import { Component, type ReactNode } from 'react';
import { currentText } from '../i18n/index.ts';
import { PanelFrame } from './PanelFrame.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A panel that throws takes down nothing but itself. */
export class PanelBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const text = currentText();
    return (
      <PanelFrame
        title={this.props.title}
        state="error"
        message={
          <>
            <p>{text.panel.failed}</p>
            <button type="button" className="button" onClick={() => this.setState({ failed: false })}>
              {text.panel.retry}
            </button>
          </>
        }
      />
    );
  }
}
