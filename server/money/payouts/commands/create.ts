import type { z } from 'zod'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { payoutCreateInput, payoutsFromHoursInput } from '#shared/money/schemas/payouts.ts'
import type { PayableHours } from '#shared/time/timesheets.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { payOutTime } from '../../../time/timesheets/commands/bill-time.ts'
import { approvedUnpaidHours } from '../../../time/timesheets/queries/billing.ts'
import { getPayout } from '../queries.ts'
import { recordPaid } from './pay.ts'

/** Creates a payout: hours at the contributor's rate, or an amount. */
export function createPayout(ctx: AgencyCtx, input: z.output<typeof payoutCreateInput>): Promise<PayoutDto> {
  return transact(ctx, async (tx) => {
    const { hourly_rate } = await requireEmployee(tx, input.employee_id)
    const amount =
      input.minutes === undefined ? (input.amount ?? 0) : multiplyRatio(hourly_rate, input.minutes, 60)
    if (amount === 0) throw new AppError('BAD_REQUEST', 'The contributor has no hourly rate.')
    const id = await insertPayout(tx, {
      employeeId: input.employee_id,
      description: input.description,
      minutes: input.minutes ?? null,
      hourlyRate: input.minutes === undefined ? null : hourly_rate,
      amount,
    })
    return getPayout(tx, id)
  })
}

/** Creates payouts for approved hours not covered yet, one per contributor. */
export function createPayoutsFromHours(ctx: AgencyCtx, input: FromHours): Promise<PayoutDto[]> {
  return transact(ctx, async (tx) => {
    if (input.employee_id !== undefined) await requireEmployee(tx, input.employee_id)
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

type FromHours = z.output<typeof payoutsFromHoursInput>

async function requireEmployee(tx: Tx<AgencyCtx>, id: string): Promise<{ hourly_rate: number }> {
  const employee = await selectFrom(tx, 'employees')
    .select('hourly_rate')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (employee === undefined) throw notFound('This contributor')
  return employee
}

/** Only those shown in the preview; throws CONFLICT if a contributor's amount has changed. */
function asPreviewed(payable: PayableHours[], previewed: FromHours['previewed']): PayableHours[] {
  if (previewed === undefined) return payable
  return previewed.map(({ employee_id, amount }) => {
    const hours = payable.find((entry) => entry.employee_id === employee_id)
    if (hours?.amount !== amount) {
      throw new AppError('CONFLICT', 'The approved hours have changed in the meantime. Review them again.')
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
