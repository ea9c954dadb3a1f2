import { useText } from '../i18n/index.ts';

/** The first stops of the Tab key: past the header to the content, and to the prompt of a page that has one. */
export function SkipLinks() {
  const text = useText();
  // Buttons, because the address after '#' is the page.
  return (
    <div className="skip-links">
      <button type="button" onClick={() => document.querySelector<HTMLElement>('.shell-main')?.focus()}>
        {text.shell.skipToContent}
      </button>
      <button
        type="button"
        className="skip-to-prompt"
        onClick={() => document.querySelector<HTMLElement>('.console-input-field input')?.focus()}
      >
        {text.shell.skipToPrompt}
      </button>
    </div>
  );
}
