import type { CSSProperties } from 'react';
import type { Step } from '../../../protocol/steps.ts';
import type { DiskView, JobRow } from '../../../protocol/views-disk.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useServerNow } from '../server-now.ts';
import { touchedBytes } from './bytes.ts';
import { outerSpans, textOf } from './describe.ts';
import { syncedOf } from './losses.ts';
import type { DiskWords } from './words.ts';
import '../panel-side.css';

const shownSpans = 120;

/** Beside the bytes: their meaning, background jobs, when a snapshot is due, and the log. */
export function DiskSide(props: {
  readonly view: DiskView;
  readonly words: DiskWords;
  readonly step: Step | null;
}) {
  const { view, words, step } = props;
  const { jobs, rdb, aof, log } = view;
  const hasJobs = jobs.running.length > 0;
  // A server that has never saved calls its last snapshot a success, too.
  const hasSnapshot = view.files.some(({ role }) => role === 'rdb');
  const nowMs = useServerNow(view.nowMs, hasJobs);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="panel-side" aria-label={words.jobs} tabIndex={0} data-own-keys="">
      {hasJobs && <Jobs view={view} nowMs={nowMs} words={words} />}
      <Spans view={view} words={words} step={step} />
      {!hasJobs && <Jobs view={view} nowMs={nowMs} words={words} />}
      <div className="panel-part disk-part">
        <h4>{words.savePoints}</h4>
        {rdb.savePoints.length === 0 && <p className="disk-none">{words.noSavePoints}</p>}
        <ul>
          {rdb.savePoints.map(({ seconds, changes }) => (
            <li key={`${seconds} ${changes}`} data-reached={rdb.changes >= changes}>
              {words.savePoint(seconds, changes, rdb.changes)}
            </li>
          ))}
        </ul>
        {(hasSnapshot || !rdb.lastStatusOk) && (
          <p data-bad={!rdb.lastStatusOk}>{words.lastSave(rdb.lastStatusOk)}</p>
        )}
        {aof.state !== 'off' && <p>{words.rewrite(aof.currentBytes, aof.rewriteBaseBytes)}</p>}
      </div>
      <div className="panel-part disk-part">
        <h4>{words.log}</h4>
        {log.length === 0 && <p className="disk-none">{words.noLog}</p>}
        <ol className="disk-log">
          {log.toReversed().map((line, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal.
            <li key={log.length - nth}>{line}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Jobs(props: { readonly view: DiskView; readonly nowMs: number; readonly words: DiskWords }) {
  const { view, nowMs, words } = props;
  const { running } = view.jobs;
  return (
    <div className="panel-part disk-part">
      <h4>{words.jobs}</h4>
      {running.length === 0 && <p className="disk-none">{words.noJobs}</p>}
      {running.map((job) => (
        <Job key={job.id} job={job} nowMs={nowMs} words={words} />
      ))}
    </div>
  );
}

function Job({
  job,
  nowMs,
  words,
}: {
  readonly job: JobRow;
  readonly nowMs: number;
  readonly words: DiskWords;
}) {
  const wholeMs = job.endsAtMs - job.startedAtMs;
  const share = wholeMs <= 0 ? 1 : Math.max(0, Math.min(1, (nowMs - job.startedAtMs) / wholeMs));
  return (
    <div className="disk-job" data-job={job.job}>
      <p>
        {words.jobKinds[job.job]} <code>{job.subject}</code>
      </p>
      <div
        className="progress"
        role="progressbar"
        aria-label={`${words.jobKinds[job.job]} ${job.subject}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` } as CSSProperties} />
      </div>
      {/* A thread counts what it frees in pieces, not in bytes. */}
      <small>{words.done(share, job.job === 'lazy-free' ? 0 : job.amount)}</small>
    </div>
  );
}

/** The meaning of the bytes in sight, piece by piece. */
function Spans({
  view,
  words,
  step,
}: {
  readonly view: DiskView;
  readonly words: DiskWords;
  readonly step: Step | null;
}) {
  const language = useLanguage();
  const { shown } = view;
  if (shown === null || shown.totalBytes === 0) return null;
  const spans = outerSpans(shown);
  const hot = touchedBytes(step, shown);
  const synced = syncedOf(view);
  // In an append only file, readers look for the latest commands.
  const visible = spans.slice(-shownSpans);
  return (
    <div className="panel-part disk-part">
      <h4>{words.meanings}</h4>
      {spans.length === 0 && <p className="disk-none">{words.unknown}</p>}
      {spans.length > visible.length && (
        <p className="disk-none">{words.moreSpans(spans.length - visible.length)}</p>
      )}
      <ol className="disk-spans">
        {visible.map((span) => (
          <li
            key={span.from}
            data-role={span.role}
            data-hot={hot !== null && span.from < hot[1] && span.to > hot[0]}
            data-safe={span.to <= synced}
          >
            <small>{span.from}</small>
            <span>{words.roles[span.role]}</span>
            <code>{textOf(span, language)}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
