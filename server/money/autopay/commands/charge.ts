import { dateInZone } from '#shared/base/dates.ts'
import { LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies, inAgency } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { itemsTurn } from '../../../base/core/work/queries.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { amountUnderWay } from '../../invoices/queries/pending-payments.ts'
import { invoiceItem } from '../../invoices/rules.ts'
import { providerOf } from '../../payments/accounts/queries/provider.ts'
import { chargeCard } from '../../payments/charge/commands/charge.ts'
import { type ChargeTerms, openPayment } from '../../payments/charge/commands/open-payment.ts'
import { cardOfMandate } from '../queries/cards.ts'
import {
  blockOf,
  type CoveredInvoice,
  coveredInvoices,
  firstCovered,
  untriedBetween,
  withPlans,
} from '../queries/covered.ts'
import { amountOn, attemptKey, isChargedOn, plannedOn } from '../rules.ts'
import { announceCharges } from './announce.ts'
import { chargeOf } from './charge-of.ts'
import { pauseStranded } from './pause.ts'
import { settleAttempts } from './settle-attempts.ts'
import { withdrawLost } from './withdraw-notices.ts'

const BATCH = 500
/** Per mandate. */
const DECLINES_A_DAY = 3

/**
 * Charges what is due under mandates; safe to run concurrently. An attempt and its payment are created in one
 * transaction that locks invoice and mandate, and the payment's key prevents duplicate charges. Returns the
 * number of charges.
 */
export async function chargeByAutopay(ctx: Ctx): Promise<number> {
  await settleAttempts(ctx)
  await pauseStranded(ctx)
  await withdrawLost(ctx)
  const due = await dueToday(ctx)
  const charged = await workThrough(
    ctx,
    { work: 'autopay-charge', of: invoiceItem },
    due,
    async (invoice) => {
      if (!(await chargeInvoice(ctx, invoice))) return 0
      // Before the next invoice charged to the same card.
      await settleAttempts(ctx, invoice.id)
      return 1
    },
  )
  await announceCharges(ctx)
  return charged
}

function dueToday(ctx: Ctx): Promise<CoveredInvoice[]> {
  // Covers all time zones; each invoice is checked in its own.
  const [first = '', last = ''] = [addDays(ctx.now, -LATE_DAYS - 2), addDays(ctx.now, 1)].map((day) =>
    dateInZone(day, 'UTC'),
  )
  const query = coveredInvoices(ctx)
    .where('autopay_mandates.paused_at', 'is', null)
    .where(itemsTurn(ctx, 'autopay-charge', 'invoices.id'))
    .where(itemsTurn(ctx, 'autopay-account', 'autopay_mandates.account'))
    .where((eb) =>
      eb.or([
        untriedBetween(first, last)(eb as never),
        eb.between('last.next_on', first, last),
        eb.exists(
          eb
            .selectFrom('invoice_reminders as notice')
            .select('notice.occasion')
            .whereRef('notice.invoice_id', '=', 'invoices.id')
            .where((day) => day.between('notice.charge_on', first, last)),
        ),
      ]),
    )
  return firstCovered(ctx, query, (invoice) => isDue(ctx, invoice), BATCH)
}

const todayOf = ({ now }: Ctx, { timezone }: CoveredInvoice): string => dateInZone(now, timezone)

function isDue(ctx: Ctx, invoice: CoveredInvoice): boolean {
  const today = todayOf(ctx, invoice)
  const planned = plannedOn(invoice, today)
  return planned !== null && isChargedOn(planned, today)
}

const amountToday = (ctx: Ctx, invoice: CoveredInvoice): number => amountOn(invoice, todayOf(ctx, invoice))

/** Postpones the charge until the next run. */
class NotNow extends AppError {
  constructor() {
    super('CONFLICT', 'This invoice can’t be charged now.')
  }
}

async function chargeInvoice(ctx: Ctx, invoice: CoveredInvoice): Promise<boolean> {
  const number = (invoice.last_number ?? 0) + 1
  const card = await cardOfMandate(ctx, {
    ...invoice,
    agency_id: invoice.agency,
    client_id: invoice.client_id,
  })
  if (typeof card === 'string' || (await skipBlocked(ctx, invoice, number))) return false
  const order = {
    requestKey: attemptKey(invoice.id, number),
    provider: await providerOf(ctx, invoice.account),
    account: invoice.account,
    agencyId: invoice.agency,
    method: card.provider_method_id,
    customer: card.provider_customer_id,
    offSession: true,
  }
  try {
    const payment = await openPayment(ctx, order, (tx) => openAttempt(tx, invoice, number))
    await chargeCard(ctx, order, payment)
    return true
  } catch (error) {
    if (error instanceof NotNow) return false
    throw error
  }
}

/** The invoice as it is now, if it is still to be charged. */
async function stillDue(
  caller: Tx,
  { id, mandate_id }: CoveredInvoice,
  number: number,
): Promise<CoveredInvoice | null> {
  const tx = acrossAgencies(caller)
  const query = coveredInvoices(tx)
    .where('invoices.id', '=', id)
    .where('autopay_mandates.id', '=', mandate_id)
    // It may have stopped since, at an earlier invoice.
    .where(itemsTurn(tx, 'autopay-account', 'autopay_mandates.account'))
  const [invoice] = await withPlans(tx, query)
  if (invoice === undefined || (invoice.last_number ?? 0) + 1 !== number) return null
  if (!isDue(tx, invoice) || amountToday(tx, invoice) === 0) return null
  if (await hasReachedDeclineLimit(tx, invoice)) return null
  // Skip it if any other payment is in progress.
  return (await amountUnderWay(tx, id)) > 0 ? null : invoice
}

/** After this many declines, the mandate isn't charged again until the next day, however many invoices are due. */
async function hasReachedDeclineLimit(tx: Tx, invoice: CoveredInvoice): Promise<boolean> {
  const { count } = await selectFrom(tx, 'autopay_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('mandate_id', '=', invoice.mandate_id)
    .where('outcome', '=', 'declined')
    .where('charged_on', '=', todayOf(tx, invoice))
    .executeTakeFirstOrThrow()
  return count >= DECLINES_A_DAY
}

async function openAttempt(tx: Tx, found: CoveredInvoice, number: number): Promise<ChargeTerms> {
  const invoice = await stillDue(tx, found, number)
  if (invoice === null || invoice.card_id !== found.card_id) throw new NotNow()
  const amount = amountToday(tx, invoice)
  if (blockOf(invoice, amount) !== null) throw new NotNow()
  await writeAttempt(tx, invoice, { number, amount, outcome: 'pending', reason: null, message: null })
  return {
    payee: 'agency',
    agencyId: invoice.agency,
    purpose: 'invoice',
    invoiceId: invoice.id,
    clientId: invoice.client_id,
    payerUserId: invoice.user_id,
    payerName: invoice.given_by,
    amount,
    currency: invoice.currency,
    description: invoice.number ? `${invoice.number} ${invoice.title}` : invoice.title,
  }
}

interface Attempt {
  number: number
  amount: number
  outcome: 'pending' | 'skipped'
  reason: string | null
  message: string | null
}

async function writeAttempt(tx: Tx, invoice: CoveredInvoice, attempt: Attempt): Promise<void> {
  const now = toInstant(tx.now)
  await updateTable(tx, 'autopay_attempts')
    .set({ next_on: null })
    .where('invoice_id', '=', invoice.id)
    .where('next_on', 'is not', null)
    .execute()
  await insertInto(tx, 'autopay_attempts')
    .values({
      agency_id: invoice.agency,
      invoice_id: invoice.id,
      mandate_id: invoice.mandate_id,
      card_brand: invoice.card_brand,
      card_last4: invoice.card_last4,
      currency: invoice.currency,
      ...attempt,
      charged_on: todayOf(tx, invoice),
      next_on: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Amounts that the mandate doesn't allow must be paid manually; both sides are notified once. */
async function skipBlocked(ctx: Ctx, found: CoveredInvoice, number: number): Promise<boolean> {
  if (blockOf(found, amountToday(ctx, found)) === null) return false
  await transactIn(ctx, found.agency, async (tx) => {
    const invoice = await stillDue(tx, found, number)
    if (invoice === null) return
    const amount = amountToday(tx, invoice)
    const block = blockOf(invoice, amount)
    if (block === null) return
    await writeAttempt(tx, invoice, { number, amount, outcome: 'skipped', ...block })
    const agency = inAgency(tx, { agencyId: invoice.agency, zone: invoice.timezone })
    await record(agency, 'autopay.skipped', {
      ...(await chargeOf(tx, invoice, amount)),
      words: block.message,
    })
  })
  return true
}
