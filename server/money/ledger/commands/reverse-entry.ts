import type { Selectable } from 'kysely'
import type { Tx } from '../../../base/core/context.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { openDay } from '../queries/open-days.ts'
import { recordedBy } from './post-ledger.ts'

type Entry = Selectable<Schema['ledger_entries']>

/**
 * Cancels an entry by one of the opposite amounts, on the same day, or today if its period is closed; both remain
 * in the journal. Returns the day.
 */
export async function reverseEntry(tx: Tx, entry: Entry): Promise<string> {
  const id = newId()
  const { day, state } = await openDay(tx, entry.agency_id, entry.occurred_on)
  const isMoved = state === 'closed'
  await insertInto(tx, 'ledger_entries')
    .values({
      id,
      agency_id: entry.agency_id,
      direction: entry.direction,
      category: entry.category,
      amount: -entry.amount,
      currency: entry.currency,
      base_amount: entry.base_amount === null ? null : -entry.base_amount,
      tax: -entry.tax,
      base_tax: -entry.base_tax,
      description: `Reversed: ${entry.description}`,
      invoice_id: entry.invoice_id,
      payment_id: entry.payment_id,
      expense_id: entry.expense_id,
      payout_id: null,
      employee_id: entry.employee_id,
      hours_payout_id: entry.hours_payout_id,
      client_id: entry.client_id,
      project_id: entry.project_id,
      reverses_id: entry.id,
      occurred_at: isMoved ? toInstant(tx.now) : entry.occurred_at,
      occurred_on: day,
      value_on: isMoved ? (entry.value_on ?? entry.occurred_on) : entry.value_on,
      ...recordedBy(tx),
    })
    .execute()
  const taxes = await selectFrom(tx, 'ledger_taxes').selectAll().where('entry_id', '=', entry.id).execute()
  if (taxes.length === 0) return day
  await insertInto(tx, 'ledger_taxes')
    .values(
      taxes.map((part) => ({
        ...part,
        entry_id: id,
        net: -part.net,
        tax: -part.tax,
        base_net: minus(part.base_net),
        base_tax: minus(part.base_tax),
        owed_tax: minus(part.owed_tax),
        deducted_tax: minus(part.deducted_tax),
        undeducted_tax: minus(part.undeducted_tax),
        base_undeducted_tax: minus(part.base_undeducted_tax),
      })),
    )
    .execute()
  return day
}

const minus = (amount: number | null): number | null => amount && -amount
