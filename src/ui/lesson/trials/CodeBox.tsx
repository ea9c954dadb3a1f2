import { useId, useState } from 'react';
import {
  type ClientCode,
  type CodeLanguage,
  codeLanguages,
  programOf,
} from '../../../protocol/client-code.ts';
import { recall, remember } from '../../browser/preferences.ts';
import { CopyButton } from '../../controls/CopyButton.tsx';
import { Tabs } from '../../controls/Tabs.tsx';
import { usePair } from '../../i18n/index.ts';
import { trialWords } from './words.ts';
import './dial.css';
import './code.css';

/** Names of programs are the same in every language. */
export const codeNames: Readonly<Record<CodeLanguage, string>> = {
  node: 'Node.js · ioredis',
  python: 'Python · redis-py',
};

const preference = 'code-language';

/** The choice of an earlier box, also of another visit. */
function remembered(): CodeLanguage {
  return codeLanguages.find((language) => language === recall(preference)) ?? 'node';
}

/** A program in each language, as tabs. What is copied can be run as it is. */
export function CodeBox({ code }: { readonly code: ClientCode }) {
  const words = usePair(trialWords);
  const id = useId();
  const [shown, setShown] = useState(remembered);

  const show = (language: CodeLanguage) => {
    setShown(language);
    remember(preference, language);
  };
  return (
    <section className="lesson-program" aria-label={words.code}>
      <div className="code-head">
        <Tabs
          label={words.languages}
          id={id}
          panel={`${id}-program`}
          names={codeLanguages}
          titles={codeNames}
          shown={shown}
          onShow={show}
        />
        <CopyButton text={programOf(code, shown)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that may scroll is reached by the keyboard. */}
      <div role="tabpanel" id={`${id}-program`} aria-labelledby={`${id}-${shown}`} tabIndex={0}>
        <pre className="code-program">
          <code>{programOf(code, shown)}</code>
        </pre>
      </div>
      <p className="lesson-kind">{words.prints}</p>
      <pre className="code-prints">
        <samp>{code.prints}</samp>
      </pre>
    </section>
  );
}
