import { scenarios } from 'virtual:scenarios';
import course from 'virtual:search-entries';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SearchEntry, SearchKind } from '../../protocol/search-entry.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';
import { addressOf, excerpt, scenarioEntries, search } from './search.ts';
import './search.css';

interface SearchWords {
  readonly title: string;
  readonly placeholder: string;
  readonly found: (count: number) => string;
  readonly none: string;
  readonly hint: string;
  readonly kinds: Readonly<Record<SearchKind, string>>;
}

const words: Pair<SearchWords> = {
  zh: {
    title: '搜索课程',
    placeholder: '跳表、ZADD、缓存一致性……',
    found: (count) => `找到 ${count} 条`,
    none: '没有找到。换个词试试，中文英文都行。',
    hint: '↑ ↓ 选择，回车打开',
    kinds: {
      lesson: '课',
      step: '步骤',
      term: '术语',
      command: '命令',
      claim: '常见说法',
      question: '面试题',
      scenario: '推演',
    },
  },
  en: {
    title: 'Search the course',
    placeholder: 'skiplist, ZADD, lock …',
    found: (count) => `${count} found`,
    none: 'Nothing found. Try another word, in English or Chinese.',
    hint: '↑ ↓ to choose, Enter to open',
    kinds: {
      lesson: 'Lesson',
      step: 'Step',
      term: 'Term',
      command: 'Command',
      claim: 'Claim',
      question: 'Interview',
      scenario: 'Explore',
    },
  },
};

const entries: readonly SearchEntry[] = [...course, ...scenarioEntries(scenarios)];

/** Looks through the course while one types. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const text = usePair(words);
  const language = useLanguage();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => search(entries, query, language), [query, language]);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = (entry: SearchEntry) => {
    onClose();
    location.hash = addressOf(entry);
  };
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape may end a word of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // A search field would only be emptied by it.
      event.preventDefault();
      onClose();
    }
    if (found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + found.length) % found.length);
    else if (event.key === 'Enter') open(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className="search">
        <input
          type="search"
          role="combobox"
          autoFocus
          aria-label={text.title}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder={text.placeholder}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <p className="search-status" role="status">
          {query.trim() === '' ? text.hint : found.length === 0 ? text.none : text.found(found.length)}
        </p>
        <div ref={list} className="search-list" id={`${id}-list`} role="listbox" aria-label={text.title}>
          {found.map((entry, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew for every query.
              key={index}
              className="search-entry"
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              // The input keeps the focus and takes the keys.
              tabIndex={-1}
              onPointerMove={() => setChosen(index)}
              onClick={() => open(entry)}
              onKeyDown={onKeyDown}
            >
              <small data-kind={entry.kind}>{text.kinds[entry.kind]}</small>
              <span>
                <b>{entry.title[language]}</b>
                <span>{excerpt(entry.text[language], query)}</span>
              </span>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
