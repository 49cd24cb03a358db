import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { invoiceItem, occasionOf } from '../../invoices/rules.ts'
import {
  blockOf,
  type CoveredInvoice,
  coveredInvoices,
  untriedBetween,
  withPlans,
} from '../queries/covered.ts'
import { amountOn, plannedOn, UNSET } from '../rules.ts'
import { chargeOf } from './charge-of.ts'

/** Mails the payers of invoices charged within the agency's notice period, once per invoice or instalment. */
export async function announceCharges(ctx: Ctx): Promise<number> {
  const [first = '', last = ''] = [-1, 32].map((days) => dateInZone(addDays(ctx.now, days), 'UTC'))
  const query = coveredInvoices(ctx)
    .where('autopay_mandates.paused_at', 'is', null)
    .where(untriedBetween(first, last) as never)
    .where((eb) =>
      eb.or([
        eb('invoices.instalment_due_on', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('invoice_reminders')
              .select('invoice_reminders.occasion')
              .whereRef('invoice_reminders.invoice_id', '=', 'invoices.id')
              .where('invoice_reminders.occasion', '=', OCCASION),
          ),
        ),
      ]),
    )
    .orderBy('invoices.due_on')
  const due = (await withPlans(ctx, query)).flatMap((invoice) => {
    const on = announcedFor(invoice, ctx.now)
    return on === null ? [] : [{ invoice, on }]
  })
  const of = ({ invoice }: { invoice: CoveredInvoice }) => invoiceItem(invoice)
  return workThrough(ctx, { work: 'autopay-notice', of }, due, ({ invoice, on }) =>
    transact(ctx, (tx) => announce(tx, invoice, on)),
  )
}

const OCCASION = 'autopay'

/** The day of the charge to announce today; null for retries, which were announced with the decline. */
function announcedFor(invoice: CoveredInvoice, now: Date): string | null {
  const { plan, issued_on, last_charged_on: lastAttempt } = invoice
  const today = dateInZone(now, invoice.timezone)
  const on = plannedOn(invoice, today)
  if (
    on === null ||
    (lastAttempt !== null && on <= lastAttempt) ||
    !plan.some((part) => part.due_date === on)
  )
    return null
  const from = shiftDate(on, -(invoice.notice_days ?? UNSET.notice_days))
  // If the invoice was sent within the notice period, its mail has announced the charge.
  const isSaid = on === plan[0]?.due_date && (issued_on ?? '') >= from
  return today >= from && today < on && !isSaid ? on : null
}

async function announce(tx: Tx, invoice: CoveredInvoice, on: string): Promise<number> {
  const occasion = occasionOf(invoice.instalment_due_on === null ? null : on, OCCASION)
  const fresh = await insertInto(tx, 'invoice_reminders')
    .values({ invoice_id: invoice.id, occasion, sent_at: toInstant(tx.now) })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'occasion']).doNothing())
    .returning('invoice_id')
    .executeTakeFirst()
  if (fresh === undefined) return 0
  const amount = amountOn(invoice, on)
  const agency = inAgency(tx, { agencyId: invoice.agency, zone: invoice.timezone })
  await record(agency, 'autopay.announced', {
    ...(await chargeOf(tx, invoice, amount)),
    card: { brand: invoice.card_brand, last4: invoice.card_last4 },
    chargedOn: on,
    blocked: blockOf(invoice, amount)?.message ?? null,
  })
  return 1
}
