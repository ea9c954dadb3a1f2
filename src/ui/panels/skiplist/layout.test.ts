import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { SkiplistNodesView } from '../../../protocol/views.ts';
import { fittingCount, laneY } from './geometry.ts';
import { layoutSkiplist, type SkiplistMarks } from './layout.ts';
import { walkOf } from './search.ts';
import {
  addressOfMember,
  crowd,
  people,
  type SampleMember,
  sampleNodes,
  searchSteps,
  skiplistAddress as skiplist,
} from './test-views.ts';

const wide = { width: 870, height: 330 };
const phone = { width: 320, height: 240 };

function draw(
  view: SkiplistNodesView,
  length: number,
  steps: readonly Step[] = [],
  before: SkiplistNodesView | null = null,
  size = wide,
): SkiplistMarks {
  const step = steps[steps.length - 1] ?? null;
  return layoutSkiplist({ view, length, step, walk: walkOf(skiplist, steps), before }, size);
}

const twelve = people(12);
const list = sampleNodes(twelve);

describe('the drawing of a skiplist', () => {
  const marks = draw(list, 12);

  it('has a tower for every node, as high as its levels, and the header', () => {
    for (const { member, levels } of twelve) {
      const address = addressOfMember(member);
      const tower = marks.cells.filter((cell) => cell.address === address);
      expect(tower.map(({ level }) => level)).toEqual(Array.from({ length: levels }, (_, level) => level));
      expect(new Set(tower.map(({ x }) => x)).size).toBe(1);
    }
    expect(marks.cells.filter(({ header }) => header)).toHaveLength(4);
    expect(marks.nodes.map(({ rank }) => rank)).toEqual(twelve.map((_, nth) => nth + 1));
  });

  it('puts lanes above each other and nodes side by side', () => {
    const ys = marks.lanes.map(({ y }) => y);
    expect(ys).toEqual([...ys].sort((a, b) => b - a));
    const xs = marks.nodes.map(({ middle }) => middle);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    for (const cell of marks.cells) {
      expect(cell.y + cell.height / 2).toBe(laneY(marks.sheet, cell.level));
    }
  });

  it('draws every pointer from its tower to the tower it leads to, with its span', () => {
    const middle = new Map(marks.nodes.map((node) => [node.address, node.middle]));
    let pointers = list.level;
    for (const node of list.nodes) {
      pointers += node.links.length;
      node.links.forEach((link, level) => {
        const mark = marks.links.find(({ id }) => id === `${node.address}:${level}`)!;
        expect(mark.x1).toBeCloseTo(middle.get(node.address)! + marks.sheet.cellWidth / 2);
        if (link.to === 0) expect(mark.isEnd).toBe(true);
        else expect(mark.x2).toBeCloseTo(middle.get(link.to)! - marks.sheet.cellWidth / 2);
        if (mark.label !== '') expect(mark.label).toBe(String(link.span));
      });
    }
    expect(marks.links).toHaveLength(pointers);
    expect(marks.links.filter(({ label }) => label === '')).toHaveLength(0);
  });

  it('leads back from every node but the first', () => {
    expect(marks.back.map(({ id }) => id)).toEqual(list.nodes.slice(1).map(({ address }) => String(address)));
  });

  it('fits its sheet, and on a phone scrolls rather than lose its names', () => {
    const { sheet, nodes } = draw(list, 12, [], null, wide);
    expect({ width: sheet.width, height: sheet.height }).toEqual(wide);
    for (const node of nodes) expect(node.x + node.width).toBeLessThanOrEqual(wide.width);

    const onPhone = draw(list, 12, [], null, phone);
    expect(onPhone.sheet.height).toBe(phone.height);
    expect(onPhone.sheet.width).toBeGreaterThan(phone.width);
    expect(onPhone.nodes.map(({ label }) => label)).toEqual(list.nodes.map(({ member }) => member));
    for (const node of onPhone.nodes) expect(node.x + node.width).toBeLessThanOrEqual(onPhone.sheet.width);
  });
});

describe('a search', () => {
  const steps = searchSteps(list, 8);

  it('is a path of right angles from the header, which ends where it stands', () => {
    for (let count = 1; count <= steps.length; count++) {
      const { path, sheet, nodes } = draw(list, 12, steps.slice(0, count));
      const points = path!.points;
      for (let nth = 1; nth < points.length; nth++) {
        const [a, b] = [points[nth - 1], points[nth]];
        expect(a.x === b.x || a.y === b.y).toBe(true);
        expect(b.x >= a.x && b.y >= a.y).toBe(true);
      }
      const step = steps[count - 1];
      if (step.type !== 'skiplist.hop') continue;
      const target = nodes.find(({ address }) => address === step.to)!;
      expect(points[points.length - 1]).toEqual({ x: target.middle, y: laneY(sheet, step.level) });
      expect(target.hot).toBe(true);
    }
  });

  it('highlights the pointer it hops along, and dashes one that is too far', () => {
    const hop = steps.findIndex(({ type }) => type === 'skiplist.hop');
    const hopped = draw(list, 12, steps.slice(0, hop + 1));
    const step = steps[hop] as Step & { type: 'skiplist.hop' };
    expect(hopped.links.filter(({ hot }) => hot).map(({ id }) => id)).toEqual([`${step.from}:${step.level}`]);
    expect(hopped.path!.past).toBe(false);
    const first = steps[0] as Step & { type: 'skiplist.down' };
    const down = draw(list, 12, steps.slice(0, 1));
    expect(down.cells.filter(({ tooFar }) => tooFar).map(({ id }) => id)).toEqual([
      `${first.next}:${first.level}`,
    ]);
  });

  it('stays in sight, quieter, when it is over', () => {
    const over = layoutSkiplist(
      { view: list, length: 12, step: null, walk: walkOf(skiplist, steps), before: null },
      wide,
    );
    expect(over.path!.past).toBe(true);
    expect(over.nodes.some(({ hot }) => hot)).toBe(false);
  });
});

it('the way of a search that took the highest node out begins where the list ends now', () => {
  // joe is the tenth and the only one with four levels.
  const after = sampleNodes(twelve.filter(({ member }) => member !== 'joe'));
  const remove: Step = {
    type: 'skiplist.remove',
    skiplist,
    node: addressOfMember('joe'),
    member: 'joe',
    score: 100,
    closed: [],
  };
  const steps = [...searchSteps(list, 9), remove];
  const walk = walkOf(skiplist, steps);
  const over = layoutSkiplist({ view: after, length: 11, step: null, walk, before: null }, wide);
  expect(over.lanes).toHaveLength(3);
  const top = laneY(over.sheet, 2);
  expect(over.path!.points.length).toBeGreaterThan(2);
  expect(over.path!.points.filter(({ y }) => y < top)).toEqual([]);
  expect(over.path!.points[0]).toEqual({
    x: over.cells.find(({ header }) => header)!.x + over.sheet.cellWidth / 2,
    y: top,
  });
  // While the node leaves, its dashed tower is still as high as it was.
  const leaving = layoutSkiplist({ view: after, length: 11, step: remove, walk, before: list }, wide);
  expect(leaving.path!.points[0].y).toBe(laneY(leaving.sheet, 3));
});

describe('a node that comes', () => {
  const old = people(9).filter(({ member }) => member !== 'fay');
  const fay: SampleMember = { member: 'fay', score: '60', levels: 2 };
  const before = sampleNodes(old);
  const after = sampleNodes([...old.slice(0, 5), fay, ...old.slice(5)]);
  const search = searchSteps(before, 5);
  const drawStep: Step = { type: 'skiplist.draw', skiplist, member: 'fay', draws: [0, 1], levels: 2 };
  const eve = addressOfMember('eve');
  const dan = addressOfMember('dan');
  const gus = addressOfMember('gus');
  const insert: Step = {
    type: 'skiplist.insert',
    skiplist,
    node: addressOfMember('fay'),
    member: 'fay',
    score: 60,
    rank: 6,
    links: [
      { level: 0, from: eve, to: gus, spanIn: 1, spanOut: 1 },
      { level: 1, from: dan, to: gus, spanIn: 2, spanOut: 1 },
    ],
    lengthened: [{ level: 2, from: dan, to: 0, span: 5 }],
  };

  it('has a place reserved when its level is drawn, and takes that place', () => {
    const drawn = draw(before, 8, [...search, drawStep]);
    expect(drawn.ghosts).toHaveLength(1);
    expect(drawn.ghosts[0].cells).toHaveLength(2);
    const linked = draw(after, 9, [...search, drawStep, insert], before);
    const node = linked.nodes.find(({ member }) => member === 'fay')!;
    expect(node.middle).toBe(drawn.ghosts[0].middle);
    expect(node).toMatchObject({ hot: true, cue: '+' });
    // Nobody else moves between the two.
    for (const mark of drawn.nodes) {
      expect(linked.nodes.find(({ address }) => address === mark.address)!.middle).toBe(mark.middle);
    }
  });

  it('keeps its place in front of everything and behind everything', () => {
    const first = draw(before, 8, [...searchSteps(before, 0), drawStep]);
    expect(first.ghosts[0].middle).toBeLessThan(first.nodes[0].middle);
    const last = draw(before, 8, [...searchSteps(before, 8), drawStep]);
    expect(last.ghosts[0].middle).toBeGreaterThan(last.nodes[7].middle);
  });

  it('makes room for levels that no node had', () => {
    const tall: Step = { ...drawStep, draws: [0, 0, 0, 0, 0, 3], levels: 6 };
    const marks = draw(before, 8, [...search, tall]);
    expect(marks.lanes).toHaveLength(6);
    expect(marks.ghosts[0].cells).toHaveLength(6);
    expect(Math.min(...marks.ghosts[0].cells.map(({ y }) => y))).toBeGreaterThanOrEqual(0);
  });

  it('shows which pointers are new and which pass one node more', () => {
    const { links } = draw(after, 9, [...search, drawStep, insert], before);
    const fayAddress = addressOfMember('fay');
    expect(links.filter(({ fresh }) => fresh).map(({ id }) => id)).toEqual(
      expect.arrayContaining([`${eve}:0`, `${dan}:1`, `${fayAddress}:0`, `${fayAddress}:1`]),
    );
    expect(links.filter(({ fresh }) => fresh)).toHaveLength(4);
    expect(links.filter(({ respanned }) => respanned)).toMatchObject([{ id: `${dan}:2`, label: '4→5' }]);
  });

  it('leaves a ghost when it goes, and the rest stays where it was', () => {
    const remove: Step = {
      type: 'skiplist.remove',
      skiplist,
      node: addressOfMember('fay'),
      member: 'fay',
      score: 60,
      closed: [
        { level: 0, from: eve, to: gus, span: 1 },
        { level: 1, from: dan, to: gus, span: 2 },
        { level: 2, from: dan, to: 0, span: 4 },
      ],
    };
    const was = draw(after, 9);
    const now = draw(before, 8, [...searchSteps(after, 5), remove], after);
    expect(now.ghosts).toMatchObject([{ id: 'gone', cue: '−' }]);
    for (const mark of now.nodes) {
      expect(was.nodes.find(({ address }) => address === mark.address)!.middle).toBe(mark.middle);
    }
    expect(now.links.filter(({ fresh }) => fresh).map(({ id }) => id)).toEqual(
      expect.arrayContaining([`${eve}:0`, `${dan}:1`]),
    );
    expect(now.links.find(({ id }) => id === `${dan}:2`)).toMatchObject({ respanned: true, label: '5→4' });
  });
});

describe('a window on a long list', () => {
  const members = crowd(1000);

  it('keeps its names on the smallest phone, and its columns when a node comes', () => {
    const small = { width: 296, height: 240 };
    const count = fittingCount(small, 1000);
    const view = sampleNodes(members, { from: 300, count });
    expect(draw(view, 1000, [], null, small).sheet.dense).toBe(false);
    const place = { from: 300, count: fittingCount(wide, 1000) };
    const part = sampleNodes(members, place);
    const whole = sampleNodes(members, { from: 0, count: 1000 });
    const coming: Step = { type: 'skiplist.draw', skiplist, member: 'x', draws: [1], levels: 1 };
    const drawn = draw(part, 1000, [...searchSteps(whole, 303), coming]);
    expect(drawn.ghosts).toHaveLength(1);
    expect(drawn.sheet.columnWidth).toBe(draw(part, 1000).sheet.columnWidth);
  });

  it('is drawn whole and scrolled on a phone when it is short', () => {
    const count = fittingCount(phone, 12);
    expect(count).toBeGreaterThanOrEqual(12);
    // The same for every short list: a node more does not ask for another window.
    expect(fittingCount(phone, 13)).toBe(count);
    const view = sampleNodes(members.slice(0, 12), { from: 0, count });
    const marks = draw(view, 12, [], null, phone);
    expect(marks.nodes).toHaveLength(12);
    expect(marks.sheet.dense).toBe(false);
    expect(marks.sheet.width).toBeGreaterThan(phone.width);
  });

  it('says what is left out, and where pointers out of it lead', () => {
    const view = sampleNodes(members, { from: 600, count: 12 });
    const marks = draw(view, 1000);
    expect(marks.leftOut).toEqual({ before: 600, after: 388 });
    expect(marks.nodes).toHaveLength(12);
    const ids = marks.links.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of marks.links) {
      expect(link.x2).toBeGreaterThan(link.x1);
      if (link.beyondRank > 0) expect(link.beyondRank).toBeGreaterThan(612);
    }
    // On every level something comes in from the left.
    const entering = marks.links.filter(({ x1 }) => x1 === marks.sheet.leftOutX);
    expect(entering.map(({ level }) => level).sort()).toEqual(
      view.entering.flatMap(({ fromRank }, level) => (fromRank === 0 ? [] : [level])),
    );
  });

  it('draws sixty-four nodes without words, and on a phone wider than the sheet if it must', () => {
    const view = sampleNodes(members, { from: 0, count: 64 });
    const marks = draw(view, 1000);
    expect(marks.sheet.dense).toBe(true);
    expect(marks.sheet.width).toBe(wide.width);
    expect(marks.nodes.every(({ label }) => label === '')).toBe(true);
    expect(draw(view, 1000, [], null, phone).sheet.width).toBeGreaterThan(phone.width);
  });

  it('leads a search outside the window to the mark of the omitted nodes', () => {
    const view = sampleNodes(members, { from: 600, count: 12 });
    const whole = sampleNodes(members, { from: 0, count: 1000 });
    const { path, sheet } = draw(view, 1000, searchSteps(whole, 300));
    expect(path!.points[path!.points.length - 1].x).toBe(sheet.leftOutX);
  });
});

it('nodes of a range are marked as taken, the last of them as touched', () => {
  const visit = (rank: number, from: number): Step => ({
    type: 'skiplist.visit',
    skiplist,
    node: list.nodes[rank - 1].address,
    member: list.nodes[rank - 1].member,
    rank,
    from,
    backward: false,
  });
  const steps = [...searchSteps(list, 5), visit(6, 0), visit(7, list.nodes[5].address)];
  const { nodes, links } = draw(list, 12, steps);
  expect(nodes.filter(({ taken }) => taken).map(({ rank }) => rank)).toEqual([6, 7]);
  expect(nodes.filter(({ hot }) => hot).map(({ rank }) => rank)).toEqual([7]);
  expect(links.find(({ hot }) => hot)?.id).toBe(`${list.nodes[5].address}:0`);
});

it('a node found by the dict is marked, and an empty member is visible', () => {
  const walk: Step = { type: 'dict.walk', dict: 1, table: 0, bucket: 0, entry: 9, key: 'gus', match: true };
  expect(draw(list, 12, [walk]).nodes.find(({ hot }) => hot)).toMatchObject({ member: 'gus', cue: '=' });
  const blank = sampleNodes([{ member: '', score: '1', levels: 1 }]);
  expect(draw(blank, 1).nodes[0].label).toBe('""');
});
