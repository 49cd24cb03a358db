import { lateFailure } from '#shared/events/money.ts'
import { accountSummary, disputeSummary, returnedPayoutSummary } from '#shared/events/provider.ts'
import { links } from '#shared/links.ts'
import { formatCharged } from '#shared/money.ts'
import type { PayeeKind } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners, platformAdmins, usersOfClient, usersOfEmployees } from '../queries/recipients.ts'

interface Belonging {
  agencyId?: AgencyId | null
  clientId?: string | null
}

/** Payloads name the agency; what belongs to the context's own is left out of them. */
const agencyOf = (tx: Tx, { agencyId }: Belonging): AgencyId | null =>
  agencyId === undefined ? tx.reach.agencyId : agencyId

async function clientOf(tx: Tx, subject: Belonging): Promise<string[]> {
  const agencyId = agencyOf(tx, subject)
  return agencyId === null || subject.clientId == null
    ? []
    : usersOfClient(tx, agencyId, subject.clientId, 'billing')
}

/** Owners of the agency, or the platform's people where it is the platform's money. */
async function managersOf(tx: Tx, subject: Belonging): Promise<string[]> {
  const agencyId = agencyOf(tx, subject)
  return agencyId === null ? platformAdmins(tx) : agencyOwners(tx, agencyId)
}

/** Suppliers have no people here; what an agency pays for its plan is the platform's money. */
const payeesOf = async (tx: Tx, payment: Belonging & { payee: PayeeKind }): Promise<string[]> => {
  if (payment.payee === 'supplier') return []
  return managersOf(tx, { agencyId: payment.payee === 'platform' ? null : payment.agencyId })
}

const HISTORY = '/payments?tab=history'

const notifyPaid: NonNullable<Handlers['invoice.paid']> = async (tx, payment) => {
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

/** The platform's people hear what becomes of an agency's plan. */
const notifyPlatform: NonNullable<Handlers['subscription.changed']> = async (
  tx,
  { agencyName, summary, by },
) => {
  const title = `${agencyName}: ${summary}`
  await notify(tx, {
    event: 'platform',
    agencyId: null,
    userIds: (await platformAdmins(tx)).filter((userId) => userId !== by?.userId),
    actorToo: by !== undefined,
    title,
    link: '/agencies',
    group: `platform:${title}`,
  })
}

export const money: Handlers = {
  'invoice.sent': async (tx, invoice) => {
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
  /** The payer hears that it is time, the agency that it waits for its money; once each. */
  'invoice.overdue': async (tx, invoice) => {
    await notify(tx, {
      event: 'invoice_overdue',
      agencyId: invoice.agencyId,
      userIds: [...(await managersOf(tx, invoice)), ...(await clientOf(tx, invoice))],
      title:
        invoice.instalment === null
          ? `Invoice ${invoice.name} is overdue`
          : `An instalment of invoice ${invoice.name} is overdue`,
      link: links.invoice(invoice.id),
      group: `invoice_overdue:${invoice.id}${invoice.instalment === null ? '' : `:${invoice.instalment}`}`,
      once: true,
    })
  },
  'invoice.paid': notifyPaid,
  'payment.succeeded': notifyPaid,
  /**
   * The payer may try again, so they hear of it even though they acted; a plan is paid where it is chosen.
   * That a transfer did not arrive is what the owner says: nobody needs telling. Autopay tells more itself.
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
    const again = payment.purpose === 'subscription' ? '/payments?pay=true' : invoice
    await notify(tx, { ...failure, userIds: payees, link: HISTORY })
    await notify(tx, { ...failure, userIds: payer, link: again })
  },
  'payment.disputed': async (tx, dispute) => {
    await notify(tx, {
      event: 'payment_disputed',
      agencyId: dispute.payee === 'agency' ? dispute.agencyId : null,
      userIds: await payeesOf(tx, dispute),
      actorToo: true,
      title: disputeSummary(dispute),
      link: HISTORY,
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
  'payment.mismatch': async (tx, { expected, claimed }) => {
    await notify(tx, {
      event: 'platform',
      agencyId: null,
      userIds: await platformAdmins(tx),
      actorToo: true,
      title: `A message of the payment provider was refused: ${claimed} instead of ${expected}`,
      link: '/settings?section=platform',
    })
  },
  'payment-account.changed': async (tx, account) => {
    await notify(tx, {
      event: 'owners',
      agencyId: agencyOf(tx, account),
      userIds: await managersOf(tx, account),
      title: accountSummary(account),
      link: '/settings?section=payments',
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
