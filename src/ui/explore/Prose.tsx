import type { Block, Inline } from '../../protocol/prose.ts';
import { hashOf } from '../browser/routes.ts';

/** The words of a scenario: paragraphs, lists and code. They never change while they are shown, so places are keys. */
export function Prose({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
    <BlockView key={at} block={block} />
  ));
}

function BlockView({ block }: { readonly block: Block }) {
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
        <List>
          {block.items.map((blocks, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
            <li key={at}>
              <Prose blocks={blocks} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote>
          <Prose blocks={block.children} />
        </blockquote>
      );
    default:
      return null;
  }
}

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words are fixed at build time.
    <InlineView key={at} inline={inline} />
  ));
}

function InlineView({ inline }: { readonly inline: Inline }) {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'code':
      return <code>{inline.text}</code>;
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
    case 'lesson':
      return (
        <a href={hashOf({ page: 'lesson', lessonId: inline.id, stepId: inline.step ?? undefined })}>
          <Inlines inlines={inline.children} />
        </a>
      );
    default:
      return 'children' in inline ? <Inlines inlines={inline.children} /> : null;
  }
}
