import type { ReactNode } from 'react';
import type { Block, Inline } from '../../protocol/prose.ts';
import { hashOf } from '../browser/routes.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { usePair } from '../i18n/index.ts';
import { Claim } from './Claim.tsx';
import { Interview, Summary } from './Closing.tsx';
import { Term } from './Term.tsx';
import { lessonWords } from './words.ts';

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** Draws a demonstration, prediction or task in its place. */
  readonly item?: (id: string) => ReactNode;
}

/** Prose never changes while it is shown, so places serve as keys. */
export function Blocks({ blocks, item }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
    <BlockView key={index} block={block} item={item} />
  ));
}

function BlockView({ block, item }: { block: Block; item?: (id: string) => ReactNode }) {
  const words = usePair(lessonWords);
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.children} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className="lesson-list">
          {block.items.map((blocks, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
            <li key={index}>
              <Blocks blocks={blocks} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <div className="lesson-code">
          <pre>
            <code>{block.text}</code>
          </pre>
          <CopyButton text={block.text} />
        </div>
      );
    case 'quote':
      return (
        <blockquote className="lesson-quote">
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case 'table':
      return <TableView table={block} />;
    case 'claim':
      return <Claim claim={block} blocks={drawBlocks} />;
    case 'simplified':
      return (
        <aside className="lesson-simplified">
          <h3>{words.simplified}</h3>
          <Blocks blocks={block.children} />
        </aside>
      );
    case 'summary':
      return <Summary summary={block} inlines={drawInlines} />;
    case 'interview':
      return <Interview interview={block} blocks={drawBlocks} inlines={drawInlines} />;
    case 'item':
      return item?.(block.id) ?? null;
  }
}

/** For parts that show prose but do not know how it is drawn. */
const drawBlocks = (blocks: readonly Block[]) => <Blocks blocks={blocks} />;
const drawInlines = (inlines: readonly Inline[]) => <Inlines inlines={inlines} />;

function TableView({ table }: { table: Block & { type: 'table' } }) {
  const cells = (row: readonly (readonly Inline[])[], Cell: 'th' | 'td') =>
    row.map((inlines, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the table is fixed at build time.
      <Cell key={index} data-align={table.align[index] ?? 'left'}>
        <Inlines inlines={inlines} />
      </Cell>
    ));
  return (
    <table className="lesson-table">
      <thead>
        <tr>{cells(table.head, 'th')}</tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the table is fixed at build time.
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}

export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words are fixed at build time.
    <InlineView key={index} inline={inline} />
  ));
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'code':
      return <code className="lesson-inline-code">{inline.text}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines inlines={inline.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.children} />
        </em>
      );
    case 'tone':
      return (
        <span className="lesson-tone" data-tone={inline.tone}>
          <Inlines inlines={inline.children} />
        </span>
      );
    case 'lesson':
      return (
        <a href={hashOf({ page: 'lesson', lessonId: inline.id, stepId: inline.step ?? undefined })}>
          <Inlines inlines={inline.children} />
        </a>
      );
    case 'command':
      return (
        <code className="lesson-inline-code">
          <Inlines inlines={inline.children} />
        </code>
      );
    case 'address':
      return (
        <>
          <Inlines inlines={inline.children} /> <span className="lesson-address">({inline.href})</span>
        </>
      );
    case 'term':
      return <Term id={inline.id} text={inline.text} />;
    case 'break':
      return <br />;
  }
}
