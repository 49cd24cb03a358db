import { formatCharged } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import type { Actor, Observed, ProcedureEffect } from '../../../base/core/context.ts'
import { isGrave } from './effects.ts'
import { sentenceOf } from './sentences.ts'

/** A readable number of lines. */
const MAX_LINES = 20

/** What would happen, for people to read before they confirm. */
export interface Preview {
  does: string
  follows?: string | undefined
  /** The recorded events or actions as sentences. */
  changes: string[]
  emails: string[]
  /** How many people would be notified, in the portal or by email as they chose. */
  notified: number
  /** How many of them would be emailed, unless they read it in the portal first. */
  notified_by_email: number
  /** Their addresses, if the caller may see them. */
  notified_addresses: string[]
  /** The events that would be sent to webhooks. */
  webhooks: string[]
}

export const isGraveToDo = ({ happened, mails, notified }: Observed): boolean =>
  mails.length > 0 ||
  happened.some(
    ({ name, kind: { announces = () => false }, payload }) =>
      isGrave(name) || (notified.size > 0 && (announces === true || announces(payload))),
  )

/** Derived from the call's effects in a transaction that is rolled back. */
export function previewOf(
  { does, follows }: ProcedureEffect,
  { happened, mails, notified }: Observed,
  actor: Actor,
): Preview {
  const changes = happened.flatMap(({ activity, audit, name, payload }) => {
    const sentence = activity ?? audit ?? sentenceOf(name, payload)
    if (sentence === null) return []
    const amount = amountOf(payload)
    return [amount === null || sentence.includes(amount) ? sentence : `${sentence} (${amount})`]
  })
  const addresses = [...notified.values()].filter((address) => address !== null)
  return {
    does,
    follows,
    changes: shortened(changes),
    emails: shortened(
      mails.map(({ to, subject }) => (maySeeAddresses(actor) ? `${to}: ${subject}` : subject)),
    ),
    notified: notified.size,
    notified_by_email: addresses.length,
    notified_addresses: maySeeAddresses(actor) ? shortened(addresses) : [],
    webhooks: [...new Set(happened.filter(({ webhook }) => webhook !== null).map(({ name }) => name))],
  }
}

/** For calls that can't be tried: the procedure's own description. */
export const statedPreview = ({ does, follows }: ProcedureEffect, changes: readonly string[]): Preview => ({
  does,
  follows,
  changes: shortened([...changes]),
  emails: [],
  notified: 0,
  notified_by_email: 0,
  notified_addresses: [],
  webhooks: [],
})

/** Other people's addresses aren't revealed. */
const maySeeAddresses = ({ role }: Actor): boolean => role === 'agency_admin' || role === 'super_admin'

function amountOf(payload: object): string | null {
  const { currency, total, amount } = payload as Record<string, unknown>
  const minor = total ?? amount
  return typeof currency === 'string' && typeof minor === 'number' ? formatCharged(minor, currency) : null
}

const shortened = (lines: string[]): string[] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), `and ${lines.length - MAX_LINES + 1} more`]

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)]

function notifiedText({
  notified,
  notified_by_email: emailed,
  notified_addresses: addresses,
}: Pick<Preview, 'notified' | 'notified_by_email' | 'notified_addresses'>): string[] {
  if (notified === 0) return []
  const people = formatCount(notified, 'person', 'people')
  if (emailed === 0) return [`Notified: ${people}, none of them by email.`]
  const named = addresses.length === 0 ? '' : ` (${addresses.join(', ')})`
  return [`Notified: ${people}. Emailed, unless they read it in the portal first: ${emailed}${named}.`]
}

/** The preview as text, for the agent and its user. */
export function previewText({ does, follows, changes, emails, webhooks, ...people }: Preview): string {
  return [
    'Nothing has happened yet. This is what the call does:',
    [does, follows].filter(Boolean).join(' '),
    ...list('Changes', changes),
    ...list('Emails', emails),
    ...notifiedText(people),
    ...list('Webhooks', webhooks),
  ].join('\n')
}
