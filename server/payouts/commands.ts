import type { z } from 'zod'
import { multiplyRatio } from '#shared/money.ts'
import type { PayoutDto, payBatchInput, payoutCreateInput, payoutsFromHoursInput } from '#shared/payouts.ts'
import type { PayableHours } from '#shared/timesheets.ts'
import type { AgencyCtx, Tx } from '../core/context.ts'
import { AppError, conflict, notFound } from '../core/errors.ts'
import { record } from '../core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../core/rows.ts'
import { transact } from '../core/transaction.ts'
import { newId, toInstant } from '../db/values.ts'
import { postLedger } from '../finance/commands/post-ledger.ts'
import { payOutTime, releasePaidTime } from '../timesheets/commands/claim.ts'
import { approvedUnpaidHours } from '../timesheets/queries/billing.ts'
import { getPayout } from './queries.ts'

/** Enters a payout: hours at the contributor's rate, or an amount. */
export function createPayout(ctx: AgencyCtx, input: z.output<typeof payoutCreateInput>): Promise<PayoutDto> {
  return transact(ctx, async (tx) => {
    const employee = await selectFrom(tx, 'employees')
      .select('hourly_rate')
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.employee_id)
      .executeTakeFirst()
    if (employee === undefined) throw notFound('This contributor')
    const amount =
      input.minutes === undefined
        ? (input.amount ?? 0)
        : multiplyRatio(employee.hourly_rate, input.minutes, 60)
    if (amount === 0) throw new AppError('BAD_REQUEST', 'The contributor has no hourly rate.')
    const id = await insertPayout(tx, {
      employeeId: input.employee_id,
      description: input.description,
      minutes: input.minutes ?? null,
      hourlyRate: input.minutes === undefined ? null : employee.hourly_rate,
      amount,
    })
    return getPayout(tx, id)
  })
}

type FromHours = z.output<typeof payoutsFromHoursInput>

/** Turns approved hours that no payout covers yet into payouts, one for each contributor. */
export function createPayoutsFromHours(ctx: AgencyCtx, input: FromHours): Promise<PayoutDto[]> {
  return transact(ctx, async (tx) => {
    const payable = asPreviewed(await approvedUnpaidHours(tx, input.employee_id ?? null), input.previewed)
    const payouts: PayoutDto[] = []
    for (const hours of payable.filter((entry) => entry.amount > 0)) {
      const id = await insertPayout(tx, {
        employeeId: hours.employee_id,
        description: 'Approved hours',
        minutes: Math.max(1, Math.round(hours.seconds / 60)),
        hourlyRate: null,
        amount: hours.amount,
      })
      await payOutTime(tx, hours.entry_ids, id)
      payouts.push(await getPayout(tx, id))
    }
    return input.paid && payouts.length > 0
      ? recordPaid(
          tx,
          payouts.map(({ id }) => id),
        )
      : payouts
  })
}

/** Those of the preview alone; CONFLICT where a contributor's hours amount to something else by now. */
function asPreviewed(payable: PayableHours[], previewed: FromHours['previewed']): PayableHours[] {
  if (previewed === undefined) return payable
  return previewed.map(({ employee_id, amount }) => {
    const hours = payable.find((entry) => entry.employee_id === employee_id)
    if (hours?.amount !== amount) {
      throw new AppError('CONFLICT', 'The approved hours have changed in the meantime. Look at them again.')
    }
    return hours
  })
}

interface NewPayout {
  employeeId: string
  description: string
  minutes: number | null
  hourlyRate: number | null
  amount: number
}

async function insertPayout(tx: Tx<AgencyCtx>, payout: NewPayout): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  const { currency } = await selectFrom(tx, 'agencies')
    .select('currency')
    .where('id', '=', tx.reach.agencyId)
    .executeTakeFirstOrThrow()
  await insertInto(tx, 'payouts')
    .values({
      agency_id: tx.reach.agencyId,
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
  await record(tx, 'payout.created', { id, amount: payout.amount, currency })
  return id
}

/** Records the chosen pending payouts as paid, in a batch for each currency, and books them. */
export function payBatch(ctx: AgencyCtx, input: z.output<typeof payBatchInput>): Promise<PayoutDto[]> {
  return transact(ctx, (tx) => recordPaid(tx, [...new Set(input.ids)]))
}

async function recordPaid(tx: Tx<AgencyCtx>, ids: string[]): Promise<PayoutDto[]> {
  const { agencyId } = tx.reach
  const now = toInstant(tx.now)
  const paid = await updateTable(tx, 'payouts')
    .set((eb) => ({ status: 'succeeded', paid_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('agency_id', '=', agencyId)
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning(['id', 'employee_id', 'amount', 'currency', 'description'])
    .execute()
  if (paid.length === 0) throw notFound('This payout')
  if (paid.length < ids.length) throw conflict('One of the payouts')
  for (const [currency, part] of Map.groupBy(paid, (payout) => payout.currency)) {
    await insertBatch(tx, currency, part)
  }
  for (const payout of paid) {
    await postLedger(tx, {
      agencyId,
      direction: 'expense',
      category: 'contractors',
      amount: payout.amount,
      currency: payout.currency,
      description: payout.description,
      payoutId: payout.id,
    })
    await record(tx, 'payout.sent', {
      id: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      employeeId: payout.employee_id,
    })
  }
  return Promise.all(ids.map((id) => getPayout(tx, id)))
}

async function insertBatch(
  tx: Tx<AgencyCtx>,
  currency: string,
  payouts: readonly { id: string; amount: number }[],
): Promise<void> {
  const id = newId()
  await insertInto(tx, 'payout_batches')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      total: payouts.reduce((sum, payout) => sum + payout.amount, 0),
      currency,
      paid_at: toInstant(tx.now),
      paid_by: tx.actor.userId,
    })
    .execute()
  const ids = payouts.map((payout) => payout.id)
  await updateTable(tx, 'payouts')
    .set({ batch_id: id })
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', 'in', ids)
    .execute()
}

/** Takes a pending payout back; its hours can be paid out again. */
export function cancelPayout(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await releasePaidTime(tx, input.id)
    const removed = await deleteFrom(tx, 'payouts')
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .where('status', '=', 'pending')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (removed === undefined) throw notFound('This payout')
    await record(tx, 'payout.cancelled', { id: input.id, ...removed })
    return { id: input.id }
  })
}
