import type { GeoView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/index.ts';
import { keyInSentence } from '../label.ts';
import { describeGeo, describeMember } from './describe.ts';

/** The places as a table of words, for screen readers and tests. */
export function GeoTable({ view, language }: { readonly view: GeoView; readonly language: Language }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{describeGeo(view, language)}</caption>
        <tbody>
          {view.members.map((member) => (
            <tr
              key={member.member}
              data-member={member.member}
              data-longitude={member.longitudeText}
              data-latitude={member.latitudeText}
              data-score={member.score}
              data-geohash={member.geohash}
            >
              <th scope="row">{keyInSentence(member.member)}</th>
              <td>{describeMember(member)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
