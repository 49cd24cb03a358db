import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { PaymentDto, PaymentProviderDto, paymentListInput } from '#shared/payments.ts'
import { isPlatformAdmin, type Scope } from '../auth/scope.ts'
import type { Config } from '../config.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter, billingClientFilter } from '../db/scope-guard.ts'
import { notFound } from '../errors.ts'
import { providerName } from '../services/payment-provider.ts'

/** How this instance takes cards. */
export const describeProvider = (config: Config): PaymentProviderDto => ({
  provider: providerName(config) ?? 'none',
  publishable_key: config.stripe?.publishableKey ?? null,
  test_mode: config.stripe?.publishableKey.startsWith('pk_test_') ?? providerName(config) === 'test',
})

/** Payments the caller made or received, newest first; a contributor's payouts come from `payouts.list`. */
export async function listPayments(
  db: Db,
  scope: Scope,
  input: z.output<typeof paymentListInput>,
): Promise<Page<PaymentDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await historyOf(db, scope)
    .$if(!!input.status, (query) => query.where('history.status', '=', input.status ?? ''))
    .$if(!!input.client_id, (query) => query.where('history.client_id', '=', input.client_id ?? ''))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('history.created_at', 'history.id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('history.created_at', 'desc')
    .orderBy('history.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => toPayment(scope, row),
  )
}

/** One payment the caller made or received; NOT_FOUND otherwise. */
export async function getPayment(db: Db, scope: Scope, id: string): Promise<PaymentDto> {
  const row = await historyOf(db, scope).where('history.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This payment')
  return toPayment(scope, row)
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof historyOf>['executeTakeFirstOrThrow']>>

/** Payments, and for contributors their payouts, in one list. */
function historyOf(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const clientId = billingClientFilter(scope)
  const payments = db
    .selectFrom('payments')
    .select((eb) => [
      'payments.id',
      eb.val<'payment' | 'payout'>('payment').as('kind'),
      'payments.payee',
      'payments.agency_id',
      'payments.client_id',
      'payments.invoice_id',
      'payments.payer_name',
      'payments.amount',
      'payments.refunded',
      'payments.currency',
      eb.ref('payments.status').$castTo<string>().as('status'),
      'payments.description',
      'payments.method',
      'payments.receipt_number',
      'payments.card_brand',
      'payments.card_last4',
      'payments.failure_message',
      'payments.created_at',
    ])
    .where((eb) => {
      const seen = [eb('payments.payer_user_id', '=', scope.userId)]
      if (isPlatformAdmin(scope)) seen.push(eb('payments.payee', '=', 'platform'))
      if (scope.role === 'agency_admin' && agencyId !== null) {
        seen.push(eb('payments.agency_id', '=', agencyId), eb('payments.payer_agency_id', '=', agencyId))
      }
      if (scope.role === 'client' && agencyId !== null && clientId !== null) {
        seen.push(eb.and([eb('payments.agency_id', '=', agencyId), eb('payments.client_id', '=', clientId)]))
      }
      return eb.or(seen)
    })
  const payouts = db
    .selectFrom('payouts')
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
      'payouts.currency',
      eb.ref('payouts.status').$castTo<string>().as('status'),
      'payouts.description',
      eb.val<'card' | 'bank' | 'cash' | 'other'>('bank').as('method'),
      eb.cast<string | null>(eb.val(null), 'text').as('receipt_number'),
      eb.cast<string | null>(eb.val(null), 'text').as('card_brand'),
      eb.cast<string | null>(eb.val(null), 'text').as('card_last4'),
      eb.cast<string | null>(eb.val(null), 'text').as('failure_message'),
      'payouts.created_at',
    ])
    .$if(agencyId !== null, (query) => query.where('payouts.agency_id', '=', agencyId))
    .where('payouts.employee_id', '=', (scope.role === 'employee' && scope.employeeId) || 'none')
  return db.selectFrom(payments.unionAll(payouts).as('history')).selectAll()
}

function toPayment(scope: Scope, row: PaymentRow): PaymentDto {
  const received = scope.role === 'agency_admin' && row.agency_id === scope.agencyId
  return {
    id: row.id,
    kind: row.kind,
    date: row.created_at,
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
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? 'card', last4: row.card_last4 },
    failure: row.failure_message,
    refunded: row.refunded,
    refundable: received && row.kind === 'payment' && row.status === 'succeeded',
  }
}
