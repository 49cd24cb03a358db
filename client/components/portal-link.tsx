import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PortalLinkProps {
  /** Path and query inside the portal, as the server sends it with notifications and search results. */
  to: string
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to an address that is only known as text. */
export function PortalLink({ to, ...props }: PortalLinkProps) {
  return <Link {...splitAddress(to)} {...props} />
}

/** What the router wants of such an address. */
function splitAddress(address: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(address, location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
