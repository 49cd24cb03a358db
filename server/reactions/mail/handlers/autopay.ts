import { formatCharged } from '#shared/base/amounts/money.ts'
import { formatDate } from '#shared/base/format.ts'
import type { AutopayCharge } from '#shared/money/autopay/events.ts'
import { methodName } from '#shared/money/payments/payments.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { payLink } from '../../../money/invoices/rules.ts'
import { billingRecipients } from '../../../money/invoices/sending/queries/recipients.ts'
import { queueCopies } from '../commands/queue.ts'
import { withdrawNotice } from '../commands/withdraw.ts'
import { greet, plainName } from '../plain-name.ts'
import type { MailContent } from '../templates.ts'

interface Client {
  clientId?: string | null
  name: string
  email: string
}

type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'facts' | 'button' | 'note' | 'noticeOf' | 'reason'>

/** To the client and its billing contacts. */
async function mailClient(tx: Tx, client: Client, words: Words): Promise<void> {
  const { clientId, name, email } = client
  const mailTo = clientId ? await billingRecipients(tx, clientId) : { to: [{ name, email }], cc: [], bcc: [] }
  await queueCopies(tx, tx.services.config.appName, mailTo, { ...words, greet })
}

/** The same about one charge, with the invoice's page for paying manually. */
const mailCharge = (
  tx: Tx,
  charge: AutopayCharge & { clientId?: string | null },
  words: Pick<Words, 'subject' | 'paragraphs' | 'note' | 'noticeOf' | 'reason'> & {
    facts?: Words['facts']
    button: string
  },
): Promise<void> =>
  mailClient(
    tx,
    { clientId: charge.clientId, name: charge.clientName, email: charge.clientEmail },
    {
      ...words,
      facts: [
        ['Invoice', charge.number],
        ['Amount due', formatCharged(charge.amount, charge.currency)],
        ...(words.facts ?? []),
      ],
      button: { label: words.button, url: payLink(tx.services.config.publicUrl, charge.payToken) },
    },
  )

const cardsUrl = (tx: Tx): string => `${tx.services.config.publicUrl}/payments?cards=true`

export const autopay: Handlers = {
  'autopay.given': async (tx, { clientId, name, clientEmail, agencyName, wording }) => {
    const agency = plainName(agencyName)
    await mailClient(
      tx,
      { clientId, name, email: clientEmail },
      {
        subject: `Autopay is on for ${agency}`,
        paragraphs: ['Automatic payments were turned on with these terms:', wording],
        button: { label: 'View autopay', url: cardsUrl(tx) },
        note: 'If you did not expect this, turn autopay off there or contact the agency.',
      },
    )
  },
  'autopay.paused': async (tx, { clientId, name, clientEmail, agencyName, card, words }) => {
    const agency = plainName(agencyName)
    await mailClient(
      tx,
      { clientId, name, email: clientEmail },
      {
        subject: `Autopay for ${agency} is paused`,
        paragraphs: [
          `Your ${methodName(card)} is no longer charged for invoices from ${agency}. ${words}`,
          'Turn autopay on again with another card, or pay invoices yourself.',
        ],
        button: { label: 'Choose a card', url: cardsUrl(tx) },
      },
    )
  },
  'autopay.requested': async (tx, { clientId, name, clientEmail, agencyName }) => {
    const agency = plainName(agencyName)
    await mailClient(
      tx,
      { clientId, name, email: clientEmail },
      {
        subject: `${agency} asks you to pay automatically`,
        paragraphs: [
          `${agency} suggests that you pay its invoices automatically by card.`,
          'You choose the card and the maximum amount per charge. You are emailed before each charge, and you can turn it off at any time. Only you can turn it on.',
        ],
        button: { label: 'Set up autopay', url: cardsUrl(tx) },
      },
    )
  },
  'autopay.announced': async (tx, charge) => {
    const date = formatDate(charge.chargedOn)
    const noticeOf = { invoiceId: charge.id, on: charge.chargedOn }
    const facts: [string, string][] = [
      ['Card', methodName(charge.card)],
      ['Charged on', date],
    ]
    if (charge.blocked !== null) {
      await mailCharge(tx, charge, {
        noticeOf,
        subject: `Invoice ${charge.number} will not be charged automatically`,
        paragraphs: [
          `Invoice ${charge.number} from ${plainName(charge.issuerName)} is due on ${date}, and autopay does not charge it. ${charge.blocked}`,
          'Please pay it yourself.',
        ],
        button: 'View and pay',
      })
      return
    }
    await mailCharge(tx, charge, {
      noticeOf,
      subject: `Your card will be charged for invoice ${charge.number} on ${date}`,
      paragraphs: [
        `Invoice ${charge.number} from ${plainName(charge.issuerName)} will be charged to your ${methodName(charge.card)} on ${date}, for the amount then due.`,
      ],
      facts,
      button: 'View invoice',
      note: `To use another card or turn off autopay, open ${cardsUrl(tx)}`,
    })
  },
  'autopay.notice-lost': (tx, { id, ...notice }) => withdrawNotice(tx, { invoiceId: id, ...notice }),
  'autopay.declined': async (tx, declined) => {
    const { number, words, nextOn, card } = declined
    const next =
      nextOn === null
        ? 'The charge will not be retried. Please pay the invoice yourself, or turn autopay on with another card.'
        : `The next attempt is on ${formatDate(nextOn)}. You can also pay now, or choose another card.`
    await mailCharge(tx, declined, {
      ...(nextOn === null
        ? { reason: { invoice: declined.id, dueBy: null } }
        : { noticeOf: { invoiceId: declined.id, on: nextOn } }),
      subject: `Your card could not be charged for invoice ${number}`,
      paragraphs: [
        `${plainName(declined.issuerName)} could not charge your ${methodName(card)} for invoice ${number}. ${words}`,
        next,
      ],
      button: 'View and pay',
      note: `To choose another card, open ${cardsUrl(tx)}`,
    })
  },
  'autopay.skipped': async (tx, skipped) => {
    await mailCharge(tx, skipped, {
      reason: { invoice: skipped.id, dueBy: null },
      subject: `Invoice ${skipped.number} was not charged automatically`,
      paragraphs: [
        `Invoice ${skipped.number} from ${plainName(skipped.issuerName)} is due, and autopay did not charge it. ${skipped.words}`,
        'Please pay it yourself.',
      ],
      button: 'View and pay',
    })
  },
}
