import type { GeoView } from '../../../protocol/views.ts';
import { keyInSentence } from '../label.ts';
import type { Lane } from './lane.ts';
import type { GeoWords } from './words.ts';

interface GeoBitsProps {
  readonly words: GeoWords;
  readonly view: GeoView;
  readonly lane: Lane;
  /** Bits beyond this many cuts are quiet: the grid does not show them. */
  readonly cuts: number;
  readonly onChoose: (member: string) => void;
}

/** Two rows of bits that alternate in the third: each stands above its place there. */
export function GeoBits({ words, view, lane, cuts, onChoose }: GeoBitsProps) {
  const { member } = lane;
  return (
    <div className="geo-bits">
      <div className="geo-bits-head">
        {member === null ? (
          <span className="geo-bits-step">{words.step}</span>
        ) : (
          <select
            className="geo-place"
            aria-label={words.place}
            value={member.member}
            onChange={(event) => onChoose(event.target.value)}
          >
            {view.members.map((candidate) => (
              <option key={candidate.member} value={candidate.member}>
                {keyInSentence(candidate.member)}
              </option>
            ))}
          </select>
        )}
        {member !== null && (
          <span className="geo-figure">
            <b>GEOPOS</b>
            <code title={`${member.longitudeText} ${member.latitudeText}`}>
              {`${shortDegrees(member.longitude)} ${shortDegrees(member.latitude)}`}
            </code>
          </span>
        )}
        {lane.score !== null && (
          <span className={`geo-figure${lane.mergedHot ? ' hot' : ''}`}>
            <b>{words.score}</b>
            <code>{lane.score}</code>
          </span>
        )}
        {member !== null && (
          <span className="geo-figure">
            <b>GEOHASH</b>
            <code>{member.geohash}</code>
          </span>
        )}
      </div>
      {lane.bits.length === 0 ? (
        <p className="geo-note">{words.noBits}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: 52 bits scroll sideways where they do not fit.
        <section className="geo-bits-scroll" tabIndex={0} aria-label={words.together}>
          <table className="geo-bits-table">
            <tbody>
              {(['longitude', 'latitude', 'together'] as const).map((row) => (
                <tr
                  key={row}
                  data-row={row}
                  className={row === 'together' && lane.mergedHot ? 'hot' : undefined}
                >
                  <th scope="row">{words[row]}</th>
                  {lane.bits.map(({ bit, axis, hot }, place) => {
                    const own = row === 'together' || row === axis;
                    const names = ['geo-bit', axis];
                    if (hot) names.push('hot');
                    if (place >= 2 * cuts) names.push('fine');
                    if (bit === null) names.push('unknown');
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a bit is its place.
                      <td key={place} className={own ? names.join(' ') : 'geo-bit-gap'}>
                        {own ? (bit ?? '·') : ''}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function shortDegrees(degrees: number): string {
  return degrees.toFixed(6);
}
