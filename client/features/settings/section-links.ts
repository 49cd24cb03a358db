import type { Action } from '#shared/policies.ts'
import type { Section } from './section/settings-search.ts'

interface SectionLink {
  section: Section
  label: string
  can?: Action
}

/** The side list everybody has. */
export const OWN_SECTIONS: readonly SectionLink[] = [
  { section: 'profile', label: 'Profile' },
  { section: 'security', label: 'Security' },
  { section: 'notifications', label: 'Notifications' },
  { section: 'appearance', label: 'Appearance' },
  { section: 'privacy', label: 'Data & Privacy' },
]

/** Below it, what belongs to some roles only. */
export const MORE_SECTIONS: readonly SectionLink[] = [
  { section: 'programs', label: 'API & Webhooks', can: 'api-token.own' },
  { section: 'audit', label: 'Audit Log', can: 'audit.read' },
  { section: 'platform', label: 'Platform', can: 'platform.manage' },
]
