import { formatBasisPoints, formatCharged } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import { owedBefore } from '#shared/money/invoices/installments.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { insertInvoice } from '../../commands/save.ts'
import { dueNext, planOf } from '../../queries/installments.ts'
import { amountDue, invoiceItem, lateFeeKey, lateFeeOf, lateFeesDue, waivedDays } from '../../rules.ts'
import { checkSending } from '../../sending/commands/check-sending.ts'
import { issueInvoice } from '../../sending/commands/send.ts'
import { type LateInvoice, lateInvoices } from '../queries/late.ts'

/** Days until a late fee is due. */
const FEE_DUE_DAYS = 14

/** Creates the late fees due by now, each once even if run concurrently. Returns how many. */
export async function chargeLateFees(ctx: Ctx): Promise<number> {
  const late = await lateInvoices(ctx)
    .where((eb) => eb(dueNext(eb), '<=', dateInZone(ctx.now, 'UTC')))
    .orderBy(dueNext)
    .execute()
  return workThrough(ctx, { work: 'late-fee', of: invoiceItem }, late, async (invoice) => {
    let written = 0
    for (const due of lateFeesDue(invoice, dateInZone(ctx.now, invoice.timezone))) {
      written += await transactIn(ctx, invoice.agency_id, (tx) => writeFee(tx, invoice.id, due))
    }
    return written
  })
}

/** Creates one fee, after checking the invoice again. */
async function writeFee(tx: Tx, invoiceId: string, dueOn: string): Promise<number> {
  const invoice = await lateInvoices(tx).where('invoices.id', '=', invoiceId).executeTakeFirst()
  const runKey = lateFeeKey(invoiceId, dueOn)
  const written = await selectFrom(tx, 'invoices')
    .select('id')
    .where('run_key', '=', runKey)
    .executeTakeFirst()
  if (invoice === undefined || written !== undefined) return 0
  const waived = waivedDays(invoice)
  if (waived.includes(dueOn)) return 0
  // The days start over for each installment and when the invoice is reopened; the maximum doesn't.
  if (waived.length + (await feesCharged(tx, invoice)) >= invoice.max_fees) return 0
  const late = await lateAmount(tx, invoice)
  const amount = lateFeeOf(invoice, late)
  if (amount === 0) return 0
  const agency = inAgency(tx, { agencyId: invoice.agency_id, zone: invoice.timezone })
  const id = await insertInvoice(agency, contentOf(invoice, amount, late), {
    due: { days: FEE_DUE_DAYS },
    kind: 'invoice',
    runKey,
    lateFeeOf: invoiceId,
    createdBy: invoice.owner_id,
  })
  const by = { userId: invoice.owner_id, name: invoice.agency_name }
  const sends = invoice.late_fees === 'send'
  const reason = sends ? await checkSending(agency, id, invoice) : null
  if (sends && reason === null) await issueInvoice(agency, id, { by })
  else await record(agency, 'invoice.late-fee-drafted', { id, number: invoice.number, reason, by })
  return 1
}

async function feesCharged(tx: Tx, { id, agency_id }: LateInvoice): Promise<number> {
  const { count } = await selectFrom(tx, 'invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agency_id', '=', agency_id)
    .where('late_fee_of', '=', id)
    .where('status', '!=', 'void')
    .executeTakeFirstOrThrow()
  return count
}

/** The overdue amount of the invoice or its installments. */
async function lateAmount(tx: Tx, invoice: LateInvoice): Promise<number> {
  if (invoice.instalment_due_on === null) return amountDue(invoice)
  return owedBefore(await planOf(tx, invoice), dateInZone(tx.now, invoice.timezone))
}

/** Damages for late payment are outside the scope of tax, and the client's rather than a project's. */
function contentOf(invoice: LateInvoice, amount: number, late: number) {
  const due = formatCharged(late, invoice.currency)
  const share = invoice.fee_type === 'percent' ? `${formatBasisPoints(invoice.fee_bps)} of ${due}` : due
  return {
    client_id: invoice.client_id,
    title: `Late fee for ${invoice.number}`,
    description: null,
    notes: null,
    currency: invoice.currency,
    discount: { type: 'none' as const, value: 0 },
    prices_include_tax: false,
    purchase_order: null,
    items: [
      {
        description: `Late fee for ${invoice.number}: ${share}, due on ${formatDate(invoice.due_on)}`,
        quantity: 1,
        rate: amount,
        tax_bps: 0,
        tax_category: 'outside_scope' as const,
      },
    ],
  }
}
