import { usePair } from '../i18n/index.ts';
import './about.css';
import { aboutWords } from './words.ts';

/** What this is, its version, its licence, and the work of others in it. */
export function AboutPage() {
  const words = usePair(aboutWords);
  return (
    <div className="about">
      <h1>{words.title}</h1>
      <p className="about-lead">{words.lead}</p>
      <dl>
        <dt>{words.version}</dt>
        <dd>{import.meta.env.VITE_VERSION}</dd>
        <dt>{words.server}</dt>
        <dd>{words.serverIs}</dd>
        <dt>{words.where}</dt>
        <dd>{words.whereIs}</dd>
        <dt>{words.license}</dt>
        <dd>{words.licenseIs}</dd>
        <dt>{words.others}</dt>
        <dd>
          {words.othersAre} <a href="./licenses.txt">{words.licenses}</a>
        </dd>
      </dl>
      <p className="about-small">{words.notRedis}</p>
    </div>
  );
}
