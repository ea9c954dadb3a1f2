import type { MemoryMapView } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { MemoryWords } from './words.ts';

/** Big keys as tables: by type, and one by one. */
export function MemoryTables({ view, words }: { readonly view: MemoryMapView; readonly words: MemoryWords }) {
  const { head } = words;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="memory-tables" aria-label={words.shows.types} tabIndex={0} data-own-keys>
      <table>
        <caption>{words.typeTable}</caption>
        <thead>
          <tr>
            <th scope="col">{head.type}</th>
            <th scope="col" className="memory-number">
              {head.keys}
            </th>
            <th scope="col" className="memory-number">
              {head.size}
            </th>
            <th scope="col" className="memory-number">
              {head.memory}
            </th>
            <th scope="col">{head.biggest}</th>
          </tr>
        </thead>
        <tbody>
          {view.types.map(({ type, keys, totalSize, totalMemoryBytes, biggestKey, biggestSize }) => (
            <tr key={type} data-type={type}>
              <th scope="row">{type}</th>
              <td className="memory-number">{keys.toLocaleString('en-US')}</td>
              <td className="memory-number">{words.sizeOf(type, totalSize)}</td>
              <td className="memory-number">{formatExactBytes(totalMemoryBytes)}</td>
              <td>
                <code>{biggestKey}</code> {words.sizeOf(type, biggestSize)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>{words.keyTable}</caption>
        <thead>
          <tr>
            <th scope="col">{head.key}</th>
            <th scope="col">{head.type}</th>
            <th scope="col">{head.encoding}</th>
            <th scope="col" className="memory-number">
              {head.length}
            </th>
            <th scope="col" className="memory-number">
              {head.memory}
            </th>
            <th scope="col" className="memory-number">
              {head.effort}
            </th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map(({ key, keyBytes, type, encoding, size, memoryBytes, effort }) => (
            <tr key={keyBytes.join()} data-key={key}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>{type}</td>
              <td>{encoding}</td>
              <td className="memory-number">{words.sizeOf(type, size)}</td>
              <td className="memory-number">{formatExactBytes(memoryBytes)}</td>
              <td className="memory-number">
                {effort.toLocaleString('en-US')}
                {effort > view.lazy.threshold && <small>{words.lazyWorth}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
