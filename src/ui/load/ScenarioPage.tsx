import type { LoadResult, LoadRun, LoadScenario } from '../../protocol/load-scenarios.ts';
import { hashOf } from '../browser/routes.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { formatCount } from '../i18n/amounts.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { LoadChart } from './LoadChart.tsx';
import { LoadHead, LookFor } from './LoadHead.tsx';
import { useLoadLink } from './load-run.ts';
import { runOf, runText, toggled } from './scenario-settings.ts';
import { amountText, scenarioWords } from './scenario-words.ts';
import { useAddress } from './use-address.ts';
import { type Runs, useRuns } from './use-runs.ts';
import './scenario.css';

interface ScenarioPageProps {
  readonly scenario: LoadScenario;
  readonly settings: string | undefined;
}

/** A load scenario: its settings and remedies, and the curves of the run without and with them. */
export function ScenarioPage({ scenario, settings }: ScenarioPageProps) {
  const words = usePair(scenarioWords);
  const text = words.scenarios[scenario.id];
  const [address, setAddress] = useAddress(scenario.id, settings);
  const run = runOf(scenario, address);
  const link = useLoadLink();
  const runs = useRuns(link, run);
  const change = (next: LoadRun) => setAddress(runText(scenario, next));
  return (
    <article className="load-page">
      <LoadHead title={text.title} lead={text.lead} />
      <RemedyChoice scenario={scenario} run={run} onChange={change} />
      <SettingSliders scenario={scenario} run={run} onChange={change} />
      <RunLine scenario={scenario} run={run} runs={runs} onChange={change} />
      <section className="load-part" aria-label={words.chartsTitle} aria-busy={runs.done !== null}>
        {scenario.remedies.length > 0 && (
          <p className="load-legend">
            <span>
              <i className="load-key" data-kind="before" />
              {words.before}
            </span>
            {run.remedies.length > 0 ? (
              <span>
                <i className="load-key" data-kind="after" />
                {words.after}
              </span>
            ) : (
              <span className="load-hint">{words.preventive}</span>
            )}
          </p>
        )}
        <div className="load-charts">
          {scenario.charts.map((chart) => (
            <LoadChart key={chart.id} chart={chart} before={runs.before} after={runs.after} />
          ))}
        </div>
      </section>
      <Figures scenario={scenario} before={runs.before} after={runs.after} />
      <Tables result={runs.before} />
      <LookFor lines={text.look} />
      <p className="load-aside">{text.scale}</p>
    </article>
  );
}

interface ChoiceProps {
  readonly scenario: LoadScenario;
  readonly run: LoadRun;
  onChange(next: LoadRun): void;
}

function RemedyChoice({ scenario, run, onChange }: ChoiceProps) {
  const words = usePair(scenarioWords);
  if (scenario.remedies.length === 0) return null;
  return (
    <fieldset className="load-remedies">
      <legend>{words.remediesTitle}</legend>
      {scenario.remedies.map(({ id }) => (
        <label key={id} className="load-remedy">
          <input
            type="checkbox"
            checked={run.remedies.includes(id)}
            onChange={() => onChange(toggled(scenario, run, id))}
          />
          <span>
            <b>{words.remedies[id].name}</b>
            <small>{words.remedies[id].about}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function SettingSliders({ scenario, run, onChange }: ChoiceProps) {
  const words = usePair(scenarioWords);
  const language = useLanguage();
  const shown = scenario.settings.filter(({ of }) => of?.some((id) => run.remedies.includes(id)) ?? true);
  return (
    <section className="load-controls" aria-label={words.settingsTitle}>
      {shown.map(({ id, min, max, step, unit }) => {
        const amount = amountText(run.settings[id], unit, language);
        return (
          <div key={id} className="load-control">
            <span className="load-control-name">
              {words.settings[id]} <span className="load-control-value">{amount}</span>
            </span>
            <input
              type="range"
              min={min}
              max={max}
              step={step}
              value={run.settings[id]}
              aria-label={words.settings[id]}
              aria-valuetext={amount}
              onChange={(event) =>
                onChange({ ...run, settings: { ...run.settings, [id]: Number(event.target.value) } })
              }
            />
          </div>
        );
      })}
    </section>
  );
}

function RunLine({ scenario, run, runs, onChange }: ChoiceProps & { readonly runs: Runs }) {
  const words = usePair(scenarioWords);
  const language = useLanguage();
  const shown = runs.after ?? runs.before;
  const settings = runText(scenario, run);
  const address = hashOf({
    page: 'load',
    scenario: scenario.id,
    ...(settings === undefined ? {} : { settings }),
  });
  return (
    <div className="load-line">
      {runs.done !== null ? (
        <>
          <button type="button" className="button" onClick={runs.stop}>
            {words.stop}
          </button>
          <progress max={1} value={runs.done} aria-label={words.running(Math.floor(runs.done * 100))} />
        </>
      ) : (
        <button
          type="button"
          className="button"
          onClick={() =>
            runs.isStopped || runs.problem !== null ? runs.again() : onChange({ ...run, seed: run.seed + 1 })
          }
        >
          {runs.isStopped || runs.problem !== null ? words.again : words.newSeed}
        </button>
      )}
      <span className="load-said" role="status">
        {runs.problem !== null
          ? words.failed(runs.problem)
          : runs.isStopped
            ? words.stopped
            : runs.done === null && shown !== null
              ? words.sameRun(formatCount(shown.events, language), shown.hash)
              : ''}
      </span>
      <span className="load-link" title={words.copyLink}>
        <span>{words.copyLink}</span>
        <CopyButton text={`${location.href.split('#')[0]}${address}`} />
      </span>
    </div>
  );
}

function Figures({
  scenario,
  before,
  after,
}: {
  readonly scenario: LoadScenario;
  readonly before: LoadResult | null;
  readonly after: LoadResult | null;
}) {
  const words = usePair(scenarioWords);
  const language = useLanguage();
  if (before === null || scenario.figures.length === 0) return null;
  return (
    <section className="load-part" aria-labelledby="load-figures">
      <h2 id="load-figures">{words.figuresTitle}</h2>
      <table className="load-table">
        <thead>
          <tr>
            <th scope="col">{words.figure}</th>
            <th scope="col">{words.before}</th>
            {after !== null && <th scope="col">{words.after}</th>}
          </tr>
        </thead>
        <tbody>
          {scenario.figures.map(({ id, unit }) => (
            <tr key={id}>
              <th scope="row">{words.figures[id]}</th>
              <td>{amountText(before.figures[id], unit, language)}</td>
              {after !== null && <td>{amountText(after.figures[id], unit, language)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Tables({ result }: { readonly result: LoadResult | null }) {
  const words = usePair(scenarioWords);
  const language = useLanguage();
  if (result === null || result.tables.length === 0) return null;
  return (
    <div className="load-tables">
      {result.tables.map(({ id, columns, names, rows }) => (
        <section key={id} className="load-part" aria-labelledby={`load-table-${id}`}>
          <h2 id={`load-table-${id}`}>{words.tables[id].title}</h2>
          <p className="load-note">{words.tables[id].about}</p>
          <table className="load-table">
            <thead>
              <tr>
                {names !== undefined && <th scope="col">{words.figure}</th>}
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {words.columns[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={names?.[at] ?? row[0]} data-drops={columns[3] === 'dropped' && row[3] > 0}>
                  {names !== undefined && <th scope="row">{words.charts[names[at]]}</th>}
                  {row.map((value, column) => (
                    <td key={columns[column]}>{amountText(value, 'count', language)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
