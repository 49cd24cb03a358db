import { MARK } from '#shared/base/mark.ts'
import classes from './mark.module.css'

/** The product's mark; decorative, because its name is next to it. */
export const Mark = ({ size, opening = false }: { size: number; opening?: boolean }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="var(--app-accent-text)"
    fillRule="evenodd"
    aria-hidden="true"
  >
    <path d={MARK.arch} />
    <path d={MARK.door} className={opening ? classes.opening : undefined} />
  </svg>
)
