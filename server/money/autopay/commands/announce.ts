import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies, inAgency } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { failingItems } from '../../../base/core/work/queries.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { invoiceItem } from '../../invoices/rules.ts'
import {
  blockOf,
  type CoveredInvoice,
  coveredInvoices,
  firstCovered,
  untriedBetween,
  withPlans,
} from '../queries/covered.ts'
import { amountOn, noticeDays, plannedCharges } from '../rules.ts'
import { chargeOf } from './charge-of.ts'
import { resumeNotices } from './withdraw-notices.ts'
import { writeNotice } from './write-notice.ts'

/**
 * Mails the payers of invoices charged within the agency's notice period, once per invoice or installment, and
 * again if more is charged than announced. A notice that is late, for example after an outage, delays its charge.
 */
export async function announceCharges(ctx: Ctx): Promise<number> {
  const [first = '', last = ''] = [-LATE_DAYS - 2, 32].map((days) =>
    dateInZone(addDays(ctx.now, days), 'UTC'),
  )
  const query = coveredInvoices(ctx)
    .where('autopay_mandates.paused_at', 'is', null)
    .where((eb) => eb.or([untriedBetween(first, last)(eb as never), eb.between('last.next_on', first, last)]))
  const due = await firstCovered(ctx, query, (invoice) => unannounced(invoice, ctx.now).length > 0)
  await resumeNotices(ctx)
  // First, owners are notified of lost notices.
  const lost = await failingItems(ctx, 'autopay-withdrawal')
  const announced = due.filter(({ id }) => !lost.has(id))
  return workThrough(ctx, { work: 'autopay-notice', of: invoiceItem }, announced, (invoice) =>
    transactIn(ctx, invoice.agency, (tx) => announce(tx, invoice)),
  )
}

/**
 * The charges to announce today. The email that sends an invoice announces those due soon, and the one about a
 * decline its retry, unless these were lost.
 */
function unannounced(invoice: CoveredInvoice, now: Date) {
  const today = dateInZone(now, invoice.timezone)
  const soon = shiftDate(today, noticeDays(invoice))
  return (plannedCharges(invoice, today) ?? []).filter(({ isAnnounced, on }) => !isAnnounced && on <= soon)
}

async function announce(caller: Tx, { id, mandate_id }: CoveredInvoice): Promise<number> {
  const tx = acrossAgencies(caller)
  const query = coveredInvoices(tx)
    .where('invoices.id', '=', id)
    .where('autopay_mandates.id', '=', mandate_id)
  const [invoice] = await withPlans(tx, query)
  const charges = invoice === undefined ? [] : unannounced(invoice, tx.now)
  if (invoice === undefined || charges.length === 0) return 0
  const agency = inAgency(tx, { agencyId: invoice.agency, zone: invoice.timezone })
  for (const [on, parts] of Map.groupBy(charges, (charge) => charge.on)) {
    const amount = amountOn(invoice, on)
    for (const { due } of parts) await writeNotice(tx, invoice, { due, on, amount })
    if (parts.some(({ isRetry }) => isRetry)) await postponeRetry(tx, invoice, on)
    await record(agency, 'autopay.announced', {
      ...(await chargeOf(tx, invoice, amount)),
      card: { brand: invoice.card_brand, last4: invoice.card_last4 },
      chargedOn: on,
      blocked: blockOf(invoice, amount)?.message ?? null,
    })
  }
  return 1
}

/** Postpones it to the day of the notice that replaces the one in the email about the decline. */
async function postponeRetry(tx: Tx, { id, last_number }: CoveredInvoice, on: string): Promise<void> {
  await updateTable(tx, 'autopay_attempts')
    .set({ next_on: on, updated_at: toInstant(tx.now) })
    .where('invoice_id', '=', id)
    .where('number', '=', last_number)
    .execute()
}
