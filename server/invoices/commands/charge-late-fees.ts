import { shiftDate } from '#shared/calendar.ts'
import { dateInZone, formatWrittenDate } from '#shared/dates.ts'
import { owedBefore } from '#shared/instalments.ts'
import { formatBasisPoints, formatCharged } from '#shared/money.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { inAgency } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { quoteOn } from '../../finance/queries/exchange-rates.ts'
import { dueNext, planOf } from '../queries/instalments.ts'
import { type LateInvoice, lateInvoices } from '../queries/late.ts'
import { amountDue, lateFeeOf, lateFeesDue } from '../rules.ts'
import { lockInvoice } from './claim.ts'
import { issueInvoice } from './send.ts'
import { insertInvoice } from './write.ts'

/** Days until a late fee is due. */
const FEE_DUE_DAYS = 14

/** Writes the fees that late invoices cost by now, each of them once, whoever runs it. Returns how many. */
export async function chargeLateFees(ctx: Ctx): Promise<number> {
  const late = await lateInvoices(ctx)
    .where((eb) => eb(dueNext(eb), '<=', dateInZone(ctx.now, 'UTC')))
    .orderBy(dueNext)
    .execute()
  let written = 0
  for (const invoice of late) {
    try {
      for (const due of lateFeesDue(invoice, dateInZone(ctx.now, invoice.timezone))) {
        written += await transact(ctx, (tx) => writeFee(tx, invoice.id, due))
      }
    } catch (error) {
      ctx.services.log.error({ err: error, invoiceId: invoice.id }, 'a late fee could not be written')
    }
  }
  return written
}

/** One fee; what has changed since the list was read is seen under the invoice's lock. */
async function writeFee(tx: Tx, invoiceId: string, dueOn: string): Promise<number> {
  await lockInvoice(tx, invoiceId)
  const invoice = await lateInvoices(tx).where('invoices.id', '=', invoiceId).executeTakeFirst()
  const runKey = `late:${invoiceId}:${dueOn}`
  const written = await selectFrom(tx, 'invoices')
    .select('id')
    .where('run_key', '=', runKey)
    .executeTakeFirst()
  if (invoice === undefined || written !== undefined) return 0
  const late = await lateAmount(tx, invoice)
  const amount = lateFeeOf(invoice, late)
  if (amount === 0) return 0
  const agency = inAgency(tx, { agencyId: invoice.agency_id, zone: invoice.timezone })
  const today = dateInZone(tx.now, invoice.timezone)
  const id = await insertInvoice(agency, contentOf(invoice, amount, late), {
    dueOn: shiftDate(today, FEE_DUE_DAYS),
    kind: 'invoice',
    runKey,
    lateFeeOf: invoiceId,
    createdBy: invoice.owner_id,
  })
  const by = { userId: invoice.owner_id, name: invoice.agency_name }
  const hasRate = (await quoteOn(tx, invoice.currency, invoice.base_currency, today)) !== null
  // Without an exchange rate it waits as a draft for somebody to enter one.
  if (invoice.late_fees === 'send' && hasRate) await issueInvoice(agency, id, { by })
  else await record(agency, 'invoice.late-fee-drafted', { id, number: invoice.number, by })
  return 1
}

/** What is owed of it, or of its instalments due by today. */
async function lateAmount(tx: Tx, invoice: LateInvoice): Promise<number> {
  if (invoice.instalment_due_on === null) return amountDue(invoice)
  return owedBefore(await planOf(tx, invoice), dateInZone(tx.now, invoice.timezone))
}

/** Damages for lateness are outside the scope of tax. */
function contentOf(invoice: LateInvoice, amount: number, late: number) {
  const due = formatCharged(late, invoice.currency)
  const share = invoice.fee_type === 'percent' ? `${formatBasisPoints(invoice.fee_bps)} of ${due}` : due
  return {
    client_id: invoice.client_id ?? '',
    project_id: invoice.project_id,
    title: `Late fee for ${invoice.number}`,
    description: null,
    notes: null,
    currency: invoice.currency,
    discount: { type: 'none' as const, value: 0 },
    prices_include_tax: false,
    purchase_order: null,
    items: [
      {
        description: `Late fee for ${invoice.number}: ${share}, due on ${formatWrittenDate(invoice.due_on)}`,
        quantity: 1,
        rate: amount,
        tax_bps: 0,
        tax_category: 'outside_scope' as const,
      },
    ],
  }
}
