import type { z } from 'zod'
import { formatCharged, multiplyRatio } from '#shared/money.ts'
import type { PayoutDto, payBatchInput, payoutCreateInput, payoutsFromHoursInput } from '#shared/payouts.ts'
import { recordActivity } from '../activity/record.ts'
import type { AgencyScope } from '../auth/scope.ts'
import type { Db, Trx } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { newId, toInstant } from '../db/values.ts'
import { AppError, conflict, notFound } from '../errors.ts'
import { postLedger } from '../finance/commands/ledger.ts'
import { notifyPayoutSent } from '../notifications/commands/about-money.ts'
import { payOutTime, releasePaidTime } from '../timesheets/commands/billing.ts'
import { approvedUnpaidHours } from '../timesheets/queries/billing.ts'
import { getPayout } from './queries.ts'

/** Enters a payout: hours at the contributor's rate, or an amount. */
export function createPayout(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof payoutCreateInput>,
): Promise<PayoutDto> {
  return transact(db, async (trx) => {
    const employee = await trx
      .selectFrom('employees')
      .select('hourly_rate')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.employee_id)
      .executeTakeFirst()
    if (employee === undefined) throw notFound('This contributor')
    const amount =
      input.minutes === undefined
        ? (input.amount ?? 0)
        : multiplyRatio(employee.hourly_rate, input.minutes, 60)
    if (amount === 0) throw new AppError('BAD_REQUEST', 'The contributor has no hourly rate.')
    const id = await insertPayout(trx, scope, {
      employeeId: input.employee_id,
      description: input.description,
      minutes: input.minutes ?? null,
      hourlyRate: input.minutes === undefined ? null : employee.hourly_rate,
      amount,
    })
    return getPayout(trx, scope, id)
  })
}

/** Turns approved hours that no payout covers yet into payouts, one for each contributor. */
export function createPayoutsFromHours(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof payoutsFromHoursInput>,
): Promise<PayoutDto[]> {
  return transact(db, async (trx) => {
    const payable = await approvedUnpaidHours(trx, scope, input.employee_id ?? null)
    const payouts: PayoutDto[] = []
    for (const hours of payable.filter((entry) => entry.amount > 0)) {
      const id = await insertPayout(trx, scope, {
        employeeId: hours.employee_id,
        description: 'Approved hours',
        minutes: Math.max(1, Math.round(hours.seconds / 60)),
        hourlyRate: null,
        amount: hours.amount,
      })
      await payOutTime(trx, scope, hours.entry_ids, id)
      payouts.push(await getPayout(trx, scope, id))
    }
    return payouts
  })
}

interface NewPayout {
  employeeId: string
  description: string
  minutes: number | null
  hourlyRate: number | null
  amount: number
}

async function insertPayout(trx: Trx, scope: AgencyScope, payout: NewPayout): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  const { currency } = await trx
    .selectFrom('agencies')
    .select('currency')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payouts')
    .values({
      agency_id: scope.agencyId,
      id,
      employee_id: payout.employeeId,
      batch_id: null,
      description: payout.description,
      minutes: payout.minutes,
      hourly_rate: payout.hourlyRate,
      amount: payout.amount,
      currency,
      status: 'pending',
      paid_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await record(
    trx,
    scope,
    id,
    'payout.created',
    `Payout of ${formatCharged(payout.amount, currency)} entered`,
  )
  return id
}

/** Pays the chosen pending payouts as one batch and books them. */
export function payBatch(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof payBatchInput>,
): Promise<PayoutDto[]> {
  return transact(db, async (trx) => {
    const now = toInstant(scope.now)
    const ids = [...new Set(input.ids)]
    const paid = await trx
      .updateTable('payouts')
      .set((eb) => ({ status: 'succeeded', paid_at: now, updated_at: now, version: eb('version', '+', 1) }))
      .where('agency_id', '=', scope.agencyId)
      .where('id', 'in', ids)
      .where('status', '=', 'pending')
      .returning(['id', 'employee_id', 'amount', 'currency', 'description'])
      .execute()
    if (paid.length === 0) throw notFound('This payout')
    if (paid.length < ids.length) throw conflict('One of the payouts')
    const batchId = newId()
    const currency = paid[0]?.currency ?? 'USD'
    const total = paid.reduce((sum, payout) => sum + payout.amount, 0)
    await trx
      .insertInto('payout_batches')
      .values({
        agency_id: scope.agencyId,
        id: batchId,
        total,
        currency,
        paid_at: now,
        paid_by: scope.userId,
      })
      .execute()
    await trx
      .updateTable('payouts')
      .set({ batch_id: batchId })
      .where('agency_id', '=', scope.agencyId)
      .where('id', 'in', ids)
      .execute()
    for (const payout of paid) {
      await postLedger(trx, scope.now, {
        agencyId: scope.agencyId,
        direction: 'expense',
        category: 'contractors',
        amount: payout.amount,
        currency: payout.currency,
        description: payout.description,
        payoutId: payout.id,
      })
      await record(
        trx,
        scope,
        payout.id,
        'payout.sent',
        `Payout of ${formatCharged(payout.amount, payout.currency)} was sent`,
      )
      await notifyPayoutSent(trx, scope, payout)
    }
    return Promise.all(ids.map((id) => getPayout(trx, scope, id)))
  })
}

/** Takes a pending payout back; its hours can be paid out again. */
export function cancelPayout(db: Db, scope: AgencyScope, input: { id: string }): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    await releasePaidTime(trx, scope, input.id)
    const removed = await trx
      .deleteFrom('payouts')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .where('status', '=', 'pending')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (removed === undefined) throw notFound('This payout')
    await record(
      trx,
      scope,
      input.id,
      'payout.cancelled',
      `Payout of ${formatCharged(removed.amount, removed.currency)} cancelled`,
    )
    return { id: input.id }
  })
}

const record = (trx: Trx, scope: AgencyScope, id: string, action: string, summary: string) =>
  recordActivity(trx, scope, {
    action,
    subject: { type: 'payout', id },
    summary,
    touches: ['payouts', 'payments', 'finance', 'timesheets'],
  })
