import { links } from '#shared/links.ts'
import { formatCharged } from '#shared/money.ts'
import type { PaymentPurpose } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Trx } from '../../db/schema.ts'
import { agencyOwners, platformAdmins, usersOfClient, usersOfEmployees } from '../queries/recipients.ts'
import { type Notifier, notify } from './notify.ts'

interface Invoice {
  id: string
  /** The number, or the title where it has none. */
  name: string
  agency_id: AgencyId | null
  client_id: string | null
}

const clientOf = async (trx: Trx, invoice: Pick<Invoice, 'agency_id' | 'client_id'>): Promise<string[]> =>
  invoice.agency_id === null || invoice.client_id === null
    ? []
    : usersOfClient(trx, invoice.agency_id, invoice.client_id, 'billing')

/** Owners of the agency, or the platform's people where it is the platform's money. */
const managersOf = (trx: Trx, agencyId: AgencyId | null): Promise<string[]> =>
  agencyId === null ? platformAdmins(trx) : agencyOwners(trx, agencyId)

/** Suppliers have no people here. */
const payeesOf = async (trx: Trx, payment: Payment): Promise<string[]> =>
  payment.payee === 'supplier' ? [] : managersOf(trx, payment.agency_id)

export async function notifyInvoiceSent(trx: Trx, by: Notifier, invoice: Invoice): Promise<void> {
  await notify(trx, by, {
    event: 'invoice_sent',
    userIds: await clientOf(trx, invoice),
    title: `Invoice ${invoice.name} was sent to you`,
    link: links.invoice(invoice.id),
  })
}

export async function notifyInvoiceViewed(trx: Trx, by: Notifier, invoice: Invoice): Promise<void> {
  await notify(
    trx,
    { ...by, agencyId: invoice.agency_id },
    {
      event: 'invoice_viewed',
      userIds: await managersOf(trx, invoice.agency_id),
      title: `Invoice ${invoice.name} was viewed`,
      link: links.invoice(invoice.id),
    },
  )
}

/** The payer hears that it is time, the agency that it waits for its money; once each. */
export async function notifyInvoiceOverdue(trx: Trx, now: Date, invoice: Invoice): Promise<void> {
  await notify(
    trx,
    { userId: null, agencyId: invoice.agency_id, now },
    {
      event: 'invoice_overdue',
      userIds: [...(await managersOf(trx, invoice.agency_id)), ...(await clientOf(trx, invoice))],
      title: `Invoice ${invoice.name} is overdue`,
      link: links.invoice(invoice.id),
      group: `invoice_overdue:${invoice.id}`,
      once: true,
    },
  )
}

interface Payment {
  purpose: PaymentPurpose
  payee: 'agency' | 'platform' | 'supplier'
  agency_id: AgencyId | null
  client_id: string | null
  invoice_id: string | null
  payer_user_id: string | null
  payer_name: string
  amount: number
  currency: string
}

/** `invoice` is what the payment was for, as it stands now; null when it settles none. */
export async function notifyPaid(
  trx: Trx,
  by: Notifier,
  payment: Payment,
  invoice: { number: string | null; status: string } | null,
): Promise<void> {
  const amount = formatCharged(payment.amount, payment.currency)
  await notify(
    trx,
    { ...by, agencyId: payment.agency_id },
    {
      event: 'invoice_paid',
      userIds: [...(await payeesOf(trx, payment)), ...(await clientOf(trx, payment))],
      title: paidTitle(payment.payer_name, amount, invoice),
      link: payment.invoice_id === null ? '/payments?tab=history' : links.invoice(payment.invoice_id),
    },
  )
}

function paidTitle(
  payer: string,
  amount: string,
  invoice: { number: string | null; status: string } | null,
): string {
  if (invoice === null || invoice.number === null) return `${payer} paid ${amount}`
  return invoice.status === 'paid'
    ? `Invoice ${invoice.number} was paid`
    : `${amount} of invoice ${invoice.number} was paid`
}

/** The payer may try again, so they hear of it even though they acted; a plan is paid where it is chosen. */
export async function notifyPaymentFailed(trx: Trx, now: Date, payment: Payment): Promise<void> {
  const payer = payment.payer_user_id === null ? [] : [payment.payer_user_id]
  const payees = (await payeesOf(trx, payment)).filter((userId) => !payer.includes(userId))
  const by = { userId: null, agencyId: payment.agency_id, now }
  const news = {
    event: 'payment_failed' as const,
    title: `A payment of ${formatCharged(payment.amount, payment.currency)} by ${payment.payer_name} failed`,
  }
  const history = '/payments?tab=history'
  const again = payment.purpose === 'subscription' ? '/payments?pay=true' : history
  await notify(trx, by, { ...news, userIds: payees, link: history })
  await notify(trx, by, { ...news, userIds: payer, link: again })
}

export async function notifyPayoutSent(
  trx: Trx,
  by: Notifier & { agencyId: AgencyId },
  payout: { employee_id: string; amount: number; currency: string },
): Promise<void> {
  await notify(trx, by, {
    event: 'payout_sent',
    userIds: await usersOfEmployees(trx, by.agencyId, [payout.employee_id]),
    title: `Payout of ${formatCharged(payout.amount, payout.currency)} was sent`,
    link: '/payouts',
  })
}
