import type { Action } from '#shared/base/policies.ts'
import type { Section } from './section/settings-search.ts'

interface SectionLink {
  section: Section
  label: string
  can?: Action
}

/** Sections every user has. */
export const OWN_SECTIONS: readonly SectionLink[] = [
  { section: 'profile', label: 'Profile' },
  { section: 'security', label: 'Security' },
  { section: 'notifications', label: 'Notifications' },
  { section: 'appearance', label: 'Appearance' },
  { section: 'privacy', label: 'Data & Privacy' },
]

/** Sections for certain roles only. */
export const MORE_SECTIONS: readonly SectionLink[] = [
  { section: 'billing', label: 'Billing', can: 'letterhead.write' },
  { section: 'invoicing', label: 'Invoicing', can: 'letterhead.write' },
  { section: 'owners', label: 'Owners', can: 'owner.write' },
  { section: 'payments', label: 'Payments', can: 'payment-account.manage' },
  { section: 'import', label: 'Import', can: 'import.write' },
  { section: 'programs', label: 'API & webhooks', can: 'api-token.own' },
  { section: 'audit', label: 'Audit log', can: 'audit.read' },
  { section: 'platform', label: 'Platform', can: 'platform.manage' },
  { section: 'operation', label: 'Operation', can: 'platform.manage' },
]
