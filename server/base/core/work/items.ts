import type { AgencyId } from '#shared/base/roles.ts'

/** One of the records that a job works on. */
export interface WorkItem {
  id: string
  /** Whose it is, and who is told if it fails; null for the platform. */
  agencyId: AgencyId | null
  name: string
  /** Where it opens, as path and query; defaults to where stopped work is listed. */
  link?: string
}

/** Something about an agency that its owners can't help, so that the platform's administrators are told. */
export const ofPlatform = ({ id, name }: { id: string; name: string }): WorkItem => ({
  id,
  agencyId: null,
  name,
})
