import { flag, id, oneOf, searchOf, text, token } from '#client/lib/search-params.ts'

const SECTIONS = [
  'profile',
  'security',
  'notifications',
  'appearance',
  'privacy',
  'billing',
  'invoicing',
  'owners',
  'payments',
  'import',
  'programs',
  'audit',
  'platform',
  'operation',
] as const
export type Section = (typeof SECTIONS)[number]

export const settingsSearch = searchOf({
  section: oneOf(SECTIONS, 'profile'),
  /** From the link that confirms a new email. */
  email_token: token,
  search: text,
  action: token,
  /** The open drawer of the platform section: the email log. */
  mails: flag,
  mail_status: oneOf(['queued', 'sent', 'failed']),
  /** The import that is open. */
  import: id,
  /** The webhook whose deliveries are open. */
  webhook: id,
})
