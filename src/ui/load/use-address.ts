/** Settings of a page that live in its address: a link opens the same. */
import { useEffect, useRef, useState } from 'react';
import { hashOf, writeAddress } from '../browser/routes.ts';

/** Browsers refuse to rewrite an address many times a second; a slider that is dragged would. */
const WRITE_AFTER_MS = 250;

/** The settings as text, as the address has them or as they were set since. */
export function useAddress(
  scenario: string,
  settings: string | undefined,
): [string | undefined, (next: string | undefined) => void] {
  const [current, setCurrent] = useState(settings);
  const written = useRef(settings);
  useEffect(() => {
    // Somebody went to another address of this page.
    if (settings === written.current) return;
    written.current = settings;
    setCurrent(settings);
  }, [settings]);
  useEffect(() => {
    if (current === written.current) return;
    const timer = setTimeout(() => {
      written.current = current;
      writeAddress(
        hashOf({
          page: 'load',
          scenario,
          ...(current === undefined ? {} : { settings: current }),
        }),
        'replace',
      );
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [current, scenario]);
  return [current, setCurrent];
}
