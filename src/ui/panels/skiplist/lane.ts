/**
 * The line under the drawing with the sum: the spans of the hops so far are the rank; the draws that gave a node its
 * height; the members a range has taken. It stays when the command is done.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { SkiplistNodesView } from '../../../protocol/views.ts';
import type { Walk } from './search.ts';

export type Lane =
  | {
      readonly kind: 'search';
      readonly hops: readonly { readonly level: number; readonly span: number }[];
      /** The sum: where the search stands. 0 is the header. */
      readonly rank: number;
      /** The member there; null for the header and for a node outside the window. */
      readonly member: string | null;
      /** Of a command that asked for a rank; null after any other. */
      readonly answer: RankAnswer | null;
      readonly hot: boolean;
    }
  | {
      readonly kind: 'draw';
      readonly member: string;
      readonly draws: readonly number[];
      readonly levels: number;
      readonly hot: boolean;
    }
  | {
      readonly kind: 'range';
      /** In the order of the reply; the last few, if there are many. */
      readonly members: readonly string[];
      readonly leftOut: number;
      readonly hot: boolean;
    };

/** What a command that asks for a rank replies: it counts from 0. */
export interface RankAnswer {
  readonly command: 'ZRANK' | 'ZREVRANK';
  readonly index: number;
}

const mostMembers = 8;

interface LaneSituation {
  readonly list: SkiplistNodesView;
  /** Members of the sorted set. */
  readonly length: number;
  readonly step: Step | null;
  /** Those of the frame up to the one looked at, which is the last of them unless the frame is over. */
  readonly steps: readonly Step[];
  readonly walk: Walk;
  /** The name of the frame's command in lower case; null when it is none, or several. */
  readonly command: string | null;
}

export function laneOf({ list: view, length, step, steps, walk, command }: LaneSituation): Lane | null {
  const hot = step !== null && 'skiplist' in step;
  if (step !== null && !hot) return null;
  const last = steps.findLast(
    (candidate) =>
      'skiplist' in candidate && candidate.skiplist === view.address && candidate.type !== 'skiplist.remove',
  );
  if (last === undefined) return null;
  if (last.type === 'skiplist.visit') {
    const members = walk.visits.map(({ member }) => member);
    return {
      kind: 'range',
      members: members.slice(-mostMembers),
      leftOut: Math.max(0, members.length - mostMembers),
      hot,
    };
  }
  if (last.type === 'skiplist.draw' || last.type === 'skiplist.insert') {
    const draw = steps.findLast((candidate) => candidate.type === 'skiplist.draw');
    if (draw === undefined) return null;
    return { kind: 'draw', member: draw.member, draws: draw.draws, levels: draw.levels, hot };
  }
  if (walk.search === null) return null;
  const { stops, hops } = walk.search;
  // A search that is over and never left the header has no sum.
  if (!hot && hops.length === 0) return null;
  const { rank, address } = stops[stops.length - 1];
  return {
    kind: 'search',
    hops: hops.map(({ level, span }) => ({ level, span })),
    rank,
    member: view.nodes.find((node) => node.address === address)?.member ?? null,
    answer: answerOf(command, rank, length),
    hot,
  };
}

function answerOf(command: string | null, rank: number, length: number): RankAnswer | null {
  if (rank === 0) return null;
  if (command === 'zrank') return { command: 'ZRANK', index: rank - 1 };
  return command === 'zrevrank' ? { command: 'ZREVRANK', index: length - rank } : null;
}
