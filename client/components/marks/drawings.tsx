/** Small line drawings for empty states; they inherit the text color and are hidden from screen readers. */
const SHAPES = {
  folder: 'M8 20h24l6 6h34v38H8z M8 34h64 M20 46h22 M20 54h14',
  document: 'M20 8h28l14 14v50H20z M48 8v14h14 M30 38h22 M30 48h22 M30 58h14',
  checklist: 'M16 12h48v56H16z M26 28l4 4 7-8 M44 29h12 M26 46l4 4 7-8 M44 47h12',
  people:
    'M30 34a10 10 0 1 0 0-20 10 10 0 0 0 0 20z M12 64c0-12 8-20 18-20s18 8 18 20 M54 34a8 8 0 1 0 0-16 M56 44c8 1 12 8 12 18',
  message: 'M10 16h60v36H38L24 64V52H10z M24 28h32 M24 38h20',
  money: 'M10 22h60v36H10z M40 48a8 8 0 1 0 0-16 8 8 0 0 0 0 16z M20 32v16 M60 32v16',
  calendar: 'M12 18h56v50H12z M12 32h56 M26 10v14 M54 10v14 M26 44h8 M46 44h8 M26 56h8',
  clock: 'M40 70a30 30 0 1 0 0-60 30 30 0 0 0 0 60z M40 24v18l12 8',
  search: 'M36 58a22 22 0 1 0 0-44 22 22 0 0 0 0 44z M52 52l18 18',
  lock: 'M20 36h40v32H20z M28 36V26a12 12 0 0 1 24 0v10 M40 48v8',
  broken: 'M40 12 72 66H8z M40 32v16 M40 56v2',
} as const

export type Drawing = keyof typeof SHAPES

export function DrawingIcon({ name }: { name: Drawing }) {
  return (
    <svg
      width="72"
      height="72"
      viewBox="0 0 80 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}
