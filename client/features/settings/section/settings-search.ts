import { flag, id, oneOf, searchOf, text, token } from '#client/lib/search-params.ts'

const SECTIONS = [
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

export const settingsSearch = searchOf({
  section: oneOf(SECTIONS, 'profile'),
  /** Of the link that confirms a new e-mail. */
  email_token: token,
  search: text,
  action: token,
  /** An open drawer of the platform: its mails. */
  mails: flag,
  mail_status: oneOf(['queued', 'sent', 'failed']),
  /** A webhook whose deliveries are open. */
  webhook: id,
})
