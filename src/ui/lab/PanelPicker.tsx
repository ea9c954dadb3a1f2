import { type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { hashOf } from '../browser/routes.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { panelTitle, useLanguage, usePair, useText } from '../i18n/index.ts';
import { panelBlurbs } from '../panels/blurbs.ts';
import { groupWords } from '../panels/group-words.ts';
import { groupPanels } from '../panels/groups.ts';
import { panelIds } from '../panels/registry.ts';
import { themeStore } from '../theme/theme.ts';
import { searchPanels } from './panel-search.ts';
import './panel-picker.css';
import { pickerWords } from './picker-words.ts';

interface PanelPickerProps {
  /** The panel on the stage, then those beside it. */
  readonly shown: readonly string[];
  onShow(panels: readonly string[]): void;
  onClose(): void;
}

/** All panels as pictures in groups, with a search in both languages. A picture goes to the stage, a tick beside it. */
export function PanelPicker({ shown, onShow, onClose }: PanelPickerProps) {
  const words = usePair(pickerWords);
  const groupNames = usePair(groupWords);
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [stage, ...beside] = shown;
  const found = searchPanels(panelIds, query);
  // A search is answered by relevance, the whole by groups.
  const groups =
    query.trim() === ''
      ? groupPanels(panelIds).map(({ group, panels }) => ({ name: groupNames[group], panels }))
      : [{ name: words.found(found.length), panels: found }];
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('.picker-card') ?? [])];

  const choose = (panel: string) => {
    onShow([panel, ...beside.filter((other) => other !== panel)]);
    onClose();
  };
  const place = (panel: string, isBeside: boolean) => {
    if (panel !== stage)
      onShow([stage, ...beside.filter((other) => other !== panel), ...(isBeside ? [panel] : [])]);
  };

  const onCardKey = (event: KeyboardEvent<HTMLElement>, panel: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && event.key === 'Enter') {
      event.preventDefault();
      place(panel, !beside.includes(panel));
      return;
    }
    const next = neighbour(cards(), event.currentTarget, event.key);
    if (next !== null) {
      event.preventDefault();
      if (next === 'above') field.current?.focus();
      else next.focus();
    } else if (event.key.length === 1 && event.key !== ' ') {
      // The letter goes into the field that has the focus when it arrives.
      field.current?.focus();
    }
  };

  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className="picker">
        <p>{words.lead}</p>
        <div className="picker-search">
          <input
            ref={field}
            autoFocus
            type="search"
            aria-label={words.search}
            aria-describedby="picker-keys"
            placeholder={words.search}
            value={query}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                cards()[0]?.focus();
              } else if (event.key === 'Enter' && query.trim() !== '' && found.length > 0) {
                event.preventDefault();
                choose(found[0]);
              }
            }}
          />
          <small id="picker-keys">{words.keys}</small>
        </div>
        <div className="picker-groups" ref={list}>
          {found.length === 0 && <p role="status">{words.none(query.trim())}</p>}
          {found.length > 0 &&
            groups.map(({ name, panels }) => (
              <section key={name} aria-label={name}>
                <h3>{name}</h3>
                <ul>
                  {panels.map((panel) => (
                    <li
                      key={panel}
                      data-shown={panel === stage ? 'stage' : beside.includes(panel) ? 'beside' : ''}
                    >
                      <PanelCard
                        panel={panel}
                        isStage={panel === stage}
                        isBeside={beside.includes(panel)}
                        onChoose={() => choose(panel)}
                        onPlace={(isBeside) => place(panel, isBeside)}
                        onKeyDown={(event) => onCardKey(event, panel)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </div>
        <div className="dialog-actions picker-end">
          <a className="picker-gallery" href={hashOf({ page: 'gallery' })} onClick={onClose}>
            {words.gallery}
          </a>
          <button type="button" className="button is-primary" onClick={onClose}>
            {words.close}
          </button>
        </div>
        <span className="visually-hidden" aria-live="polite">
          {query.trim() !== '' && words.found(found.length)}
        </span>
      </div>
    </Dialog>
  );
}

interface PanelCardProps {
  readonly panel: string;
  readonly isStage: boolean;
  readonly isBeside: boolean;
  onChoose(): void;
  onPlace(isBeside: boolean): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function PanelCard({ panel, isStage, isBeside, onChoose, onPlace, onKeyDown }: PanelCardProps) {
  const text = useText();
  const language = useLanguage();
  const words = pickerWords[language];
  const theme = useStore(themeStore, (state) => state.theme);
  const title = panelTitle(text, panel);
  return (
    <>
      <button
        type="button"
        className="picker-card"
        aria-label={title}
        aria-description={panelBlurbs[panel]?.[language]}
        aria-current={isStage}
        onClick={onChoose}
        onKeyDown={onKeyDown}
      >
        <img
          src={`panels/${panel}-${theme}.webp`}
          alt=""
          width={360}
          height={225}
          loading="lazy"
          decoding="async"
        />
        <b>{title}</b>
        <span>{panelBlurbs[panel]?.[language]}</span>
      </button>
      {isStage ? (
        <span className="picker-place">{words.onStage}</span>
      ) : (
        <label className="picker-place">
          <input
            type="checkbox"
            aria-label={words.besideOf(title)}
            checked={isBeside}
            onChange={({ target }) => onPlace(target.checked)}
          />
          {words.beside}
        </label>
      )}
    </>
  );
}

/** The card that an arrow key leads to, by where the cards stand; 'above' when it leads out of them to the search. */
function neighbour(
  cards: readonly HTMLElement[],
  from: HTMLElement,
  key: string,
): HTMLElement | 'above' | null {
  const at = cards.indexOf(from);
  switch (key) {
    case 'ArrowRight':
      return cards[Math.min(at + 1, cards.length - 1)];
    case 'ArrowLeft':
      return at === 0 ? 'above' : cards[at - 1];
    case 'Home':
      return cards[0];
    case 'End':
      return cards[cards.length - 1];
    case 'ArrowDown':
    case 'ArrowUp': {
      const here = from.getBoundingClientRect();
      const down = key === 'ArrowDown';
      let best: { card: HTMLElement; top: number; aside: number } | null = null;
      for (const card of cards) {
        const { top, left } = card.getBoundingClientRect();
        if (down ? top <= here.top + 1 : top >= here.top - 1) continue;
        const aside = Math.abs(left - here.left);
        const isNearer =
          best === null || (top === best.top ? aside < best.aside : down ? top < best.top : top > best.top);
        if (isNearer) best = { card, top, aside };
      }
      return best?.card ?? (down ? cards[cards.length - 1] : 'above');
    }
    default:
      return null;
  }
}
