/**
 * Which events give the same in both orders: steps of different actors that ask different nodes, or touch different keys
 * and rows, or only read. Keys and their use come from the command table. Time, faults and crashes count as touching
 * everything.
 */
import { areIndependent, type Footprint, TOUCHES_NOTHING } from '../nodes/node.ts';
import { ACT, kindOfEvent, type Space, subjectOfEvent, type Vector } from './space.ts';

export type Independence = (state: Vector, a: number, b: number) => boolean;

export function independenceOf(space: Space): Independence {
  const known = new Map<string, Footprint>();

  const touchedBy = (state: Vector, actor: number): { node: number; footprint: Footprint } | null => {
    const { id, operation } = space.position(state, actor);
    if (operation?.kind !== 'node') return null;
    const name = `${actor} ${id}`;
    let footprint = known.get(name);
    if (footprint === undefined) {
      footprint = space.nodes[operation.node].footprint(operation.request) ?? TOUCHES_NOTHING;
      known.set(name, footprint);
    }
    return { node: operation.node, footprint };
  };

  return (state, a, b) => {
    if (kindOfEvent(a) !== ACT || kindOfEvent(b) !== ACT || a === b) return false;
    const ofA = touchedBy(state, subjectOfEvent(a));
    const ofB = touchedBy(state, subjectOfEvent(b));
    if (ofA === null || ofB === null || space.slotOf(ofA.node) !== space.slotOf(ofB.node)) return true;
    return areIndependent(ofA.footprint, ofB.footprint);
  };
}
