import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage } from '../i18n/index.ts';
import type { InfamousEntry } from './infamous.ts';
import './infamous.css';

/** Links that open with the schedule that breaks it. */
export function InfamousCards({ entries }: { readonly entries: readonly InfamousEntry[] }) {
  const language = useLanguage();
  return (
    <ul className="infamous">
      {entries.map(({ scenario, variant, title, about }) => (
        <li key={`${scenario} ${variant}`}>
          <a className="infamous-card" href={hashOf({ page: 'explore', scenario, variant, finds: true })}>
            <b>{title[language]}</b>
            <span>{about[language]}</span>
            <Icon name="arrow" size={14} />
          </a>
        </li>
      ))}
    </ul>
  );
}
