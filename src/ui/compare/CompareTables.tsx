import type { FrameSummary } from '../../protocol/messages.ts';
import { printReplies } from '../../protocol/redis-cli.ts';
import { readReplies } from '../../protocol/resp.ts';
import type { KeyspaceView } from '../../protocol/views.ts';
import { type Language, useLanguage, usePair } from '../i18n/index.ts';
import type { Pair } from './align.ts';
import { nameOf } from './CompareTimeline.tsx';
import { type Difference, differencesOf } from './differences.ts';
import { type CompareWords, compareWords } from './words.ts';

const shownDifferences = 40;
const shownReplies = 60;
/** In each of them. */
const shownOfReply = { chars: 2000, lines: 40 };

function Heads({ words, what }: { readonly words: CompareWords; readonly what: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{what}</th>
        <th scope="col" className="is-one">
          {words.one}
        </th>
        <th scope="col" className="is-other">
          {words.other}
        </th>
      </tr>
    </thead>
  );
}

/** Keys, encodings and memory that differ at the moment looked at. */
export function DifferencesTable(props: { readonly one: KeyspaceView; readonly other: KeyspaceView }) {
  const words = usePair(compareWords);
  const language = useLanguage();
  const all = differencesOf(props.one, props.other);
  return (
    <section className="compare-sheet" aria-label={words.differences}>
      <h3>{words.differences}</h3>
      {all.length === 0 ? (
        <p className="compare-same">{words.same}</p>
      ) : (
        <div className="compare-scroll">
          <table>
            <Heads words={words} what={words.what} />
            <tbody>
              {all.slice(0, shownDifferences).map((difference) => {
                const { name, one, other } = inWords(difference, words, language);
                return (
                  <tr key={name.join('.')}>
                    <th scope="row">
                      {name.length === 2 && <code>{name[0]}</code>} {name[name.length - 1]}
                    </th>
                    <td>{one}</td>
                    <td>{other}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {all.length > shownDifferences && <p>{words.moreKeys(all.length - shownDifferences)}</p>}
        </div>
      )}
    </section>
  );
}

function inWords(difference: Difference, words: CompareWords, language: Language) {
  const bytes = (value: number) => `${value.toLocaleString('en')} B`;
  switch (difference.kind) {
    case 'keys':
      return { name: [words.keys], one: String(difference.one), other: String(difference.other) };
    case 'memory':
      return { name: [words.memory], one: bytes(difference.one), other: bytes(difference.other) };
    case 'key': {
      const say = (isThere: boolean) => (isThere ? '✓' : words.absent);
      return { name: [difference.key], one: say(difference.one), other: say(difference.other) };
    }
    case 'field': {
      const say = (value: string | number) => {
        if (difference.field === 'memoryBytes') return bytes(value as number);
        if (difference.field !== 'expireAtMs') return String(value);
        return value === -1 ? words.forever : new Date(value).toLocaleTimeString(language);
      };
      return {
        name: [difference.key, words.field[difference.field]],
        one: say(difference.one),
        other: say(difference.other),
      };
    }
  }
}

/** The replies in each run up to the moment looked at, the newest last. */
export function RepliesTable(props: {
  readonly pairs: readonly Pair[];
  readonly one: readonly FrameSummary[];
  readonly other: readonly FrameSummary[];
}) {
  const words = usePair(compareWords);
  const asked = props.pairs
    .map((pair) => ({ pair, ...framesOf(pair, props.one, props.other) }))
    .filter(({ one, other }) => one?.kind === 'command' || other?.kind === 'command')
    .slice(-shownReplies);
  return (
    <section className="compare-sheet" aria-label={words.replies}>
      <h3>{words.replies}</h3>
      {asked.length === 0 ? (
        <p className="compare-same">{words.noReplies}</p>
      ) : (
        <div className="compare-scroll is-newest-last">
          <table>
            <Heads words={words} what={words.what} />
            <tbody>
              {asked.map(({ pair, one, other }) => {
                const names = new Set([one, other].flatMap((frame) => (frame ? nameOf(frame, words) : [])));
                const differs = pair.repliesDiffer || pair.commandsDiffer;
                return (
                  <tr key={`${pair.one}.${pair.other}`} data-differs={differs}>
                    <th scope="row">
                      {differs && (
                        <span className="compare-differs" role="img" aria-label={words.differs}>
                          ≠
                        </span>
                      )}
                      {[...names].map((name, nth) => (
                        <code key={name} className={nth === 0 ? undefined : 'compare-second'}>
                          {name}
                        </code>
                      ))}
                    </th>
                    <td>
                      <pre>{replyOf(one)}</pre>
                    </td>
                    <td>
                      <pre>{replyOf(other)}</pre>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** What happened in each run; nothing in the one that stayed where it was. */
function framesOf(
  pair: Pair,
  framesOne: readonly FrameSummary[],
  framesOther: readonly FrameSummary[],
): { readonly one: FrameSummary | undefined; readonly other: FrameSummary | undefined } {
  return {
    one: pair.moved === 'other' ? undefined : framesOne[pair.one],
    other: pair.moved === 'one' ? undefined : framesOther[pair.other],
  };
}

function replyOf(frame: FrameSummary | undefined): string {
  const own = frame?.replies.find(({ client }) => client === frame.client);
  if (own === undefined) return '';
  return printReplies(readReplies(own.bytes), shownOfReply).text.trimEnd();
}
