import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'

/** The search parameters that open a record; null removes one. */
export type Opens = Readonly<Record<string, string | boolean | null>>

interface OpenLinkProps {
  opens: Opens
  className: string | undefined
  /** For overlays, which preserve the list's scroll position. */
  keepScroll?: boolean
  children: ReactNode
}

/**
 * Opens a record over its list: a link, so that it can also open in another tab, with the role of a button, because the
 * page stays.
 */
export const OpenLink = ({ opens, className, keepScroll = false, children }: OpenLinkProps) => (
  <Link
    role="button"
    className={className}
    to="."
    search={(previous) => applied({ ...previous, ...opens })}
    resetScroll={!keepScroll}
    preload={false}
    draggable={false}
    onKeyDown={pressBySpace}
    data-open
  >
    {children}
  </Link>
)

const applied = (search: object): object =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== null))

function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ' || event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.click()
}
