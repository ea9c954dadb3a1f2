import { Segmented } from '../controls/Segmented.tsx';
import { type Language, setLanguage, useLanguage, useText } from '../i18n/index.ts';
import { useActions } from '../session/hooks.ts';

/** Switches the language, or says that its words did not arrive. */
function useSpeak(): (language: Language) => void {
  const { notify } = useActions();
  return (language) => void setLanguage(language).catch(() => notify('not-loaded'));
}

/** One press switches to the other language; each is named in its own. */
export function LanguageSwitch() {
  const language = useLanguage();
  const text = useText();
  const speak = useSpeak();
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="chip language-switch"
      aria-label={text.shell.switchLanguage}
      title={text.shell.switchLanguage}
      onClick={() => speak(other)}
    >
      <span lang="zh-CN" data-on={language === 'zh'}>
        中文
      </span>
      <span aria-hidden="true">/</span>
      <span lang="en" data-on={language === 'en'}>
        English
      </span>
    </button>
  );
}

export function LanguageChoice() {
  const text = useText();
  return (
    <Segmented
      label={text.shell.language}
      value={useLanguage()}
      choices={[
        { value: 'zh', label: '中文' },
        { value: 'en', label: 'English' },
      ]}
      onChange={useSpeak()}
    />
  );
}
