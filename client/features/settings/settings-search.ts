import { z } from 'zod'
import type { Action } from '#shared/policies.ts'

export const SECTIONS = [
  'profile',
  'security',
  'notifications',
  'appearance',
  'privacy',
  'programs',
  'audit',
  'platform',
] as const
export type Section = (typeof SECTIONS)[number]

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

/** What the address of the settings holds. */
export const settingsSearch = z.object({
  section: z.enum(SECTIONS).catch('profile'),
  /** Of the link that confirms a new e-mail. */
  email_token: z.string().min(1).max(200).nullable().catch(null),
  search: z.string().catch(''),
  action: z.string().max(60).nullable().catch(null),
  /** An open drawer of the platform: its mails. */
  mails: z.coerce.boolean().catch(false),
  mail_status: z.enum(['queued', 'sent', 'failed']).nullable().catch(null),
  /** A webhook whose deliveries are open. */
  webhook: z.uuid().nullable().catch(null),
})
