import { unescape as decoded } from 'node:querystring'
import { storedEmail } from '#shared/base/text/email.ts'

/**
 * The sender's address without MAIL_FROM: the user who signs in to the mail server if their domain is the portal's or
 * the portal has no address of its own. Others are often logins of a relay, which refuses them as senders.
 */
export function usualSender(smtpUrl: string | null, publicUrl: string): string {
  const host = new URL(publicUrl).hostname
  const own = `no-reply@${host}`
  const user = userOf(smtpUrl)
  return user !== null && (storedEmail(own) === null || isRelated(domainOf(user), host)) ? user : own
}

/** What the log says about the sender; null if other mail servers can be expected to accept it. */
export function senderWarning(smtpUrl: string, publicUrl: string): string | null {
  const sender = usualSender(smtpUrl, publicUrl)
  if (storedEmail(sender) === null)
    return `Emails are sent from ${sender}, which other mail servers refuse: set MAIL_FROM to an address of your mail server`
  if (sender !== userOf(smtpUrl)) return null
  return `Emails are sent from ${sender}, the user in SMTP_URL: set MAIL_FROM if your mail server expects another sender`
}

const userOf = (smtpUrl: string | null): string | null =>
  smtpUrl === null ? null : storedEmail(decoded(new URL(smtpUrl).username))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Whether one is the other or a subdomain of it. */
const isRelated = (one: string, other: string): boolean =>
  `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`)
