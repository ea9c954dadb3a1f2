/** The worker of the load pages, and one job after the other on it: a new one ends the one before. */
import { useEffect, useRef, useState } from 'react';
import type { LoadResponse } from '../../protocol/load.ts';
import { type LoadJob, type LoadLink, startLoad } from '../session/load-link.ts';

export function useLoadLink(): LoadLink | null {
  const [link, setLink] = useState<LoadLink | null>(null);
  useEffect(() => {
    const made = startLoad();
    setLink(made);
    return () => made.close();
  }, []);
  return link;
}

/** Asks for something each time the job is another, by its text; what was asked for before is no longer heard. */
export function useJob(link: LoadLink | null, job: LoadJob, hear: (response: LoadResponse) => void): void {
  const heard = useRef(hear);
  heard.current = hear;
  const text = JSON.stringify(job);
  useEffect(() => {
    if (link === null) return;
    const { stop } = link.begin(JSON.parse(text) as LoadJob, (response) => heard.current(response));
    return stop;
  }, [link, text]);
}
