import { sql } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import type { paymentListInput } from '#shared/money/payments/schemas/payments.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, InAgency, UserCtx } from '../../../base/core/context.ts'
import { afterCursor, decodeCursor, mergeNewest, toPage, whereSet } from '../../../base/core/rows/paging.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { seesInstructions } from '../../invoices/queries/pending-payments.ts'
import { isStranded } from './stranded.ts'

/** Payments the caller made or received, newest first; contributors' payouts are in `payouts.list`. */
export async function listPayments(
  ctx: UserCtx,
  input: z.output<typeof paymentListInput>,
): Promise<Page<PaymentDto>> {
  const cursorOf = (row: PaymentRow) => [row.created_at, row.id]
  const pageOf = (all: ReturnType<typeof historyOf>) => {
    let history = all
    history = whereSet(history, 'history.status', input.status)
    history = whereSet(history, 'history.client_id', input.client_id)
    history = whereSet(history, 'history.invoice_id', input.invoice_id)
    return afterCursor(history, ['history.created_at', 'history.id'], decodeCursor(input.cursor))
      .limit(input.limit + 1)
      .execute()
  }
  const rows = await Promise.all(partsOf(ctx).map(pageOf))
  return toPage(mergeNewest(rows, cursorOf), input.limit, cursorOf, (row) => toPayment(ctx, row))
}

/** Announced transfers to the agency that haven't arrived, earliest first. */
export const announcedPayments = (ctx: InAgency, limit: number) =>
  selectFrom(ctx, 'payments')
    .select([
      'payments.id',
      'payments.payer_name',
      'payments.amount',
      'payments.currency',
      'payments.created_at',
    ])
    .where('payments.agency_id', '=', ctx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.status', '=', 'pending')
    .where('payments.method', '!=', 'card')
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .limit(limit)
    .execute()

/** One payment the caller made or received; throws NOT_FOUND otherwise. */
export async function getPayment(ctx: Ctx, id: string): Promise<PaymentDto> {
  const row = await historyOf(ctx).where('history.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This payment')
  return toPayment(ctx, row)
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof historyOf>['executeTakeFirstOrThrow']>>

const NOBODY = 'none'

const newestDispute = (ctx: Ctx) =>
  selectFrom(ctx, 'payment_disputes')
    .select((eb) => eb.ref('payment_disputes.status').$castTo<string | null>().as('status'))
    .whereRef('payment_disputes.payment_id', '=', sql.ref('payments.id'))
    .orderBy('payment_disputes.opened_at', 'desc')
    .orderBy('payment_disputes.id')
    .limit(1)

/** Payments an agency received or made, and those its owner made, use separate indexes. */
function partsOf(ctx: UserCtx): ReturnType<typeof historyOf>[] {
  if (ctx.reach.kind !== 'agency') return [historyOf(ctx)]
  const { agencyId } = ctx.reach
  return [
    historyOf(ctx, ['payments.agency_id', agencyId]),
    historyOf(ctx, ['payments.payer_agency_id', agencyId]),
    historyOf(ctx, ['payments.payer_user_id', shownUserId(ctx)]),
  ]
}

type Side = ['payments.agency_id' | 'payments.payer_agency_id' | 'payments.payer_user_id', string | null]

/** Payments and, for contributors, payouts in one list; given a side, only payments. */
function historyOf(ctx: Ctx, side?: Side) {
  const seen = selectFrom(ctx, 'payments')
  const payments = (side === undefined ? seen : seen.where(side[0], '=', side[1] as never)).select((eb) => [
    'payments.id',
    eb.val<'payment' | 'payout'>('payment').as('kind'),
    'payments.payee',
    'payments.agency_id',
    'payments.client_id',
    'payments.invoice_id',
    'payments.payer_name',
    'payments.amount',
    'payments.refunded',
    'payments.reversed',
    'payments.currency',
    eb
      .case()
      .when(eb.and([eb('payments.status', '=', 'pending'), eb('payments.processing_since', 'is not', null)]))
      .then('processing')
      .when('payments.reversed', '>', 0)
      .then('reversed')
      .else(eb.ref('payments.status').$castTo<string>())
      .end()
      .as('status'),
    'payments.description',
    'payments.method',
    'payments.receipt_number',
    'payments.card_brand',
    'payments.card_last4',
    'payments.payer_user_id',
    'payments.provider',
    'payments.waiting_since',
    'payments.waiting_until',
    'payments.instructions_url',
    'payments.failure_message',
    eb.case().when(isStranded(eb)).then(1).else(0).end().as('stranded'),
    'payments.paid_at',
    'payments.created_at',
    newestDispute(ctx).as('dispute'),
  ])
  const payouts = selectFrom(ctx, 'payouts')
    .innerJoin('employees', 'employees.id', 'payouts.employee_id')
    .select((eb) => [
      'payouts.id',
      eb.val<'payment' | 'payout'>('payout').as('kind'),
      eb.val<'agency' | 'platform' | 'supplier'>('agency').as('payee'),
      'payouts.agency_id',
      eb.cast<string | null>(eb.val(null), 'text').as('client_id'),
      eb.cast<string | null>(eb.val(null), 'text').as('invoice_id'),
      'employees.name as payer_name',
      'payouts.amount',
      eb.lit<number>(0).as('refunded'),
      eb.lit<number>(0).as('reversed'),
      'payouts.currency',
      eb.ref('payouts.status').$castTo<string>().as('status'),
      'payouts.description',
      eb.val<'card' | 'bank' | 'cash' | 'other'>('bank').as('method'),
      eb.cast<string | null>(eb.val(null), 'text').as('receipt_number'),
      eb.cast<string | null>(eb.val(null), 'text').as('card_brand'),
      eb.cast<string | null>(eb.val(null), 'text').as('card_last4'),
      eb.cast<string | null>(eb.val(null), 'text').as('payer_user_id'),
      eb.val<'manual' | 'stripe' | 'test'>('manual').as('provider'),
      eb.cast<string | null>(eb.val(null), 'text').as('waiting_since'),
      eb.cast<string | null>(eb.val(null), 'text').as('waiting_until'),
      eb.cast<string | null>(eb.val(null), 'text').as('instructions_url'),
      eb.cast<string | null>(eb.val(null), 'text').as('failure_message'),
      eb.lit<number>(0).as('stranded'),
      'payouts.paid_at',
      'payouts.created_at',
      eb.cast<string | null>(eb.val(null), 'text').as('dispute'),
    ])
    .where('payouts.employee_id', '=', ctx.reach.employeeId ?? NOBODY)
  const history = side === undefined ? payments.unionAll(payouts) : payments
  return ctx.db.selectFrom(history.as('history')).selectAll()
}

function shownWaiting(ctx: Ctx, row: PaymentRow): PaymentDto['waiting'] {
  if (row.status !== 'pending' || row.waiting_since === null) return null
  return { until: row.waiting_until, url: seesInstructions(ctx, row) ? row.instructions_url : null }
}

const isAnnounced = ({ status, method }: PaymentRow) => status === 'pending' && method !== 'card'

function toPayment(ctx: Ctx, row: PaymentRow): PaymentDto {
  const received =
    ctx.reach.kind === 'agency' && row.agency_id === ctx.reach.agencyId && row.kind === 'payment'
  const refundable = received && row.status === 'succeeded'
  return {
    id: row.id,
    kind: row.kind,
    date: row.paid_at ?? row.created_at,
    description: row.description,
    amount: row.amount,
    currency: row.currency,
    status: row.status as PaymentDto['status'],
    invoiceId: row.invoice_id,
    ...(row.receipt_number !== null && { receiptUrl: `/documents/receipts/${row.id}.pdf` }),
    agency_id: row.agency_id,
    client_id: row.client_id,
    payer_name: row.payer_name,
    method: row.method,
    card: row.card_brand === null ? null : { brand: row.card_brand, last4: row.card_last4 ?? '' },
    failure: row.failure_message,
    waiting: shownWaiting(ctx, row),
    refunded: row.refunded,
    reversed: row.reversed,
    dispute: row.dispute as PaymentDto['dispute'],
    confirmable: received && (isAnnounced(row) || row.stranded === 1),
    refundable,
    reversible: refundable && row.provider === 'manual',
  }
}
