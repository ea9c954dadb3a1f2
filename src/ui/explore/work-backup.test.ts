import { describe, expect, it } from 'vitest';
import type { Work } from './kept-work.ts';
import { readAllWork, type ScenarioWork, together } from './work-backup.ts';

/** Work whose only choice is this one. */
function work(choice: string): Work {
  const plan = { choices: [choice], at: 1, isFound: false };
  return { variant: 'get-set', sources: {}, plans: { 'get-set': plan } };
}

const nothing: ScenarioWork = { own: null, links: [], aside: [] };

describe('the work of a backup', () => {
  it('takes its places where they are free', () => {
    const theirs = { own: work('a'), links: [{ link: 'l', work: work('b') }], aside: [work('c')] };
    expect(together(nothing, theirs)).toEqual(theirs);
  });

  it('is set aside where there is other work', () => {
    const here = { own: work('mine'), links: [{ link: 'l', work: work('here') }], aside: [work('old')] };
    const theirs = { own: work('a'), links: [{ link: 'l', work: work('b') }], aside: [work('c')] };
    expect(together(here, theirs)).toEqual({
      ...here,
      aside: [work('old'), work('a'), work('b'), work('c')],
    });
  });

  it('changes nothing when it comes a second time', () => {
    const here = { own: work('mine'), links: [{ link: 'l', work: work('here') }], aside: [work('old')] };
    expect(together(here, here)).toEqual(here);
    const theirs = { own: work('a'), links: [{ link: 'l', work: work('b') }], aside: [work('c')] };
    const once = together(here, theirs);
    expect(together(once, theirs)).toEqual(once);
  });

  it('is set aside while the page shows the scenario', () => {
    expect(together(nothing, { ...nothing, own: work('a') }, true)).toEqual({
      ...nothing,
      aside: [work('a')],
    });
  });

  it('of more links than are kept is set aside', () => {
    const links = Array.from({ length: 7 }, (_, nth) => ({ link: `${nth}`, work: work(`${nth}`) }));
    const both = together({ ...nothing, links: links.slice(0, 4) }, { ...nothing, links: links.slice(4) });
    expect(both.links).toEqual(links.slice(0, 5));
    expect(both.aside).toEqual([work('5'), work('6')]);
  });

  it('is read without what is damaged', () => {
    const file = { good: { own: work('a') }, bad: { own: 7 }, worse: null, list: [1] };
    expect(readAllWork(JSON.parse(JSON.stringify(file)))).toEqual({ good: { ...nothing, own: work('a') } });
    expect(readAllWork('text')).toEqual({});
    expect(readAllWork(null)).toEqual({});
  });
});
