import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Popover } from '../controls/Popover.tsx';
import { useLanguage, useText } from '../i18n/index.ts';
import { useSession, useSessionStore } from '../session/hooks.ts';
import { sessionName } from '../session/store.ts';
import { dataSets } from './data-sets.ts';
import { type FillProgress, fill } from './fill.ts';
import { NumberField } from './NumberField.tsx';
import { labWords } from './words.ts';

const counts = [1_000, 100_000, 1_000_000];

/** Inserts a thousand, a hundred thousand or a million items of a data set, and can be stopped. */
export function FillControl() {
  const text = useText();
  const language = useLanguage();
  const words = labWords[language];
  const store = useSessionStore();
  const [set, setSet] = useState(dataSets[0]);
  const [seed, setSeed] = useState(1);
  const [progress, setProgress] = useState<FillProgress | null>(null);
  const [result, setResult] = useState<(FillProgress & { readonly session: string | null }) | null>(null);
  const here = useSession(sessionName);
  const server = useSession((state) => state.server);
  const stop = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is under way ends with its server.
  useEffect(() => () => stop.current?.abort(), [server]);

  const start = async (count: number) => {
    stop.current = new AbortController();
    const session = sessionName(store.getState());
    // Fill the database that the first client has selected.
    const db = store.getState().clients[0]?.db ?? 0;
    let latest: FillProgress = { done: 0, of: count, perSecond: 0 };
    setResult(null);
    setProgress(latest);
    await fill(store, {
      db,
      set,
      seed,
      count,
      signal: stop.current.signal,
      onProgress(now) {
        latest = now;
        setProgress(now);
      },
    });
    setProgress(null);
    if (latest.done > 0) setResult({ ...latest, session });
  };

  if (progress !== null) {
    const fraction = progress.done / progress.of;
    return (
      <div className="fill-progress">
        <div
          className="progress"
          role="progressbar"
          aria-label={text.lab.fill}
          aria-valuemin={0}
          aria-valuemax={progress.of}
          aria-valuenow={progress.done}
          style={{ '--fraction': fraction } as CSSProperties}
        >
          <i />
        </div>
        <span className="fill-figures">
          {text.lab.fillProgress(progress.done, progress.of, progress.perSecond)}
        </span>
        <button type="button" className="button" onClick={() => stop.current?.abort()}>
          {text.cancel}
        </button>
      </div>
    );
  }
  return (
    <>
      <Popover label={text.lab.fill} button={text.lab.fill} buttonClass="button">
        {(close) => (
          <div className="lab-form">
            <p className="clock-about">{words.fillAbout}</p>
            <label>
              <span>{words.fillSet}</span>
              <select
                aria-label={words.fillSet}
                value={set.id}
                onChange={({ target }) =>
                  setSet(dataSets.find(({ id }) => id === target.value) ?? dataSets[0])
                }
              >
                {dataSets.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title[language]}
                  </option>
                ))}
              </select>
            </label>
            {set.id !== 'strings' && (
              <NumberField
                label={words.fillSeed}
                value={seed}
                least={0}
                most={0xffff_ffff}
                onChange={setSeed}
              />
            )}
            {counts.map((count) => (
              <button
                key={count}
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  void start(count);
                }}
              >
                {text.lab.keys(count)}
              </button>
            ))}
          </div>
        )}
      </Popover>
      {result !== null && result.session === here && (
        <span className="fill-figures" role="status">
          {text.lab.fillDone(result.done, result.perSecond)}
        </span>
      )}
    </>
  );
}
