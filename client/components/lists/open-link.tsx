import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'

/** The changes to the address that open a record; null removes a parameter. */
export type Opens = Readonly<Record<string, string | boolean | null>>

interface OpenLinkProps {
  opens: Opens
  className: string | undefined
  /** For overlays, which leave the list where it is. */
  keepScroll?: boolean
  children: ReactNode
}

/**
 * Opens a record over its list: a link, so that it also opens in another tab, which acts as a button, because the
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
