import { useActiveSession } from '../active-session/active-session.ts';
import type { Opened, OpeningAnswer } from '../active-session/guarded-opening.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';

interface SafeStartWords {
  readonly title: string;
  readonly session: string;
  readonly link: string;
  readonly again: string;
  readonly shorter: string;
  readonly aside: string;
  readonly withoutLink: string;
}

const safeStartWords: Pair<SafeStartWords> = {
  zh: {
    title: '上次没能打开',
    session: '上次打开你的会话时，还没打开完页面就断了。会话还在。这次怎么打开？',
    link: '上次打开这个链接时，还没打开完页面就断了。要再打开一次吗？',
    again: '再打开一次',
    shorter: '去掉最后一条命令再打开',
    aside: '先放到一边，从头开始',
    withoutLink: '不打开链接，直接开始',
  },
  en: {
    title: 'It did not open last time',
    session:
      'Last time, the page closed before your session finished opening. Nothing is lost. How do you want to open it now?',
    link: 'Last time, the page closed before this link finished opening. Open it again?',
    again: 'Open it again',
    shorter: 'Open it without the last command',
    aside: 'Move it to My sessions and start fresh',
    withoutLink: 'Start without it',
  },
};

/** Asks before opening what the last visit failed to open. */
export function SafeStart({ asking }: { readonly asking: Opened }) {
  const words = usePair(safeStartWords);
  const { answerOpening } = useActiveSession();
  const isLink = asking === 'link';
  const answers: readonly (readonly [OpeningAnswer, string])[] = [
    ['aside', isLink ? words.withoutLink : words.aside],
    ...(isLink ? [] : [['shorter', words.shorter] as const]),
    ['again', words.again],
  ];
  return (
    <Dialog title={words.title} onClose={() => answerOpening('aside')} isFirm>
      <p>{isLink ? words.link : words.session}</p>
      <div className="dialog-actions">
        {answers.map(([answer, label]) => (
          <button
            key={answer}
            type="button"
            className={answer === 'again' ? 'button is-primary' : 'button'}
            onClick={() => answerOpening(answer)}
          >
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
