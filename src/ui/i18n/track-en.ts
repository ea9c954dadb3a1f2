/** The words of the timeline beyond those in en.ts: a part of the page's words, so that only one language is fetched. */
import type { Mark } from '../../protocol/messages.ts';

/**
 * The kinds of marks: events in frames, forks of other branches, and of several servers what was changed around them
 * and what they think of each other.
 */
export type MarkKind = Mark | 'branch' | 'change' | 'failed' | 'vote' | 'role';

export interface TimelineWords {
  readonly more: string;
  readonly legend: string;
  readonly legendAbout: string;
  readonly marks: Readonly<Record<MarkKind, string>>;
  /** "3 places" */
  count(count: number): string;
  /** How many of this kind one mark stands for, in its tip. */
  times(name: string, count: number): string;
  previousOf(name: string): string;
  nextOf(name: string): string;
  readonly previousMark: string;
  readonly nextMark: string;
  readonly noMarks: string;

  readonly loop: string;
  readonly loopOff: string;
  readonly loopHere: string;
  readonly loopFrom: string;
  readonly loopTo: string;
  readonly loopAbout: string;
  /** Both ends as command numbers. */
  looping(from: number, to: number): string;

  readonly ask: string;
  readonly askHint: string;
  readonly explainKey: string;
  readonly searching: string;
  readonly changedBy: string;
  readonly appearedBy: string;
  readonly byItself: string;
  readonly always: string;
  readonly absent: string;
  readonly goBack: string;

  readonly branches: string;
  readonly branchesAbout: string;
  readonly mainBranch: string;
  readonly thisBranch: string;
  /** Where it forks from the one looked at, and how long it is. */
  branchFacts(partsAfter: number | null, commands: number): string;
  compareBranch(name: string): string;
  deleteBranch(name: string): string;
  deleteTitle(name: string): string;
  readonly deleteQuestion: string;
  readonly deleteYes: string;
  readonly compare: string;
}

export const track: TimelineWords = {
  more: 'More timeline controls',
  legend: 'Marks',
  legendAbout:
    'What the track shows. [ and ] jump between marks; { and } jump between marks of the same kind.',
  marks: {
    error: 'Error reply',
    crash: 'Server crashed',
    restart: 'Server restarted',
    evicted: 'Key evicted',
    expired: 'Key expired on access',
    'expired-active': 'Key expired by the active cycle',
    encoding: 'Encoding changed',
    swap: 'Rehash complete',
    resize: 'Table allocated',
    fork: 'Child process forked',
    rehash: 'Bucket moved',
    branch: 'Another branch starts here',
    change: 'Network, process or clock changed',
    failed: 'Server taken for failed',
    vote: 'Vote given',
    role: 'Role of a server changed',
  },
  count: (count) => (count === 1 ? '1 place' : `${count.toLocaleString('en')} places`),
  times: (name, count) => (count === 1 ? name : `${name} ×${count.toLocaleString('en')}`),
  previousOf: (name) => `Previous: ${name}`,
  nextOf: (name) => `Next: ${name}`,
  previousMark: 'Previous mark',
  nextMark: 'Next mark',
  noMarks: 'Nothing to mark yet.',

  loop: 'Loop',
  loopOff: 'No loop',
  loopHere: 'Loop this command',
  loopFrom: 'Loop from here',
  loopTo: 'Loop up to here',
  loopAbout: 'Plays the same stretch over and over. Press L to loop the command you are looking at.',
  looping: (from, to) => (from === to ? `loops command ${from}` : `loops commands ${from} to ${to}`),

  ask: 'When did this last change?',
  askHint: 'key W',
  explainKey: 'Explain this key',
  searching: 'Searching the past…',
  changedBy: 'It last changed here:',
  appearedBy: 'It first appeared here:',
  byItself: 'the server’s own work',
  always: 'It has not changed since the server started.',
  absent: 'It does not exist at the moment you are looking at.',
  goBack: 'Back to where I was',

  branches: 'Branches',
  branchesAbout: 'Every history you started, named after its first command.',
  mainBranch: 'original history',
  thisBranch: 'You are here',
  branchFacts: (partsAfter, commands) =>
    `${partsAfter === null ? '' : `splits off after command ${partsAfter} · `}${commands === 1 ? '1 command' : `${commands.toLocaleString('en')} commands`}`,
  compareBranch: (name) => `Compare with branch ${name}`,
  deleteBranch: (name) => `Delete branch ${name}`,
  deleteTitle: (name) => `Delete the branch “${name}”?`,
  deleteQuestion: 'Commands typed on it are lost. Branches that split off from it stay.',
  deleteYes: 'Delete',
  compare: 'Compare two runs',
};
