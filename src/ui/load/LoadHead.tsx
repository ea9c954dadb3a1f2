import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { pageWords } from './words.ts';

/** The head of a load page: the way back to the list, what it is about, and a link that opens the same. */
export function LoadHead({ title, lead }: { readonly title: string; readonly lead: string }) {
  const words = usePair(pageWords);
  return (
    <header className="load-head">
      <a className="load-back" href={hashOf({ page: 'load' })}>
        <Icon name="back" size={14} /> {words.all}
      </a>
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
  );
}

/** What to try and to look for. */
export function LookFor({ lines }: { readonly lines: readonly string[] }) {
  const words = usePair(pageWords);
  return (
    <section className="load-look" aria-labelledby="load-look">
      <h2 id="load-look">{words.look}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
