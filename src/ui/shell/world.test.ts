import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageState } from '../../protocol/messages.ts';
import { contributePageState } from '../page-state.ts';
import { initialState, type SessionState, type SessionStore } from '../session/store.ts';
import { createWorld, type World } from './world.ts';

/** A session that notes what is asked of it. */
class FakeSession {
  readonly calls: string[] = [];
  state: SessionState = {
    ...initialState,
    status: 'ready',
    frames: [
      {
        index: 0,
        kind: 'command',
        client: 1,
        atMs: 0,
        text: 'PING',
        commands: 1,
        replies: [],
        closed: [],
        marks: [],
      },
    ],
  };
  loads: { page: PageState } | null = { page: {} };
  saves: Uint8Array | null = Uint8Array.of(1);

  getState = () => this.state;
  actions = {
    startServer: async (start: { generation: string }) => {
      this.calls.push(`start ${start.generation}`);
      return true;
    },
    load: async (saved: string | Uint8Array) => {
      this.calls.push(typeof saved === 'string' ? `load ${saved}` : 'load file');
      return this.loads;
    },
    save: async () => {
      this.calls.push('save');
      return this.saves;
    },
    setClock: async () => {
      this.calls.push('clock');
    },
    dismissNotice: () => {},
  };
}

let session: FakeSession;
let world: World;

beforeEach(() => {
  vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn() });
  session = new FakeSession();
  world = createWorld(session as unknown as SessionStore);
});

afterEach(() => vi.unstubAllGlobals());

const route = () => world.getState().scene?.route;

describe('pages and their servers', () => {
  it('home and lab share one', async () => {
    await world.enter('');
    await world.enter('#/lab');
    await world.enter('#/');
    expect(session.calls).toEqual(['start 7.0']);
    expect(route()).toEqual({ page: 'home' });
  });

  it("a lesson has its own; the reader's is put aside and taken up again", async () => {
    await world.enter('#/lab');
    await world.enter('#/learn/a');
    expect(route()).toEqual({ page: 'lesson', lessonId: 'a' });
    await world.enter('#/learn/a/second');
    await world.enter('#/learn/b');
    await world.enter('#/lab');
    expect(session.calls).toEqual(['start 7.0', 'save', 'load file', 'clock']);
  });

  it('drills have their own as well, and lessons and drills follow each other', async () => {
    await world.enter('#/lab');
    await world.enter('#/drills');
    expect(route()).toEqual({ page: 'drills' });
    await world.enter('#/learn/a');
    await world.enter('#/drills');
    await world.enter('#/progress');
    expect(route()).toEqual({ page: 'progress' });
    expect(session.calls).toEqual(['start 7.0', 'save', 'load file', 'clock']);
  });

  it('what cannot be put aside is asked about, and stays if the answer is no', async () => {
    await world.enter('#/lab');
    session.saves = null;
    await world.enter('#/learn/a');
    expect(world.getState()).toMatchObject({ scene: { route: { page: 'lab' } }, leaving: { lessonId: 'a' } });
    await world.leave(false);
    expect(world.getState()).toMatchObject({ scene: { route: { page: 'lab' } }, leaving: null });
    await world.enter('#/learn/a');
    await world.leave(true);
    expect(route()).toEqual({ page: 'lesson', lessonId: 'a' });
  });

  it('a link opens the page it was made on, without starting anything', async () => {
    session.loads = { page: { route: '#/learn/a', step: 3 } };
    await world.enter('#/s/xyz');
    expect(session.calls).toEqual(['load xyz']);
    expect(world.getState().scene).toMatchObject({
      route: { page: 'lesson', lessonId: 'a' },
      restored: { route: '#/learn/a', step: 3 },
    });
  });

  it('a damaged link leaves everything as it was, or leads home', async () => {
    session.loads = null;
    await world.enter('#/s/broken');
    expect(route()).toEqual({ page: 'home' });
    await world.enter('#/lab');
    await world.enter('#/s/broken-too');
    expect(route()).toEqual({ page: 'lab' });
    expect(session.calls).toEqual(['load broken', 'start 7.0', 'load broken-too']);
  });

  it('the same link opened again after another opens anew', async () => {
    await world.enter('#/s/one');
    const first = world.getState().scene?.key;
    await world.enter('#/s/two');
    expect(world.getState().scene?.key).not.toBe(first);
  });

  it('a link says where the reader is, and what the page adds', async () => {
    await world.enter('#/lab');
    contributePageState({ zoom: 2 });
    expect(world.pageState()).toEqual({ zoom: 2, route: '#/lab' });
  });

  it('a file brings the reader to its page, and the address follows', async () => {
    await world.enter('#/');
    session.loads = { page: { route: '#/lab' } };
    await world.openFile(Uint8Array.of(1));
    expect(route()).toEqual({ page: 'lab' });
    expect(history.pushState).toHaveBeenCalledWith(null, '', '#/lab');
  });
});
