/** Our few icons: one stroke width, drawn in the colour of the text around them. */
const shapes = {
  first: 'M5 4v12M15.5 4.5 9 10l6.5 5.5z',
  back: 'M12.5 4.5 7 10l5.5 5.5',
  play: 'M6.5 4.2 15.5 10l-9 5.8z',
  pause: 'M7 4.5v11M13 4.5v11',
  forward: 'M7.5 4.5 13 10l-5.5 5.5',
  last: 'M15 4v12M4.5 4.5 11 10l-6.5 5.5z',
  plus: 'M10 4.5v11M4.5 10h11',
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  more: 'M4.5 9.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6zM10 9.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6zM15.5 9.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z',
  down: 'M5.5 8 10 12.5 14.5 8',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2.5v1M10 16.5v1M2.5 10h1M16.5 10h1M4.7 4.7l.7.7M14.6 14.6l.7.7M15.3 4.7l-.7.7M5.4 14.6l-.7.7',
  moon: 'M16 11.8A6.5 6.5 0 0 1 8.2 4 6.5 6.5 0 1 0 16 11.8z',
  auto: 'M10 3.5a6.5 6.5 0 1 0 0 13zM10 3.5a6.5 6.5 0 0 1 0 13',
  clock: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 1.5',
  power: 'M10 3v6.5M6.2 5.6a6 6 0 1 0 7.6 0',
  share: 'M10 12V3.5M6.8 6.2 10 3l3.2 3.2M5 10v5.5h10V10',
  download: 'M10 3.5V12M6.8 9.3 10 12.5l3.2-3.2M5 13v3h10v-3',
  branch:
    'M6 4.5v11M6 12c0-3.5 8-1.5 8-5.5M6 3.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM14 4a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 14 4zM6 14.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z',
  picture: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2-2 4.5 4M13 7.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z',
  undo: 'M7.5 4.5 4 8l3.5 3.5M4 8h7.5a4 4 0 0 1 0 8H8',
  loop: 'M14 3.5 16.5 6 14 8.5M16.5 6H7a3.5 3.5 0 0 0-3.5 3.5M6 16.5 3.5 14 6 11.5M3.5 14H13a3.5 3.5 0 0 0 3.5-3.5',
  marks: 'M5.5 17V3.5h8l-2 3 2 3h-8',
  compare: 'M3.5 4.5h5.5v11H3.5zM11 4.5h5.5v11H11z',
  panels: 'M3.5 4.5h7v11h-7zM13 4.5h3.5v4.5H13zM13 11.5h3.5v4H13z',
  bin: 'M4.5 6h11M8 6V4h4v2M6 6l.7 10h6.6L14 6',
  check: 'M4.5 10.5 8.5 14.5 15.5 6',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM12.7 12.7 16.5 16.5',
  arrow: 'M4.5 10h11M11 5.5l4.5 4.5-4.5 4.5',
} as const;

export type IconName = keyof typeof shapes;

const filled = new Set<IconName>(['play', 'first', 'last', 'more']);

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={filled.has(name) ? 'icon is-filled' : 'icon'}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
