import { describe, expect, it } from 'vitest';
import { routeOf } from '../active-session/scenes.ts';
import { firstLanguage } from '../i18n/language.ts';
import { hashOf, parseRoute, type Route } from './routes.ts';

describe('addresses', () => {
  const routes: Route[] = [
    { page: 'home' },
    { page: 'learn' },
    { page: 'lab' },
    { page: 'coverage' },
    { page: 'about' },
    { page: 'interview' },
    { page: 'interview', asks: true },
    { page: 'cheatsheets' },
    { page: 'glossary' },
    { page: 'glossary', term: 'copy-on-write' },
    { page: 'path', path: 'interview' },
    { page: 'curriculum' },
    { page: 'reading', lessonId: 'skiplist' },
    { page: 'gallery' },
    { page: 'gallery', panel: 'hll' },
    { page: 'drills' },
    { page: 'progress' },
    { page: 'embed', panels: ['skiplist', 'dict'] },
    { page: 'embed', panels: ['dict'], saved: 'abc/+=' },
    { page: 'lab', panels: ['packed'] },
    { page: 'explore' },
    { page: 'explore', scenario: 'lock-single' },
    { page: 'explore', scenario: 'lock-single', variant: 'set-ex' },
    { page: 'explore', scenario: 'lock-single', variant: 'set-ex', finds: true },
    { page: 'explore', scenario: 'lock-single', variant: 'set-ex', saved: 'eJw-_0' },
    { page: 'lab', scene: 'big-key' },
    { page: 'lab', servers: 'cluster' },
    { page: 'lab', panels: ['skiplist', 'dict', 'keyspace'] },
    { page: 'lesson', lessonId: 'global-dict-and-rehash' },
    { page: 'shared', saved: 'eJw_-abc' },
  ];
  for (const route of routes) {
    it(hashOf(route), () => expect(parseRoute(hashOf(route))).toEqual(route));
  }

  it('that are unknown lead home', () => {
    for (const hash of ['', '#', '#/nowhere', '#/learn/../x', '#/lab/', '#/lab/a/b', '#/s/'])
      expect(parseRoute(hash)).toEqual({ page: 'home' });
  });
});

describe('the page of a saved session', () => {
  it('is the page it was saved on, or the lab if that makes no sense', () => {
    expect(routeOf({ route: '#/learn/a-lesson' })).toEqual({ page: 'lesson', lessonId: 'a-lesson' });
    expect(routeOf({ route: 7 })).toEqual({ page: 'lab' });
    expect(routeOf({})).toEqual({ page: 'lab' });
    expect(routeOf({ route: '#/s/another' })).toEqual({ page: 'lab' });
    expect(routeOf({ route: '#/drills' })).toEqual({ page: 'lab' });
    expect(routeOf({ route: '#/lab/scene/rehash' })).toEqual({ page: 'lab' });
    expect(routeOf({ route: '#/lab/servers/cluster' })).toEqual({ page: 'lab' });
  });
});

describe('the first language', () => {
  it("is the first of the reader's languages that the page has", () => {
    expect(firstLanguage(['zh-TW', 'en'])).toBe('zh');
    expect(firstLanguage(['de', 'en-GB', 'zh'])).toBe('en');
    expect(firstLanguage(['de', 'zh-CN'])).toBe('zh');
    expect(firstLanguage(['fr'])).toBe('en');
    expect(firstLanguage([])).toBe('en');
  });
});
