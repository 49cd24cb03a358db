import { splitStep } from '#shared/money/ledger/taxes/tax-split.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { payoutsOfHours } from '../../../time/timesheets/queries/billing.ts'
import { type LedgerPosting, postLedger } from '../../ledger/commands/post-ledger.ts'
import { reverseEntry } from '../../ledger/commands/reverse-entry.ts'
import { openDay, requireConfirmed } from '../../ledger/queries/open-days.ts'
import { partsOfEntries } from '../../ledger/taxes/queries/entry-parts.ts'
import { getPayout, taxesOfPayouts } from '../queries.ts'

export type Paid = Pick<PayoutDto, 'id' | 'employee_id' | 'amount' | 'currency' | 'description'>

/** Books what was paid; the tax of a contributor's bill is input tax. */
export async function postPayouts(
  tx: Tx<AgencyCtx>,
  payouts: readonly Paid[],
  paidOn?: string,
): Promise<void> {
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
 * Books the tax of a paid payout's new bill: its entry is reversed and booked again with the tax, on its day if
 * that is open. If an earlier bill's tax was reversed, the new one counts from today.
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

/** Reverses the tax of a paid payout's bill today, as it was booked, when the payout loses its bill. */
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

/** Books two entries today that cancel each other except for the tax; the payout keeps its entry and its day. */
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

/** Reverses the tax changes of a payout that wasn't paid after all. */
export async function reverseTaxChanges(tx: Tx<AgencyCtx>, payoutId: string): Promise<void> {
  for (const entry of await taxChangesOf(tx, payoutId)) await reverseEntry(tx, entry)
  await deleteFrom(tx, 'payout_tax_changes')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', payoutId)
    .execute()
}

/** Reverses the payout's entry; only the entry of its next booking belongs to it. */
export async function releaseEntry(tx: Tx<AgencyCtx>, payoutId: string) {
  const entry = await entryOf(tx, payoutId)
  await reverseEntry(tx, entry)
  await updateTable(tx, 'ledger_entries').set({ payout_id: null }).where('id', '=', entry.id).execute()
  return entry
}
