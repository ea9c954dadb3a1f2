import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageState } from '../../protocol/messages.ts';
import { frameWith } from '../../testing/frames.ts';
import { stubLocalStorage } from '../../testing/local-storage.ts';
import { consoleMemory } from '../console/local-entries.ts';
import { initialState, type SessionState, type SessionStore } from '../session/store.ts';
import { type ActiveSession, createActiveSession } from './active-session.ts';
import { contributePageState } from './page-state.ts';

/** A session that records its calls. */
class FakeSession {
  readonly calls: string[] = [];
  readonly acts: (() => void)[] = [];
  state: SessionState = {
    ...initialState,
    status: 'ready',
    frames: [frameWith(0, { text: 'PING' })],
  };
  loads: { page: PageState; since: null } | null = { page: {}, since: null };
  saves: Uint8Array | null = Uint8Array.of(1);

  getState = () => this.state;
  subscribe = () => () => {};
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
    notify: (code: string, _detail: string, act?: () => void) => {
      this.calls.push(`notify ${code}`);
      if (act !== undefined) this.acts.push(act);
    },
  };
}

let session: FakeSession;
let active: ActiveSession;

beforeEach(() => {
  vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn() });
  session = new FakeSession();
  active = createActiveSession(session as unknown as SessionStore, Promise.resolve());
});

afterEach(() => vi.unstubAllGlobals());

const route = () => active.getState().scene?.route;

describe('pages and their servers', () => {
  it('home and lab share one server', async () => {
    await active.enter('');
    await active.enter('#/lab');
    await active.enter('#/');
    expect(session.calls).toEqual(['start 7.0']);
    expect(route()).toEqual({ page: 'home' });
  });

  it("a lesson has its own; the reader's is put aside and taken up again", async () => {
    await active.enter('#/lab');
    await active.enter('#/learn/a');
    expect(route()).toEqual({ page: 'lesson', lessonId: 'a' });
    await active.enter('#/learn/a/second');
    await active.enter('#/learn/b');
    await active.enter('#/lab');
    expect(session.calls).toEqual(['start 7.0', 'save', 'load file', 'clock']);
  });

  it('drills have their own as well, and lessons and drills follow each other', async () => {
    await active.enter('#/lab');
    await active.enter('#/drills');
    expect(route()).toEqual({ page: 'drills' });
    await active.enter('#/learn/a');
    await active.enter('#/drills');
    await active.enter('#/progress');
    expect(route()).toEqual({ page: 'progress' });
    expect(session.calls).toEqual(['start 7.0', 'save', 'load file', 'clock']);
  });

  it('a session that cannot be put aside is asked about, and stays if the answer is no', async () => {
    await active.enter('#/lab');
    session.saves = null;
    await active.enter('#/learn/a');
    expect(active.getState()).toMatchObject({
      scene: { route: { page: 'lab' } },
      leaving: { lessonId: 'a' },
    });
    await active.leave(false);
    expect(active.getState()).toMatchObject({ scene: { route: { page: 'lab' } }, leaving: null });
    await active.enter('#/learn/a');
    await active.leave(true);
    expect(route()).toEqual({ page: 'lesson', lessonId: 'a' });
  });

  it('nothing can be typed into a session that is about to be replaced', async () => {
    const seen: string[] = [];
    const note = (call: string) => {
      seen.push(`${call} ${active.getState().isMoving}`);
    };
    const { save, load } = session.actions;
    session.actions.save = () => {
      note('save');
      return save();
    };
    session.actions.load = (saved) => {
      note('load');
      return load(saved);
    };
    await active.enter('#/lab');
    await active.enter('#/learn/a');
    note('in the lesson');
    await active.enter('#/lab');
    await active.enter('#/s/link');
    await active.openFile(Uint8Array.of(1));
    note('in the lab');
    expect(seen).toEqual([
      'save true',
      'in the lesson false',
      'load true',
      'save true',
      'load true',
      'save true',
      'load true',
      'in the lab false',
    ]);
  });

  it('a lesson that arrives late does not replace the page the reader has gone on to', async () => {
    const start = { generation: '6.2', seed: 1, startMs: 0, config: {} } as const;
    await active.enter('#/lab');
    await active.enter('#/learn/a');
    const left = active.enter('#/lab');
    // The lesson is still shown, and its text has just arrived.
    const late = active.startForPage(start);
    await left;
    expect(await late).toBe(false);
    expect(session.calls).toEqual(['start 7.0', 'save', 'load file', 'clock']);
    await active.enter('#/learn/a');
    const another = active.enter('#/learn/b');
    expect(await active.startForPage(start)).toBe(false);
    await another;
    expect(await active.startForPage(start)).toBe(true);
    expect(session.calls.slice(4)).toEqual(['save', 'start 6.2']);
  });

  it('a failed turn does not block the turns after it', async () => {
    await active.enter('#/lab');
    const { save } = session.actions;
    session.actions.save = () => Promise.reject(new Error('the test wants it'));
    await expect(active.enter('#/learn/a')).rejects.toThrow('the test wants it');
    session.actions.save = save;
    await active.enter('#/learn/b');
    expect(route()).toEqual({ page: 'lesson', lessonId: 'b' });
  });

  it('a link opens the page it was made on, without starting anything', async () => {
    session.loads = { page: { route: '#/learn/a', step: 3 }, since: null };
    await active.enter('#/s/xyz');
    expect(session.calls).toEqual(['load xyz']);
    expect(active.getState().scene).toMatchObject({
      route: { page: 'lesson', lessonId: 'a' },
      restored: { route: '#/learn/a', step: 3 },
    });
  });

  it('a damaged link leaves everything as it was, or leads home', async () => {
    session.loads = null;
    await active.enter('#/s/broken');
    expect(route()).toEqual({ page: 'home' });
    await active.enter('#/lab');
    await active.enter('#/s/broken-too');
    expect(route()).toEqual({ page: 'lab' });
    expect(session.calls).toEqual(['load broken', 'start 7.0', 'save', 'load broken-too']);
  });

  it('the same link opened again after another opens anew', async () => {
    await active.enter('#/s/one');
    const first = active.getState().scene?.key;
    await active.enter('#/s/two');
    expect(active.getState().scene?.key).not.toBe(first);
  });

  it('a link says where the reader is, and what the page adds', async () => {
    await active.enter('#/lab');
    contributePageState({ zoom: 2 });
    expect(active.pageState()).toEqual({ zoom: 2, route: '#/lab' });
  });

  it('a link says which consoles follow redirections, and older links say nothing of it', async () => {
    await active.enter('#/lab');
    consoleMemory.setState({ followers: [1, 4] });
    expect(active.pageState()).toEqual({ followers: '1,4', route: '#/lab' });
    session.loads = { page: { route: '#/lab', followers: '2' }, since: null };
    await active.enter('#/s/new');
    expect(consoleMemory.getState().followers).toEqual([2]);
    session.loads = { page: { route: '#/lab' }, since: null };
    await active.enter('#/s/old');
    expect(consoleMemory.getState().followers).toEqual([]);
    session.loads = { page: { route: '#/lab', followers: 'x,1' }, since: null };
    await active.enter('#/s/odd');
    expect(consoleMemory.getState().followers).toEqual([]);
  });

  it('a file brings the reader to its page, and the address follows', async () => {
    await active.enter('#/');
    session.loads = { page: { route: '#/lab' }, since: null };
    await active.openFile(Uint8Array.of(1));
    expect(route()).toEqual({ page: 'lab' });
    expect(history.pushState).toHaveBeenCalledWith(null, '', '#/lab');
  });

  it('a loaded link leaves the address, and so does a damaged one', async () => {
    session.loads = { page: { route: '#/lab' }, since: null };
    await active.enter('#/s/xyz');
    expect(history.replaceState).toHaveBeenLastCalledWith(null, '', '#/lab');
    session.loads = null;
    await active.enter('#/s/broken');
    expect(history.replaceState).toHaveBeenLastCalledWith(null, '', '#/lab');
  });

  it('a link into a lesson only puts the session aside until the reader comes back', async () => {
    await active.enter('#/lab');
    session.loads = { page: { route: '#/learn/a' }, since: null };
    await active.enter('#/s/xyz');
    expect(route()).toEqual({ page: 'lesson', lessonId: 'a' });
    await active.enter('#/lab');
    expect(session.calls).toEqual(['start 7.0', 'save', 'load xyz', 'load file', 'clock']);
  });

  it('where nothing can be kept, the reader can go back to the session that a file replaced', async () => {
    await active.enter('#/lab');
    await active.openFile(Uint8Array.of(2));
    expect(session.calls).toEqual(['start 7.0', 'save', 'load file', 'notify set-aside-here']);
    session.acts.at(-1)?.();
    await active.enter('#/');
    expect(session.calls.slice(4)).toEqual(['save', 'load file', 'notify set-aside-here']);
  });

  it('a new session after the engine stopped in a lesson starts the lesson again, and nothing else', async () => {
    await active.enter('#/lab');
    await active.enter('#/learn/a');
    session.state = { ...session.state, status: 'faulted' };
    const before = active.getState().scene?.key;
    await active.startFresh();
    expect(route()).toEqual({ page: 'lesson', lessonId: 'a' });
    expect(active.getState().scene?.key).not.toBe(before);
    session.state = { ...session.state, status: 'ready' };
    // The reader's own session was only put aside.
    await active.enter('#/lab');
    expect(session.calls).toEqual(['start 7.0', 'save', 'start 7.0', 'load file', 'clock']);
  });
});

describe('a visit after one that never became ready', () => {
  let marks: Map<string, string>;

  beforeEach(() => {
    marks = stubLocalStorage();
  });

  /** The link is being opened, and the page ends. */
  async function cutOff(hash: string): Promise<void> {
    session.actions.load = () => new Promise(() => {});
    void active.enter(hash);
    await vi.waitFor(() => expect(marks.size).toBe(1));
    // Make the marks old.
    for (const key of marks.keys()) marks.set(key, '0');
    session = new FakeSession();
    active = createActiveSession(session as unknown as SessionStore, Promise.resolve());
  }

  it('opens nothing until the reader has answered', async () => {
    await cutOff('#/s/bad');
    const entering = active.enter('#/s/bad');
    await vi.waitFor(() => expect(active.getState().asking).toBe('link'));
    expect(session.calls).toEqual([]);
    active.answerOpening('again');
    await entering;
    expect(session.calls).toEqual(['load bad']);
    expect(active.getState()).toMatchObject({ asking: null, scene: { route: { page: 'lab' } } });
    expect(marks.size).toBe(0);
  });

  it('goes on without the link if the reader wants that, and does not ask again', async () => {
    await cutOff('#/s/bad');
    const entering = active.enter('#/s/bad');
    await vi.waitFor(() => expect(active.getState().asking).toBe('link'));
    active.answerOpening('aside');
    await entering;
    expect(session.calls).toEqual(['start 7.0']);
    expect(route()).toEqual({ page: 'home' });
    expect(history.replaceState).toHaveBeenLastCalledWith(null, '', '#/');
    expect(marks.size).toBe(0);
  });

  it('does not ask about another link, nor about one that is refused or open', async () => {
    await cutOff('#/s/bad');
    session.loads = null;
    await active.enter('#/s/other');
    session.loads = { page: {}, since: null };
    await active.enter('#/s/other');
    expect(session.calls).toContain('load other');
    expect(marks.size).toBe(1);
  });
});
