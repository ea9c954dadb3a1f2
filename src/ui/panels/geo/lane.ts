/** The line below the map: the bits of both axes and their result, as far as they are known. */
import type { Step } from '../../../protocol/steps.ts';
import type { GeoMemberView, GeoView } from '../../../protocol/views.ts';
import { bitsOfScore, cutAt, mostCuts } from './bits.ts';

export interface LaneBit {
  /** Null before it is known. */
  readonly bit: '0' | '1' | null;
  readonly axis: 'longitude' | 'latitude';
  readonly hot: boolean;
}

export interface Lane {
  /** 52, a longitude first: each stands in its own row and above its place in the merged one. */
  readonly bits: readonly LaneBit[];
  /** Whether the step is about the merged row. */
  readonly mergedHot: boolean;
  /** The member of these bits; null while a place is encoded that is no member yet. */
  readonly member: GeoMemberView | null;
  readonly score: string | null;
}

/** Null if there is nothing to show. */
export function laneOf(
  view: GeoView,
  step: Step | null,
  past: readonly Step[],
  chosen: string | null,
): Lane | null {
  const cut = cutAt(step, past);
  if (cut !== null) {
    const { axis, depth } = cut.step;
    const bits = places(
      cut.bits.longitude,
      cut.bits.latitude,
      (at, cutNumber) => at === axis && cutNumber === depth,
    );
    return { bits, mergedHot: false, member: null, score: null };
  }
  if (step?.type === 'geohash.interleave') {
    const bits = places(step.longitudeBits, step.latitudeBits, () => false);
    return { bits, mergedHot: true, member: null, score: String(step.score) };
  }
  const member = view.members.find((candidate) => candidate.member === chosen) ?? null;
  const known = member === null ? null : bitsOfScore(member.score);
  if (member === null) return null;
  const bits = known === null ? [] : places(known.longitude, known.latitude, () => false);
  return { bits, mergedHot: false, member, score: member.score };
}

function places(
  longitude: string,
  latitude: string,
  isHot: (axis: LaneBit['axis'], cut: number) => boolean,
): LaneBit[] {
  const bits: LaneBit[] = [];
  for (let cut = 0; cut < mostCuts; cut++) {
    for (const axis of ['longitude', 'latitude'] as const) {
      const bit = (axis === 'longitude' ? longitude : latitude)[cut] as '0' | '1' | undefined;
      bits.push({ bit: bit ?? null, axis, hot: isHot(axis, cut) });
    }
  }
  return bits;
}

/** The member shown unless the reader chose one: the one just encoded or found, else the first shown. */
export function defaultMember(view: GeoView, encodedScore: number | null): string | null {
  const encoded = view.members.find(({ score }) => encodedScore !== null && Number(score) === encodedScore);
  const found = new Set(view.search?.cells.flatMap(({ members }) => members));
  const first = view.members.find(({ member }) => found.has(member)) ?? view.members[0];
  return (encoded ?? first)?.member ?? null;
}
