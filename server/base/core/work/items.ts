import type { AgencyId } from '#shared/base/roles.ts'

/** One of the records that a job works on. */
export interface WorkItem {
  id: string
  /** The agency, whose owners are notified if it fails; null for the platform. */
  agencyId: AgencyId | null
  name: string
  /** The path and query of its screen; defaults to the list of stopped work. */
  link?: string
}

/** An item about an agency that its owners can't fix, so the platform's administrators are notified. */
export const ofPlatform = ({ id, name }: { id: string; name: string }): WorkItem => ({
  id,
  agencyId: null,
  name,
})
