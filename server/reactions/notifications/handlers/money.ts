import { formatCharged } from '#shared/base/amounts/money.ts'
import { links } from '#shared/base/links.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import {
  accountSummary,
  disputeSummary,
  returnedPayoutSummary,
  unmatchedSummary,
} from '#shared/money/payments/events.ts'
import { failedRefund, lateFailure, refundNews } from '#shared/money/payments/payment-news.ts'
import type { PayeeKind } from '#shared/money/payments/payments.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { withdrawOutdated } from '../commands/withdraw.ts'
import { invoiceStatus } from '../queries/invoice-status.ts'
import { agencyOwners, platformAdmins, usersOfClient, usersOfEmployees } from '../queries/recipients.ts'
import type { Sides } from '../rules.ts'

/** Payloads name the agency unless it is the context's own. */
const agencyOf = (tx: Tx, { agencyId }: Sides): AgencyId | null =>
  agencyId === undefined ? tx.reach.agencyId : agencyId

async function clientOf(tx: Tx, subject: Sides): Promise<string[]> {
  const agencyId = agencyOf(tx, subject)
  return agencyId === null || subject.clientId == null
    ? []
    : usersOfClient(tx, agencyId, subject.clientId, 'billing')
}

/** The agency's owners, or the platform's administrators for the platform's money. */
async function managersOf(tx: Tx, subject: Sides): Promise<string[]> {
  const agencyId = agencyOf(tx, subject)
  return agencyId === null ? platformAdmins(tx) : agencyOwners(tx, agencyId)
}

/** Suppliers have no users here; plan payments go to the platform. */
const payeesOf = async (tx: Tx, payment: Sides & { payee: PayeeKind }): Promise<string[]> => {
  if (payment.payee === 'supplier') return []
  return managersOf(tx, { agencyId: payment.payee === 'platform' ? null : payment.agencyId })
}

const HISTORY = '/payments?tab=history'

const notifyPaid: NonNullable<Handlers['payment.succeeded']> = async (tx, payment) => {
  if (payment.invoiceId !== null) await endOverdue(tx, { ...payment, id: payment.invoiceId })
  const people = [...(await payeesOf(tx, payment)), ...(await clientOf(tx, payment))]
  await notify(tx, {
    event: 'invoice_paid',
    agencyId: payment.payee === 'agency' ? payment.agencyId : null,
    userIds: people.filter((userId) => payment.automatic || userId !== payment.payerUserId),
    actorToo: payment.by !== undefined,
    title: paidTitle(payment),
    link: payment.invoiceId === null ? HISTORY : links.invoice(payment.invoiceId),
  })
}

function paidTitle({ payerName, amount, currency, invoice }: Parameters<typeof notifyPaid>[1]): string {
  const charged = formatCharged(amount, currency)
  if (invoice === null || invoice.number === null) return `${payerName} paid ${charged}`
  return invoice.status === 'paid'
    ? `Invoice ${invoice.number} was paid`
    : `${charged} of invoice ${invoice.number} was paid`
}

/** Deletes unread news of what was due on an invoice, or of its current installment. */
async function endOverdue(tx: Tx, invoice: Sides & { id: string }): Promise<void> {
  const status = await invoiceStatus(tx, invoice.id)
  if (status === undefined || status === 'overdue') return
  const people = [...(await managersOf(tx, invoice)), ...(await clientOf(tx, invoice))]
  await withdrawOutdated(tx, people, {
    events: status === 'sent' ? ['invoice_overdue'] : ['invoice_overdue', 'payment_failed', 'autopay'],
    link: links.invoice(invoice.id),
  })
}

/** Deletes unread news that a draft waits for its owners. */
const endHeld = async (tx: Tx, invoice: Sides & { id: string }): Promise<void> =>
  withdrawOutdated(tx, await managersOf(tx, invoice), {
    events: ['invoice_held'],
    link: links.invoice(invoice.id),
  })

/** Notifies the platform's administrators of changes to an agency's plan. */
const notifyPlatform: NonNullable<Handlers['subscription.changed']> = async (
  tx,
  { agencyName, summary, by },
) => {
  await notify(tx, {
    event: 'platform',
    agencyId: null,
    userIds: (await platformAdmins(tx)).filter((userId) => userId !== by?.userId),
    actorToo: by !== undefined,
    title: `${agencyName}: ${summary}`,
    link: '/agencies',
  })
}

export const money: Handlers = {
  'invoice.sent': async (tx, invoice) => {
    await endHeld(tx, invoice)
    await notify(tx, {
      event: 'invoice_sent',
      agencyId: invoice.agencyId,
      userIds: await clientOf(tx, invoice),
      title: `Invoice ${invoice.number} was sent to you`,
      link: links.invoice(invoice.id),
    })
  },
  'invoice.viewed': async (tx, invoice) => {
    await notify(tx, {
      event: 'invoice_viewed',
      agencyId: invoice.agencyId,
      userIds: await managersOf(tx, invoice),
      title: `Invoice ${invoice.name} was viewed`,
      link: links.invoice(invoice.id),
    })
  },
  /** Notifies payer and agency, once each, and again if it was reopened. */
  'invoice.overdue': async (tx, invoice) => {
    await notify(tx, {
      event: 'invoice_overdue',
      agencyId: invoice.agencyId,
      userIds: [...(await managersOf(tx, invoice)), ...(await clientOf(tx, invoice))],
      title:
        invoice.instalment === null
          ? `Invoice ${invoice.name} is overdue`
          : `An installment of invoice ${invoice.name} is overdue`,
      link: links.invoice(invoice.id),
      group: ['invoice_overdue', invoice.id, invoice.instalment, invoice.restartedOn]
        .filter((part) => part !== null)
        .join(':'),
      once: true,
    })
  },
  'invoice.recurring-held': async (tx, { id, title, reason, ...invoice }) => {
    await notify(tx, {
      event: 'invoice_held',
      agencyId: agencyOf(tx, invoice),
      userIds: await managersOf(tx, invoice),
      actorToo: true,
      title: `Invoice “${title}” wasn’t sent: ${reason}`,
      link: links.invoice(id),
    })
  },
  'invoice.late-fee-drafted': async (tx, { id, number, reason, ...invoice }) => {
    if (reason === null) return
    await notify(tx, {
      event: 'invoice_held',
      agencyId: agencyOf(tx, invoice),
      userIds: await managersOf(tx, invoice),
      actorToo: true,
      title: `The late fee for ${number} wasn’t sent: ${reason}`,
      link: links.invoice(id),
    })
  },
  'invoice.deleted': endHeld,
  'invoice.paid': endOverdue,
  'invoice.voided': endOverdue,
  'invoice.credited': endOverdue,
  'invoice.written-off': endOverdue,
  'payment.succeeded': notifyPaid,
  /**
   * Notifies the payer even if they acted, because they can retry; plan payments are retried where the plan
   * is chosen. A transfer marked as not received is the owner's own statement. Autopay sends its own
   * notifications.
   */
  'payment.failed': async (tx, payment) => {
    if (payment.transfer || payment.automatic) return
    const payer = payment.payerUserId === null ? [] : [payment.payerUserId]
    const payees = (await payeesOf(tx, payment)).filter((userId) => !payer.includes(userId))
    const failure = {
      event: 'payment_failed' as const,
      agencyId: payment.payee === 'agency' ? payment.agencyId : null,
      actorToo: true,
      title: payment.late
        ? lateFailure(payment)
        : `A payment of ${formatCharged(payment.amount, payment.currency)} by ${payment.payerName} failed`,
    }
    const invoice = payment.late && payment.invoiceId !== null ? links.invoice(payment.invoiceId) : HISTORY
    const retryLink = payment.purpose === 'subscription' ? '/payments?pay=true' : invoice
    await notify(tx, { ...failure, userIds: payees, link: HISTORY })
    await notify(tx, { ...failure, userIds: payer, link: retryLink })
  },
  /** Whoever returns money manually informs the payer. */
  'payment.refunded': async (tx, payment) => {
    if (!payment.byProvider || payment.payerUserId === null) return
    await notify(tx, {
      event: 'payment_refunded',
      agencyId: payment.payee === 'agency' ? payment.agencyId : null,
      userIds: [payment.payerUserId],
      title: refundNews(payment),
      link: HISTORY,
    })
  },
  'payment.refund-failed': async (tx, payment) => {
    if (payment.undone) return
    const payer = payment.payerUserId === null || !payment.announced ? [] : [payment.payerUserId]
    await notify(tx, {
      event: 'payment_failed',
      agencyId: payment.payee === 'agency' ? payment.agencyId : null,
      userIds: [...new Set([...(await payeesOf(tx, payment)), ...payer])],
      actorToo: true,
      title: failedRefund(payment),
      link: HISTORY,
    })
  },
  'payment.disputed': async (tx, dispute) => {
    await notify(tx, {
      event: 'payment_disputed',
      agencyId: dispute.payee === 'agency' ? dispute.agencyId : null,
      userIds: await payeesOf(tx, dispute),
      actorToo: true,
      title: disputeSummary(dispute),
      link: dispute.reopened === undefined ? HISTORY : links.invoice(dispute.reopened.id),
      group: `payment_disputed:${dispute.id}`,
    })
  },
  'dispute.unmatched': async (tx, dispute) => {
    await notify(tx, {
      event: 'payment_disputed',
      agencyId: dispute.agencyId,
      userIds: await managersOf(tx, dispute),
      actorToo: true,
      title: unmatchedSummary(dispute),
      link: HISTORY,
      group: `payment_disputed:${dispute.id}`,
    })
  },
  'provider-payout.failed': async (tx, payout) => {
    await notify(tx, {
      event: 'provider_payout_failed',
      agencyId: agencyOf(tx, payout),
      userIds: await managersOf(tx, payout),
      actorToo: true,
      title: returnedPayoutSummary(payout),
      link: '/accounts?view=payouts',
    })
  },
  'payment.mismatch': async (tx, { expected, reported }) => {
    await notify(tx, {
      event: 'platform',
      agencyId: null,
      userIds: await platformAdmins(tx),
      actorToo: true,
      title: `A message from the payment provider was rejected: ${reported} instead of ${expected}`,
      link: '/settings?section=platform',
    })
  },
  'platform.stripe-changed': async (tx, { from, to }) => {
    await notify(tx, {
      event: 'platform',
      agencyId: null,
      userIds: await platformAdmins(tx),
      title: `The portal’s Stripe keys changed from ${from} to ${to}: saved cards, autopay and paid plans must be set up again`,
      link: '/settings?section=platform',
    })
  },
  'payment-account.changed': async (tx, account) => {
    await notify(tx, {
      event: 'owners',
      agencyId: agencyOf(tx, account),
      userIds: await managersOf(tx, account),
      actorToo: true,
      title: accountSummary(account),
      link: links.cardPayments,
    })
  },
  'bank-details.changed': async (tx, bank) => {
    await notify(tx, {
      event: 'owners',
      agencyId: agencyOf(tx, bank),
      userIds: await managersOf(tx, bank),
      actorToo: true,
      title: `${tx.actor.name} changed the bank details on invoices to ${bank.to}`,
      link: links.bankDetails,
    })
  },
  'payout-account.saved': async (tx, account) => {
    await notify(tx, {
      event: 'owners',
      agencyId: agencyOf(tx, account),
      userIds: await managersOf(tx, account),
      title: `${tx.actor.name} changed the bank account for ${account.name}’s payouts to ${account.hint}`,
      link: '/payments?tab=history&view=payouts',
    })
  },
  'subscription.changed': notifyPlatform,
  'subscription.past-due': notifyPlatform,
  'subscription.cancelled': notifyPlatform,
  'payout.sent': async (tx, payout) => {
    const agencyId = agencyOf(tx, payout)
    if (agencyId === null) return
    await notify(tx, {
      event: 'payout_sent',
      agencyId,
      userIds: await usersOfEmployees(tx, agencyId, [payout.employeeId]),
      title: `Payout of ${formatCharged(payout.amount, payout.currency)} was recorded as paid`,
      link: '/payouts',
    })
  },
}
