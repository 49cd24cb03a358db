import { shiftDate } from '#shared/calendar.ts'
import { dateInZone } from '#shared/dates.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { inAgency } from '../../core/reach.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { amountDue } from '../../invoices/rules.ts'
import { blockOf, type CoveredInvoice, coveredInvoices } from '../queries/covered.ts'
import { plannedOn, UNSET } from '../rules.ts'
import { chargeOf } from './charge-of.ts'

/** E-mails the payers of invoices that are charged in the next days, each once; the agency says how many days. */
export async function announceCharges(ctx: Ctx): Promise<number> {
  const rows = await coveredInvoices(ctx)
    .where('autopay_mandates.paused_at', 'is', null)
    .where('last.number', 'is', null)
    .where('invoices.due_on', '>=', dateInZone(addDays(ctx.now, -1), 'UTC'))
    .where('invoices.due_on', '<=', dateInZone(addDays(ctx.now, 32), 'UTC'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invoice_reminders')
            .select('invoice_reminders.occasion')
            .whereRef('invoice_reminders.invoice_id', '=', 'invoices.id')
            .where('invoice_reminders.occasion', '=', OCCASION),
        ),
      ),
    )
    .orderBy('invoices.due_on')
    .execute()
  let told = 0
  for (const invoice of rows) {
    if (!isAnnounced(invoice, ctx.now)) continue
    try {
      told += await transact(ctx, (tx) => announce(tx, invoice))
    } catch (error) {
      ctx.services.log.error({ err: error, invoiceId: invoice.id }, 'a charge could not be announced')
    }
  }
  return told
}

const OCCASION = 'autopay'

/** In the days before; an invoice that was sent in them has said so itself. */
function isAnnounced(invoice: CoveredInvoice, now: Date): boolean {
  const today = dateInZone(now, invoice.timezone)
  const from = shiftDate(invoice.due_on, -(invoice.notice_days ?? UNSET.notice_days))
  return (
    plannedOn(invoice) !== null && today >= from && today < invoice.due_on && (invoice.issued_on ?? '') < from
  )
}

async function announce(tx: Tx, invoice: CoveredInvoice): Promise<number> {
  const fresh = await insertInto(tx, 'invoice_reminders')
    .values({ invoice_id: invoice.id, occasion: OCCASION, sent_at: toInstant(tx.now) })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'occasion']).doNothing())
    .returning('invoice_id')
    .executeTakeFirst()
  if (fresh === undefined) return 0
  const agency = inAgency(tx, { agencyId: invoice.agency, zone: invoice.timezone })
  await record(agency, 'autopay.announced', {
    ...(await chargeOf(tx, invoice, amountDue(invoice))),
    card: { brand: invoice.card_brand, last4: invoice.card_last4 },
    chargedOn: invoice.due_on,
    blocked: blockOf(invoice)?.message ?? null,
  })
  return 1
}
