import { onPaper } from '#shared/base/accent.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Labeled } from '#shared/money/invoices/invoice-paper.ts'
import { escapeHtml } from '../../base/adapters/documents/html.ts'
import { urlAt } from '../../identity/agencies/queries/host.ts'
import type { NamedInReminder } from '../../money/invoices/sending/commands/remind.ts'

/** The portal's own colors, with warm grays. */
const PINE = '#0f766e'
const INK = '#1b1d1a'
const GREY = '#62655f'
const SURFACE = '#f4f4f1'

/**
 * A link that works, by the hash of its secret, or an invoice with something due, by a day if there is one; `named` is
 * what a reminder says of it, which may have changed.
 */
export type MailReason = { link: string } | { invoice: string; dueBy: string | null; named?: NamedInReminder }

/** The reason of a queued mail, as stored; null if it has none. */
export const reasonOf = ({ reason }: { reason: string | null }): MailReason | null =>
  reason === null ? null : (JSON.parse(reason) as MailReason)

/** The content of a mail; all mails share this structure. */
export interface MailContent {
  recipient: string
  /** The To and Cc headers, if there is more than one recipient. */
  shown?: { to: readonly string[]; cc: readonly string[] }
  /** A mail to an agency's clients, even if this copy goes to an owner. */
  toClients?: boolean
  /** The person who caused it, if the actor only passes it on; null for more than one person. */
  sentBy?: string | null
  /** Delays sending until the time for undoing its cause has passed. */
  heldFor?: string | undefined
  /** A document that is sent to its recipient; reminders of one are not. */
  isDocument?: boolean
  /** The agency whose queue it waits in and whose owners learn of failures, if it is written outside of an agency. */
  agencyId?: AgencyId | null
  /** Needed to sign in, so it doesn't wait behind an agency's mails. */
  urgent?: boolean
  subject: string
  /** Shown above everything else. */
  notice?: string
  greeting: string
  paragraphs: string[]
  /** Key facts with labels. */
  facts?: readonly Labeled[]
  /** The main action; the URL starts with the instance's public URL. */
  button?: { label: string; url: string }
  /** An alternative to the button, shown below it. */
  otherwise?: { title: string; facts: readonly Labeled[] }
  /** Announces that this invoice will be charged on this day. */
  noticeOf?: { invoiceId: string; on: string }
  /** When its link expires: it isn't sent from then on. */
  notAfter?: Date
  /** What must still hold on delivery: otherwise it isn't sent. */
  reason?: MailReason
  /** The waiting mail that gets this subject and text instead of its own. */
  replaces?: string | undefined
  /** Small print below the button. */
  note?: string
  /** A link to unsubscribe from this kind of mail, if there is one. */
  unsubscribeUrl?: string
  /** Documents rendered as PDF when the mail is delivered. */
  attachments?: { document: 'invoice' | 'receipt'; documentId: string }[]
}

export interface RenderedMail {
  recipient: string
  subject: string
  text: string
  html: string
}

/** The brand of a mail: the portal's or an agency's. */
export interface MailBrand {
  /** Shown in the header instead of the portal's name, which moves to the footer. */
  agency: string | null
  /** The URL of the logo before the agency's name. */
  logo: string | null
  accent: string | null
}

export const PORTAL: MailBrand = { agency: null, logo: null, accent: null }

export function renderMail(appName: string, mail: MailContent, brand = PORTAL): RenderedMail {
  return {
    recipient: mail.recipient,
    subject: mail.subject.replace(/\s+/g, ' '),
    text: renderText(appName, mail, brand),
    html: renderHtml(appName, mail, brand),
  }
}

/** Replaces the host of links to the portal. */
export function linksAt(text: string, publicUrl: string, host: string | null): string {
  if (host === null) return text
  const own = urlAt(publicUrl, host)
  return text
    .split(publicUrl)
    .reduce((before, after) => before + (/^[\w.:-]/.test(after) ? publicUrl : own) + after)
}

function renderText(appName: string, mail: MailContent, { agency }: MailBrand): string {
  const blocks = [...(mail.notice ? [mail.notice] : []), mail.greeting, ...mail.paragraphs]
  if (mail.facts?.length) blocks.push(factLines(mail.facts))
  if (mail.button) blocks.push(`${mail.button.label}:\n${mail.button.url}`)
  if (mail.otherwise) blocks.push(`${mail.otherwise.title}:\n${factLines(mail.otherwise.facts)}`)
  if (mail.note) blocks.push(mail.note)
  blocks.push(agency === null ? `-- \n${appName}` : `-- \n${agency}\nby ${appName}`)
  if (mail.unsubscribeUrl) blocks.push(`Stop these emails: ${mail.unsubscribeUrl}`)
  return `${blocks.join('\n\n')}\n`
}

const factLines = (facts: readonly Labeled[]): string =>
  facts.map(([label, text]) => `${label}: ${text.replace(/\s+/g, ' ')}`).join('\n')

function renderHtml(appName: string, mail: MailContent, brand: MailBrand): string {
  const accent = brand.accent === null ? PINE : onPaper(brand.accent)
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const small = `margin:0 0 16px;color:${GREY};font-size:13px`
  const notice = 'margin:0 0 16px;padding:8px 12px;border-radius:8px;background:#fef0c7;font-size:13px'
  const head = mail.notice ? [`<p style="${notice}">${escapeHtml(mail.notice)}</p>`] : []
  const parts = [...head, paragraph(mail.greeting), ...mail.paragraphs.map(paragraph)]
  if (mail.facts?.length) parts.push(factTable(mail.facts))
  if (mail.button) {
    const { label, url } = mail.button
    const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:#ffffff;text-decoration:none`
    parts.push(
      `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`,
    )
    parts.push(`<p style="${small};word-break:break-all">${escapeHtml(url)}</p>`)
  }
  if (mail.otherwise) {
    parts.push(
      `<p style="margin:24px 0 8px;font-weight:600">${escapeHtml(mail.otherwise.title)}</p>`,
      factTable(mail.otherwise.facts),
    )
  }
  if (mail.note) parts.push(`<p style="${small}">${escapeHtml(mail.note)}</p>`)
  if (mail.unsubscribeUrl) {
    parts.push(`<p style="${small}"><a href="${escapeHtml(mail.unsubscribeUrl)}">Stop these emails</a></p>`)
  }
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:${SURFACE};color:${INK};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 24px;font-weight:600;color:${accent}">${headOf(appName, brand)}</p>
${parts.join('\n')}
</div>${brand.agency === null ? '' : byPortal(appName)}
</body>
</html>
`
}

/** Content ids of inline images: the portal's mark, and a logo by its picture's id. */
export const MARK_CID = 'mark'
export const LOGO_CID = 'logo-'

/** Images are embedded: most mail clients don't load remote ones, and logos aren't public. */
const mark = (size: number): string =>
  `<img src="cid:${MARK_CID}" width="${size}" height="${size}" alt="" style="vertical-align:-3px">`

/** The agency's name after its logo, or the portal's after its mark. */
function headOf(appName: string, { agency, logo }: MailBrand): string {
  if (agency === null) return `${mark(18)} ${escapeHtml(appName)}`
  if (logo === null) return escapeHtml(agency)
  const cid = `${LOGO_CID}${logo.slice('/pictures/'.length)}`
  const style = 'height:40px;max-width:240px;object-fit:contain;vertical-align:middle;margin-right:12px'
  return `<img src="cid:${escapeHtml(cid)}" height="40" alt="" style="${style}">${escapeHtml(agency)}`
}

const byPortal = (appName: string): string =>
  `\n<p style="margin:16px 0 0;text-align:center;color:${GREY};font-size:13px">by ${mark(14)} ${escapeHtml(appName)}</p>`

function factTable(facts: readonly Labeled[]): string {
  const rows = facts.map(
    ([label, text]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:${GREY};vertical-align:top">${escapeHtml(label)}</td>` +
      `<td style="padding:2px 0;word-break:break-word">${escapeHtml(text)}</td></tr>`,
  )
  return `<table role="presentation" style="margin:0 0 16px;border-spacing:0;font-size:15px">${rows.join('')}</table>`
}
