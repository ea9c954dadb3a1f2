import type { RefObject } from 'react';
import { offerFile } from '../browser/files.ts';
import { Icon } from '../controls/Icon.tsx';
import { Popover } from '../controls/Popover.tsx';
import { useText } from '../i18n/index.ts';
import { useActions } from '../session/hooks.ts';

/** Saves what a panel shows right now as a picture. */
export function PictureMenu(props: {
  readonly target: RefObject<HTMLElement | null>;
  readonly name: string;
}) {
  const text = useText();
  const { notify } = useActions();
  const save = async (kind: 'svg' | 'png') => {
    const { current } = props.target;
    if (current === null) return;
    try {
      const { pngPicture, svgPicture } = await import('./svg-picture.ts');
      const bytes =
        kind === 'png' ? await pngPicture(current) : new TextEncoder().encode(svgPicture(current).svg);
      offerFile(bytes, `${props.name.toLowerCase().replace(/\s+/g, '-')}.${kind}`);
      notify('saved');
    } catch (problem) {
      notify('picture-failed', problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <Popover
      label={text.panel.picture(props.name)}
      button={<Icon name="picture" size={16} />}
      buttonClass="icon-button is-quiet"
    >
      {(close) =>
        (['svg', 'png'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className="menu-item"
            onClick={() => {
              close();
              void save(kind);
            }}
          >
            {text.panel.saveAs(kind.toUpperCase())}
          </button>
        ))
      }
    </Popover>
  );
}
