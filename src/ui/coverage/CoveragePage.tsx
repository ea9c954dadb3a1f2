import { useMemo } from 'react';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { coverageOf } from './coverage.ts';
import './coverage.css';
import { words } from './words.ts';

/** The commands of the real server that are here, from the engine's own command table. */
export function CoveragePage() {
  const language = useLanguage();
  const text = words[language];
  const shared = useText();
  const docs = useSession((state) => state.docs);
  const absent = useSession((state) => state.absent);
  const idleParameters = useSession((state) => state.idleParameters);
  const groups = useMemo(() => coverageOf(docs, absent), [docs, absent]);
  // COMMAND LIST does not contain the subcommands of DEBUG.
  const debugs = docs.find(({ name }) => name === 'debug')?.subcommands?.length ?? 0;
  // Nor does it contain the commands of modules, which a plain server does not have.
  const modules = docs.filter(({ flags }) => flags.includes('module')).length;
  const here = groups.reduce((sum, group) => sum + group.here, 0) - debugs - modules;
  return (
    <div className="coverage">
      <h1>{text.title}</h1>
      <p className="coverage-lead">
        {text.lead(here, here + absent.length)}
        {text.more(debugs)} <a href={hashOf({ page: 'lab' })}>{shared.home.toLab}</a>
      </p>
      {groups.map((group) => (
        <section key={group.name} aria-labelledby={`coverage-${group.name}`}>
          <h2 id={`coverage-${group.name}`}>
            {group.name} <span>{text.count(group.here, group.commands.length)}</span>
          </h2>
          <ul>
            {group.commands.map((command) => (
              <li key={command.name} data-here={command.here}>
                <code>{command.name}</code>
                <span className="coverage-mark">{command.here ? text.here : text.absent}</span>
                <span>{command.text[language]}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="coverage-parameters">
        <h2 id="coverage-parameters">{text.parameters}</h2>
        <p>{text.parametersLead}</p>
        <p className="coverage-parameters">
          {idleParameters.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      </section>
    </div>
  );
}
