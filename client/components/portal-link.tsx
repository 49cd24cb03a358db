import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PortalLinkProps {
  /** Path and query within the portal, as sent by the server in notifications and search results. */
  to: string
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to a URL known only as text. */
export function PortalLink({ to, ...props }: PortalLinkProps) {
  return <Link {...splitAddress(to)} {...props} />
}

/** Converts the URL to router navigation options. */
function splitAddress(address: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(address, location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
