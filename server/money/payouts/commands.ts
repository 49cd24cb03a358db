import type { z } from 'zod'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { splitStep } from '#shared/money/ledger/taxes/tax-split.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type {
  payBatchInput,
  payoutCreateInput,
  payoutsFromHoursInput,
} from '#shared/money/schemas/payouts.ts'
import type { PayableHours } from '#shared/time/timesheets.ts'
import { AppError, conflict, notFound } from '../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../base/core/context.ts'
import { record } from '../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../base/core/rows/rows.ts'
import { transact } from '../../base/core/transaction.ts'
import { newId, toInstant } from '../../base/db/values.ts'
import { payOutTime, releasePaidTime } from '../../time/timesheets/commands/bill-time.ts'
import { approvedUnpaidHours, payoutsOfHours } from '../../time/timesheets/queries/billing.ts'
import { type LedgerPosting, postLedger } from '../ledger/commands/post-ledger.ts'
import { reverseEntry } from '../ledger/commands/reverse-entry.ts'
import { instantPaidOn, openDay, requireConfirmed } from '../ledger/queries/open-days.ts'
import { partsOfEntries } from '../ledger/taxes/queries/entry-parts.ts'
import { taxesOfPayouts } from './bills/queries/bills.ts'
import { getPayout } from './queries.ts'

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

async function requireEmployee(tx: Tx<AgencyCtx>, id: string): Promise<{ hourly_rate: number }> {
  const employee = await selectFrom(tx, 'employees')
    .select('hourly_rate')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (employee === undefined) throw notFound('This contributor')
  return employee
}

type FromHours = z.output<typeof payoutsFromHoursInput>

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

/** Marks the selected pending payouts as paid, in one batch per currency, and books them. */
export function payBatch(ctx: AgencyCtx, input: z.output<typeof payBatchInput>): Promise<PayoutDto[]> {
  return transact(ctx, (tx) => recordPaid(tx, [...new Set(input.ids)], input))
}

async function recordPaid(
  tx: Tx<AgencyCtx>,
  ids: string[],
  received: { paid_on?: string; confirm_period?: boolean } = {},
): Promise<PayoutDto[]> {
  const { agencyId } = tx.reach
  const now = toInstant(tx.now)
  const paidAt = await instantPaidOn(tx, received)
  const paid = await updateTable(tx, 'payouts')
    .set((eb) => ({ status: 'succeeded', paid_at: paidAt, updated_at: now, version: eb('version', '+', 1) }))
    .where('agency_id', '=', agencyId)
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning(['id', 'employee_id', 'amount', 'currency', 'description'])
    .execute()
  if (paid.length === 0) throw notFound('This payout')
  if (paid.length < ids.length) throw conflict('One of the payouts')
  for (const [currency, part] of Map.groupBy(paid, (payout) => payout.currency)) {
    await insertBatch(tx, currency, paidAt, part)
  }
  await postPayouts(tx, paid, received.paid_on)
  for (const payout of paid) {
    await record(tx, 'payout.sent', {
      id: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      employeeId: payout.employee_id,
    })
  }
  return Promise.all(ids.map((id) => getPayout(tx, id)))
}

type Paid = Pick<PayoutDto, 'id' | 'employee_id' | 'amount' | 'currency' | 'description'>

/** Books what was paid; the tax of a contributor's bill is input tax. */
async function postPayouts(tx: Tx<AgencyCtx>, payouts: readonly Paid[], paidOn?: string): Promise<void> {
  const taxes = await taxesOfPayouts(
    tx,
    payouts.map(({ id }) => id),
  )
  const ofHours = await payoutsOfHours(
    tx,
    payouts.map(({ id }) => id),
  )
  for (const { id, employee_id, amount, currency, description } of payouts) {
    await postLedger(tx, {
      agencyId: tx.reach.agencyId,
      direction: 'expense',
      category: 'contractors',
      amount,
      currency,
      description,
      payoutId: id,
      employeeId: employee_id,
      hoursPayoutId: ofHours.has(id) ? id : null,
      taxes: taxes.get(id) ?? [],
      ...(paidOn !== undefined && { occurredOn: paidOn }),
    })
  }
}

/**
 * Books the tax of a paid payout's new bill: its entry is reversed and booked again with the tax, on its day if that is
 * open. If an earlier bill's tax was taken back, the new one counts from today.
 */
export async function bookTaxOfPaid(
  tx: Tx<AgencyCtx>,
  id: string,
  confirmed: boolean | undefined,
): Promise<void> {
  const payout = await getPayout(tx, id)
  if ((await taxChangesOf(tx, id)).length > 0) {
    const taxes = (await taxesOfPayouts(tx, [id])).get(id) ?? []
    return changeTax(tx, payout, { before: {}, after: { taxes } })
  }
  const entry = await releaseEntry(tx, id)
  const booked = await openDay(tx, entry.agency_id, entry.value_on ?? entry.occurred_on)
  if (booked.state === 'locked') requireConfirmed(booked.until, confirmed)
  await postPayouts(tx, [payout], entry.value_on ?? entry.occurred_on)
}

/** Takes back the tax of a paid payout's bill today, as it was booked, when it stops being one. */
export async function takeBackTax(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const entry = await entryOf(tx, id)
  const parts = await partsOfEntries(tx, [entry, ...(await taxChangesOf(tx, id))])
  const alike = Map.groupBy([...parts.values()].flat(), ({ purchase }) => JSON.stringify(purchase))
  const split = [...alike.values()].flatMap((same) => splitStep(same, []))
  if (split.length === 0) return
  const { base_amount } = entry
  await changeTax(tx, await getPayout(tx, id), {
    before: { split, baseAmount: base_amount && -base_amount },
    after: { baseAmount: base_amount },
  })
}

const entryOf = (tx: Tx<AgencyCtx>, payoutId: string) =>
  selectFrom(tx, 'ledger_entries').selectAll().where('payout_id', '=', payoutId).executeTakeFirstOrThrow()

type Taxes = Pick<LedgerPosting, 'taxes' | 'split' | 'baseAmount'>

/** Two entries of today that cancel each other but for the tax; the payout keeps its entry and its day. */
async function changeTax(
  tx: Tx<AgencyCtx>,
  { id, amount, currency, description }: Paid,
  { before, after }: { before: Taxes; after: Taxes },
): Promise<void> {
  const { agencyId } = tx.reach
  const posting = {
    agencyId,
    direction: 'expense',
    category: 'contractors',
    currency,
    hoursPayoutId: (await payoutsOfHours(tx, [id])).has(id) ? id : null,
    description: `Tax changed: ${description}`,
  } as const
  for (const change of [
    { ...before, amount: -amount },
    { ...after, amount },
  ]) {
    const entryId = newId()
    await postLedger(tx, { ...posting, ...change, id: entryId })
    await insertInto(tx, 'payout_tax_changes')
      .values({ agency_id: agencyId, entry_id: entryId, payout_id: id })
      .execute()
  }
}

const taxChangesOf = (tx: Tx<AgencyCtx>, payoutId: string) =>
  selectFrom(tx, 'ledger_entries')
    .selectAll('ledger_entries')
    .where(
      'ledger_entries.id',
      'in',
      selectFrom(tx, 'payout_tax_changes')
        .select('entry_id')
        .where('agency_id', '=', tx.reach.agencyId)
        .where('payout_id', '=', payoutId),
    )
    .orderBy('ledger_entries.id')
    .execute()

/** Of a payout that wasn't paid after all. */
async function reverseTaxChanges(tx: Tx<AgencyCtx>, payoutId: string): Promise<void> {
  for (const entry of await taxChangesOf(tx, payoutId)) await reverseEntry(tx, entry)
  await deleteFrom(tx, 'payout_tax_changes')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', payoutId)
    .execute()
}

/** Reverses the payout's entry; only the entry of its next booking belongs to it. */
async function releaseEntry(tx: Tx<AgencyCtx>, payoutId: string) {
  const entry = await entryOf(tx, payoutId)
  await reverseEntry(tx, entry)
  await updateTable(tx, 'ledger_entries').set({ payout_id: null }).where('id', '=', entry.id).execute()
  return entry
}

async function insertBatch(
  tx: Tx<AgencyCtx>,
  currency: string,
  paidAt: string,
  payouts: readonly { id: string; amount: number }[],
): Promise<void> {
  const id = newId()
  await insertInto(tx, 'payout_batches')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      total: payouts.reduce((sum, payout) => sum + payout.amount, 0),
      currency,
      paid_at: paidAt,
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

/** Makes a paid payout pending again and reverses its entry, because it wasn't paid after all. */
export function reopenPayout(ctx: AgencyCtx, input: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const { batch_id } = (await selectFrom(tx, 'payouts')
      .select('batch_id')
      .where('id', '=', input.id)
      .executeTakeFirst()) ?? { batch_id: null }
    const reopened = await updateTable(tx, 'payouts')
      .set((eb) => ({
        status: 'pending',
        paid_at: null,
        batch_id: null,
        updated_at: toInstant(tx.now),
        version: eb('version', '+', 1),
      }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', input.id)
      .where('status', '=', 'succeeded')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (reopened === undefined) throw notFound('This payout')
    const { amount, currency } = reopened
    await updateTable(tx, 'payout_batches')
      .set((eb) => ({ total: eb('total', '-', amount) }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', batch_id)
      .execute()
    await releaseFromSettledFile(tx, input.id)
    await releaseEntry(tx, input.id)
    await reverseTaxChanges(tx, input.id)
    await record(tx, 'payout.reopened', { id: input.id, amount, currency })
  })
}

/** Cancels a pending payout; its hours can be paid out again. */
export function cancelPayout(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await refuseInFile(tx, input.id)
    await refuseWithBill(tx, input.id)
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

/** The bank may have the file already. */
async function refuseInFile(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const transfer = await selectFrom(tx, 'sepa_transfers')
    .select('batch_id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', id)
    .executeTakeFirst()
  if (transfer === undefined) return
  throw new AppError('CONFLICT', 'This payout is in a SEPA file. Cancel the file first.', {
    reason: 'in_batch',
  })
}

/** A payout that wasn't paid with its file after all can be put into another. */
async function releaseFromSettledFile(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  await deleteFrom(tx, 'sepa_transfers')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', id)
    .where('batch_id', 'in', selectFrom(tx, 'sepa_batches').select('id').where('settled_at', 'is not', null))
    .execute()
}

/** Its tax and total would be lost with the payout. */
async function refuseWithBill(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const bill = await selectFrom(tx, 'payout_bills')
    .select(['number', 'self_bill_id'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', id)
    .executeTakeFirst()
  if (bill === undefined) return
  const act = bill.self_bill_id === null ? 'Remove' : 'Cancel'
  throw new AppError('CONFLICT', `This payout has the bill ${bill.number}. ${act} the bill first.`, {
    reason: 'has_bill',
  })
}
