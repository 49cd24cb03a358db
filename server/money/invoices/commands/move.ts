import type { Selectable } from 'kysely'
import { dateInZone } from '#shared/base/dates.ts'
import type { Tx } from '../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { toInstant } from '../../../base/db/values.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { baseDue } from '../queries/booking.ts'
import { planOf } from '../queries/installments.ts'
import { amountDue, lateAfter, lateFeesDue, statusAfterMovement } from '../rules.ts'

/** An invoice after the change. */
export type MovedInvoice = Pick<
  Selectable<Schema['invoices']>,
  | 'id'
  | 'agency_id'
  | 'project_id'
  | 'number'
  | 'status'
  | 'total'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_applied'
  | 'amount_written_off'
  | 'client_id'
  | 'currency'
  | 'booking_rate'
>

interface Movement {
  paid?: number
  credited?: number
  applied?: number
  writtenOff?: number
  /** Written off again after a refund: it settles only that refund's amount, not what others made due. */
  lostAgain?: boolean
  /** When a payment was recorded by mistake that is now reversed. */
  mistakenAt?: string | undefined
  at?: string | null
}

/**
 * Changes an invoice's paid, credited, applied, or written-off amount (negative for a refund) as of `at`, and
 * updates its status. A void invoice stays void, but its amounts are updated.
 */
export async function moveInvoice(tx: Tx, invoiceId: string, movement: Movement): Promise<MovedInvoice> {
  const { paid = 0, credited = 0, applied = 0, writtenOff = 0 } = movement
  // Settled again, whatever a refund had made due.
  const settled = paid + credited + applied + (movement.lostAgain ? 0 : writtenOff)
  const moved = await updateTable(tx, 'invoices')
    .set((eb) => ({
      amount_paid: eb('amount_paid', '+', paid),
      amount_credited: eb('amount_credited', '+', credited),
      amount_applied: eb('amount_applied', '+', applied),
      amount_written_off: eb('amount_written_off', '+', writtenOff),
      ...(settled > 0 && {
        reopened: eb
          .case()
          .when('reopened', '>', settled)
          .then(eb('reopened', '-', settled))
          .else(eb.lit(0))
          .end(),
      }),
      version: eb('version', '+', 1),
      updated_at: toInstant(tx.now),
    }))
    .where('id', '=', invoiceId)
    .returning([
      'id',
      'agency_id',
      'client_id',
      'project_id',
      'number',
      'status',
      'due_on',
      'instalment_due_on',
      'issued_on',
      'open_since',
      'total',
      'amount_paid',
      'amount_credited',
      'amount_applied',
      'amount_written_off',
      'paid_at',
      'currency',
      'booking_rate',
    ])
    .executeTakeFirstOrThrow()
  if (moved.status === 'void' || moved.status === 'draft') return moved
  const agency =
    moved.agency_id === null
      ? undefined
      : await selectFrom(tx, 'agencies')
          .select(['timezone', 'currency'])
          .where('id', '=', moved.agency_id)
          .executeTakeFirst()
  const installmentDueOn = moved.instalment_due_on === null ? null : await firstOpenOn(tx, moved)
  const zone = agency?.timezone ?? 'UTC'
  const today = dateInZone(tx.now, zone)
  const due_on = installmentDueOn ?? moved.due_on
  const mistaken = movement.mistakenAt
  const isAsBefore =
    mistaken !== undefined &&
    !(await hasMissedFee(tx, { ...moved, due_on }, { after: dateInZone(new Date(mistaken), zone), today }))
  const openSince = (isAsBefore ? null : reopenedOn(moved, installmentDueOn, today)) ?? moved.open_since
  const deadline = lateAfter({ ...moved, due_on, open_since: openSince })
  const status = statusAfterMovement(moved, deadline, today)
  await updateTable(tx, 'invoices')
    .set({
      status,
      instalment_due_on: installmentDueOn,
      open_since: openSince,
      // A write-off isn't a payment.
      paid_at:
        status === 'paid' && moved.amount_written_off === 0
          ? (moved.paid_at ?? movement.at ?? toInstant(tx.now))
          : null,
      base_due: baseDue(agency?.currency ?? (await agencyCurrency(tx, null)), moved),
    })
    .where('id', '=', invoiceId)
    .execute()
  return { ...moved, status }
}

/** Whether a late fee would have been charged in the meantime; while an invoice is settled, none is. */
async function hasMissedFee(
  tx: Tx,
  invoice: Parameters<typeof lateAfter>[0] & Pick<MovedInvoice, 'agency_id'>,
  { after, today }: { after: string; today: string },
): Promise<boolean> {
  const rule = await selectFrom(tx, 'collection_rules')
    .select(['grace_days', 'max_fees', 'since'])
    .where('agency_id', '=', invoice.agency_id)
    .where('late_fees', '!=', 'off')
    .executeTakeFirst()
  return rule !== undefined && lateFeesDue({ ...invoice, ...rule }, today).some((day) => day > after)
}

/** A settled invoice or installment that is reopened is late from now at the earliest, or since a later one is. */
function reopenedOn(
  invoice: Parameters<typeof amountDue>[0] &
    Parameters<typeof lateAfter>[0] & { status: string; instalment_due_on: string | null },
  installmentDueOn: string | null,
  today: string,
): string | null {
  if (invoice.status === 'paid') return amountDue(invoice) > 0 ? today : null
  const { instalment_due_on: before } = invoice
  if (before === null || installmentDueOn === null || installmentDueOn >= before) return null
  const late = lateAfter({ ...invoice, due_on: before })
  return late < today ? late : today
}

/** The due date of the first unpaid installment; the last one's if all are paid. */
export async function firstOpenOn(tx: Tx, invoice: Parameters<typeof planOf>[1]): Promise<string | null> {
  const plan = await planOf(tx, invoice)
  return (plan.find(({ open }) => open > 0) ?? plan.at(-1))?.due_date ?? null
}
