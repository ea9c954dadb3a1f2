/**
 * A story: commands, and what a panel shows at one of them. A test runs it on a real engine and keeps the pictures
 * (recorded.test.ts), so that the gallery needs no engine and still shows only what an engine has shown.
 */
import { readLine } from '../../protocol/action-lines.ts';
import type { Generation } from '../../protocol/session.ts';
import type { Step, StepType } from '../../protocol/steps.ts';
import type { View, WatchTarget } from '../../protocol/views.ts';
import type { WorldShape } from '../../protocol/world.ts';
import type { Pair } from '../i18n/pair.ts';
import type { Scene } from '../panels/stage/sheet.ts';
import type { GalleryItem } from './gallery-link.ts';

export interface Story {
  /** Begins with the name of the panel: `stream-groups`. */
  readonly id: string;
  readonly title: Pair;
  readonly generation?: Generation;
  /** The server's settings at the start. */
  readonly config?: Readonly<Record<string, string>>;
  /**
   * Several servers. Client 1 is at the first of them, client 2 at the second, and so on. Lines name nodes: `@ cut ann
   * bob` (from, to), `@ mend ann bob`, `@ slow ann bob 200`, `@ freeze ann`, `@ thaw ann`, `@ clock ann 1500`,
   * `@ remove ann`, `@ crash ann`, `@ restart ann`.
   */
  readonly world?: WorldShape;
  /**
   * The lines before it, one command each as typed. `2> GET k` is client 2, `2!` disconnects it, `@ 500` lets
   * milliseconds pass, `crash unsynced` and `restart` crash and restart the server.
   */
  readonly given?: readonly string[];
  /** The command whose moments are shown, or a line as above; without it, the state after `given`. */
  readonly shown?: string;
  /** With it, what happens until so many milliseconds later is shown as well, frame after frame. */
  readonly shownForMs?: number;
  readonly target: WatchTarget;
  /** A second watch of the panel, of another kind. */
  readonly beside?: WatchTarget;
  /** The gallery opens at the first moment with this step, or at the nth; without it at the last moment. */
  readonly openAt?: StepType | readonly [StepType, nth: number];
}

/** Stored pictures: each view once, bytes as hexadecimal text. */
export interface Recorded {
  readonly views: readonly unknown[];
  readonly moments: readonly { readonly step: unknown; readonly view: number; readonly beside?: number }[];
}

export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  if ('hex' in value && typeof value.hex === 'string') {
    return Uint8Array.from(value.hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revive(part)]));
}

export function galleryItem(panel: string, story: Story, recorded: Recorded): GalleryItem {
  const views = recorded.views.map((view) => revive(view) as View | null);
  const { moments } = recorded;
  const steps = moments.map(({ step }) => step as Step | null);
  return {
    id: story.id,
    panel,
    title: story.title,
    recording: {
      command: commandOf(story),
      steps,
      view(moment, { kind }) {
        const { view, beside } = moments[moment];
        if (kind === story.target.kind) return views[view];
        return kind === story.beside?.kind && beside !== undefined ? views[beside] : null;
      },
    },
    moment: openedAt(steps, story),
  };
}

/** The typed command without its client; null where time passed, a client disconnected or the server died. */
function commandOf({ shown = '' }: Story): string | null {
  const line = readLine(shown);
  return line?.type === 'command' ? line.command : null;
}

function openedAt(steps: readonly (Step | null)[], { openAt }: Story): number {
  const [type, nth] = typeof openAt === 'string' ? [openAt, 1] : (openAt ?? [null, 1]);
  const found = steps.flatMap((step, moment) => (step !== null && step.type === type ? moment : []));
  return found[nth - 1] ?? steps.length - 1;
}

/** A recorded story as a scene, for tests of layouts: at the first step of a type, or at the last moment. */
export function recordedScene<V extends View>({ views, moments }: Recorded, type?: StepType): Scene<V> {
  const steps = moments.map(({ step }) => step as Step | null);
  const found = steps.findIndex((step) => step !== null && step.type === type);
  const at = found < 0 ? moments.length - 1 : found;
  const viewAt = (moment: number) => revive(views[moments[moment].view]) as V;
  return {
    view: viewAt(at),
    before: at === 0 ? null : viewAt(at - 1),
    step: steps[at],
    steps: steps.slice(0, at + 1).filter((step) => step !== null),
    phase: steps[at] !== null ? 'inside' : at === 0 ? 'before' : 'after',
  };
}
