/**
 * Code that runs inside the page during random actions: it presses the elements there, and a second server replays the
 * page's saved session. It uses only the page's elements, and the browser's own Worker and createObjectURL, through
 * which everything passes anyway.
 */
import type { Action } from './fuzz-actions.ts';

export interface FuzzHands {
  act(action: Action): Promise<void>;
  /** Waits for rest, and compares the page with a fresh replay of its saved session. */
  check(): Promise<{ readonly problems: readonly string[]; readonly frame: number; readonly frames: number }>;
}

/** Self-contained: it is sent to the page as text. Requests to the worker arrive this much later. */
export function installFuzz(lateMs: number): void {
  const workers: Worker[] = [];
  const addresses: string[] = [];
  const blobs: Blob[] = [];
  const NativeWorker = window.Worker;
  window.Worker = class extends NativeWorker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      workers.push(this);
      addresses.push(String(address));
    }

    override postMessage(message: unknown): void {
      if (lateMs === 0) super.postMessage(message);
      else setTimeout(() => super.postMessage(message), lateMs);
    }
  };
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (object: Blob | MediaSource) => {
    if (object instanceof Blob) blobs.push(object);
    return createObjectURL(object);
  };
  // The patch above catches an offered file; the browser need not keep it.
  HTMLAnchorElement.prototype.click = function () {
    if (!this.hasAttribute('download'))
      this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  };

  const rest = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const pick = (selector: string, nth: number): HTMLElement | undefined => {
    const found = all(selector);
    return found[nth % found.length];
  };
  const setValue = (element: HTMLElement | undefined, value: string, event: string) => {
    if (element === undefined) return;
    const prototype =
      element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const choose = (element: HTMLElement | undefined, nth: number) => {
    if (!(element instanceof HTMLSelectElement) || element.options.length === 0) return;
    setValue(element, element.options[nth % element.options.length].value, 'change');
  };
  const press = (element: Element | null | undefined, key: string, shift = false) =>
    element?.dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey: shift, bubbles: true, cancelable: true }),
    );

  /** Opens a sheet, does something in it, and closes it again. */
  async function inSheet(opener: HTMLElement | undefined, use: () => void): Promise<void> {
    if (opener === undefined) return;
    opener.click();
    await rest();
    use();
    await rest();
    press(opener, 'Escape');
  }

  async function act(action: Action): Promise<void> {
    // Answer an open question first.
    pick('dialog[open] .dialog-actions button', 1)?.click();
    if (pick('.console-instead button', 0) !== undefined) {
      // In the past this would make a branch every time.
      pick('.timeline-buttons button', 4)?.click();
      await rest();
      pick('.console-instead button', 0)?.click();
    }
    switch (action.do) {
      case 'type': {
        if (action.now) pick('.timeline-buttons button', 4)?.click();
        const input = pick('.console-input-field input', 0);
        setValue(input, action.line, 'input');
        await rest();
        press(input, 'Enter');
        break;
      }
      case 'press': {
        const track = pick('.track', 0);
        track?.focus();
        press(track, action.key, action.shift);
        break;
      }
      case 'step':
        pick('.timeline-buttons button', action.nth)?.click();
        break;
      case 'speed':
        choose(all('.timeline .select select').at(-1), action.nth);
        break;
      case 'branch':
        await inSheet(pick('.branch-button', 0), () =>
          // The middle button leads to another page, to compare.
          pick('.branch-sheet li :is(.menu-item, .icon-button:last-child)', action.nth)?.click(),
        );
        break;
      case 'panel':
        pick('.lab-panels', 0)?.click();
        for (let waited = 0; waited < 200 && all('.picker-card').length === 0; waited++) await rest(10);
        pick('.picker-card', action.nth)?.click();
        break;
      case 'clock':
        await inSheet(pick('.header-group .popover > button', 0), () =>
          pick('.clock-settings :is(input, button:enabled)', action.nth)?.click(),
        );
        break;
      case 'client':
        // In the past, a new client makes a branch: half of them come in the present.
        if (action.nth % 2 === 0) pick('.timeline-buttons button', 4)?.click();
        pick('.console-tabs :is([role="tab"], .console-tab-button)', action.nth)?.click();
        break;
      case 'power':
        await inSheet(all('.lab-toolbar .popover > button').at(-1), () =>
          all('.lab-toolbar .popover-sheet .menu-item')[action.nth % 3]?.click(),
        );
        // A dead server would answer none of the following actions.
        await inSheet(all('.lab-toolbar .popover > button').at(-1), () =>
          all('.lab-toolbar .popover-sheet .menu-item').at(-1)?.click(),
        );
        break;
      case 'ask': {
        const part = pick('[data-part]', action.nth);
        const { left = 0, top = 0 } = part?.getBoundingClientRect() ?? {};
        const place = { clientX: left, clientY: top, bubbles: true, cancelable: true };
        part?.dispatchEvent(new MouseEvent('contextmenu', place));
        await rest();
        pick('.part-menu .menu-item', 0)?.click();
        break;
      }
      case 'mark':
        await inSheet(pick('.timeline-tools .popover > button', 0), () =>
          pick('.mark-legend :is(input, button:enabled)', action.nth)?.click(),
        );
        break;
      case 'theme':
        pick('.header-group > button.icon-button', 0)?.click();
        break;
      case 'language':
        pick('.language-switch', 0)?.click();
        break;
    }
    await rest();
  }

  type Reply = { id: number; ok: boolean; answer?: unknown; refusal?: unknown };
  let lastId = 1_000_000_000;
  function ask(worker: Worker, request: string, question: object): Promise<unknown> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const listen = ({ data }: MessageEvent<Reply>) => {
        if (data.id !== id) return;
        worker.removeEventListener('message', listen);
        if (data.ok) resolve(data.answer);
        else reject(new Error(`${request}: ${JSON.stringify(data.refusal)}`));
      };
      worker.addEventListener('message', listen);
      worker.postMessage({ ...question, id, request });
    });
  }

  const window0 = { from: 0, count: 200 };
  const whole = { from: 0, count: 1024 };
  const targets: Readonly<Record<string, object>> = {
    keyspace: { kind: 'keyspace', db: 0, window: { from: 0, count: 500 } },
    dict: { kind: 'dict', db: 0, which: 'keys', windows: [whole, whole] },
    expires: { kind: 'dict', db: 0, which: 'expires', windows: [whole, whole] },
    skiplist: { kind: 'skiplist', db: 0, key: null, window: { from: 0, count: 64 } },
    packed: { kind: 'packed', db: 0, key: null },
    geo: { kind: 'geo', db: 0, key: null, window: window0 },
    clients: { kind: 'clients', db: 0, window: window0 },
    channels: { kind: 'channels', db: 0, window: window0 },
    eviction: { kind: 'eviction', db: 0, window: window0 },
    expiry: { kind: 'expiry', db: 0, window: window0 },
    config: { kind: 'config', db: 0 },
    locks: { kind: 'locks', db: 0, key: null },
  };
  const plain = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof Uint8Array ? [...part] : typeof part === 'bigint' ? `${part}n` : part,
    );

  interface Row {
    readonly key: string;
    readonly type: string;
    readonly encoding: string;
    readonly preview: string;
  }
  interface Detail {
    readonly moments: readonly {
      readonly step: unknown;
      readonly picture: Readonly<Record<string, unknown>>;
    }[];
  }

  /** Nothing plays, the server's clock is stopped, and no message is on its way. */
  async function settle(): Promise<void> {
    pick('dialog[open] .dialog-actions button', 1)?.click();
    press(pick('.part-menu', 0), 'Escape');
    await inSheet(pick('.header-group .popover > button', 0), () => all('.clock-settings input')[1]?.click());
    const play = pick('.timeline-buttons .is-primary', 0);
    const signature = () => {
      const track = pick('.track', 0);
      return [
        track?.ariaValueNow,
        track?.ariaValueMax,
        track?.ariaValueText,
        all('.timeline-fetching').length,
      ].join();
    };
    let before = '';
    for (let quiet = 0; quiet < 3; ) {
      // The worker may be far behind. It answers earlier requests before this one, and its clock is stopped then.
      await ask(workers[0], 'clock', { running: false });
      // The play button has a filled triangle; the pause button has none.
      if (play?.querySelector('.is-filled') === null) play.click();
      await rest(40);
      quiet = before === signature() && all('.timeline-fetching').length === 0 ? quiet + 1 : 0;
      before = signature();
    }
  }

  async function saved(): Promise<Uint8Array | null> {
    blobs.length = 0;
    const opener = all('.header-tools > .popover > button')[0];
    opener?.click();
    await rest();
    const items = all(
      '.header-tools > .popover .popover-sheet > .menu-item, .header-tools > .popover .popover-sheet .menu-item',
    );
    for (const item of items.filter((each) => each.closest('.header-compact') === null)) {
      if (item instanceof HTMLButtonElement) {
        item.click();
        break;
      }
    }
    for (let waited = 0; waited < 200 && blobs.length === 0; waited++) await rest(10);
    return blobs.length === 0 ? null : new Uint8Array(await blobs[0].arrayBuffer());
  }

  async function check() {
    await settle();
    const problems: string[] = [];
    const [live] = workers;
    const frame = Number(pick('.track', 0)?.ariaValueNow);
    const frames = Number(pick('.track', 0)?.ariaValueMax);
    const file = await saved();
    if (file === null) return { problems: ['nothing was saved'], frame, frames };
    const fresh = new NativeWorker(addresses[0], { type: 'module' });
    try {
      const { position } = (await ask(fresh, 'load', { saved: file })) as {
        position: { frame: number; moment: number };
      };
      if (position.frame !== frame) problems.push(`saved at ${position.frame}, shown is ${frame}`);
      for (const worker of [live, fresh]) {
        for (const [name, target] of Object.entries(targets)) {
          await ask(worker, 'watch', { watchId: `fuzz.${name}`, target, atFrame: frame });
        }
      }
      const [here, again] = (await Promise.all(
        [live, fresh].map((worker) => ask(worker, 'frame', { index: frame })),
      )) as [Detail, Detail];
      if (here.moments.length !== again.moments.length)
        problems.push(`${here.moments.length} moments, replayed ${again.moments.length}`);
      here.moments.forEach(({ step, picture }, nth) => {
        const other = again.moments[nth];
        if (plain(step) !== plain(other?.step)) problems.push(`step ${nth} of frame ${frame} differs`);
        for (const name of Object.keys(targets)) {
          const id = `fuzz.${name}`;
          if (plain(picture[id]) !== plain(other?.picture[id]))
            problems.push(`${name} differs at moment ${nth} of frame ${frame}`);
        }
      });
      const moment = again.moments[Math.min(position.moment, again.moments.length - 1)];
      compareShown(moment.picture, problems);
    } finally {
      fresh.terminate();
      for (const name of Object.keys(targets)) await ask(live, 'unwatch', { watchId: `fuzz.${name}` });
    }
    return { problems, frame, frames };
  }

  /** The rows and entries on the page against the views of the replay. */
  function compareShown(picture: Readonly<Record<string, unknown>>, problems: string[]): void {
    const { rows, keys } = picture['fuzz.keyspace'] as { rows: readonly Row[]; keys: number };
    const database =
      document.querySelector('[data-watch="keyspace"] .panel-frame-summary')?.textContent ?? '';
    if (/db 0/.test(database) && keys <= 500) {
      const drawn = all('[data-watch="keyspace"] .keyspace-table tbody tr:not(.is-removed)');
      if (drawn.length === 0 && keys > 0) problems.push(`${keys} keys, none shown`);
      for (const element of drawn) {
        const row = rows[Number(element.getAttribute('aria-rowindex')) - 2];
        const [key, type, encoding, value] = [...element.children].map(
          (cell) => cell.lastElementChild ?? cell,
        );
        const shown = [key, type, encoding, value].map((cell) => cell.textContent);
        const wanted = row && [row.key === '' ? '""' : row.key, row.type, row.encoding, row.preview];
        if (plain(shown) !== plain(wanted)) problems.push(`row ${plain(shown)} is ${plain(wanted)}`);
      }
    }
    const dictionary = document.querySelector('[data-watch="dict"]');
    const summary = dictionary?.querySelector('.panel-frame-summary')?.textContent ?? '';
    if (dictionary === null || !/db 0/.test(summary)) return;
    const isKeys = dictionary.querySelector<HTMLInputElement>('.segmented input')?.checked ?? true;
    const { tables } = picture[isKeys ? 'fuzz.dict' : 'fuzz.expires'] as {
      tables: readonly { size: number; buckets: readonly (readonly { address: number }[])[] }[];
    };
    if (tables.some(({ size }) => size > 1024)) return;
    const known = new Set(tables.flatMap(({ buckets }) => buckets.flat()).map(({ address }) => address));
    for (const element of dictionary.querySelectorAll('[data-entry]:not(.leaving)')) {
      const address = Number(element.getAttribute('data-entry'));
      if (!known.has(address)) problems.push(`an entry is shown that is not there: ${element.textContent}`);
    }
  }

  Object.assign(window, { fuzz: { act, check } satisfies FuzzHands });
}
