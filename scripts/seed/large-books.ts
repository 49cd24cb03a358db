import type { Insertable } from 'kysely'
import type { Schema, Trx } from '#server/base/db/schema.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import { BATCH, dayOf, insertAll, type LargeAgency, pick, range } from './large-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Invoices and time go back two years. */
export const DAYS = 730

type Rows<Table extends keyof Schema> = Insertable<Schema[Table]>[]

/** Of ten invoices seven are paid, two are open, and one is a draft; each payment is booked. */
export async function addInvoices(
  trx: Trx,
  agencies: LargeAgency[],
  { count, days }: { count: number; days: number },
  now: Date,
): Promise<void> {
  await inBatches(count, async (indexes) => {
    const invoices: Rows<'invoices'> = []
    const items: Rows<'invoice_items'> = []
    const payments: Rows<'payments'> = []
    const entries: Rows<'ledger_entries'> = []
    for (const index of indexes) {
      const { agencyId, ownerId, clientIds } = pick(agencies, index)
      const turn = Math.floor(index / agencies.length)
      const created = new Date(now.getTime() - (count - index) * ((days * 24 * HOUR) / count))
      const created_at = toInstant(created)
      const id = newId()
      const paymentId = newId()
      const client_id = pick(clientIds, turn)
      const total = 50_000 + (turn % 500) * 1_000
      const status = turn % 10 < 7 ? 'paid' : turn % 10 === 9 ? 'draft' : 'sent'
      const paid = status === 'paid'
      invoices.push({
        ...NO_INVOICE_PARTIES,
        id,
        issuer: 'agency',
        agency_id: agencyId,
        issuer_name: 'Agency',
        kind: 'invoice',
        number: status === 'draft' ? null : `INV-${index}`,
        client_id,
        title: `Work of invoice ${index}`,
        currency: 'USD',
        ...(status !== 'draft' && {
          booking_rate: '1',
          rate_source: 'base' as const,
          booked_on: dayOf(created, 0),
          base_total: total,
          base_due: paid ? 0 : total,
        }),
        discount_type: 'none',
        discount_value: 0,
        subtotal: total,
        discount: 0,
        tax: 0,
        total,
        amount_paid: paid ? total : 0,
        amount_credited: 0,
        status,
        issued_on: dayOf(created, 0),
        due_on: dayOf(created, 14),
        sent_at: status === 'draft' ? null : created_at,
        paid_at: paid ? created_at : null,
        version: 1,
        created_by: ownerId,
        created_at,
        updated_at: created_at,
      })
      items.push({
        id: newId(),
        invoice_id: id,
        position: 0,
        description: 'Work',
        quantity: 1_000,
        rate: total,
        tax_bps: 0,
        amount: total,
        discount: 0,
        net: total,
        tax: 0,
      })
      if (!paid) continue
      payments.push({
        ...NO_PAYMENT_DETAILS,
        id: paymentId,
        payee: 'agency',
        agency_id: agencyId,
        purpose: 'invoice',
        method: 'bank',
        invoice_id: id,
        client_id,
        payer_name: 'Client',
        amount: total,
        currency: 'USD',
        status: 'succeeded',
        description: `Invoice INV-${index}`,
        provider: 'manual',
        idempotency_key: paymentId,
        paid_at: created_at,
        created_at,
        updated_at: created_at,
      })
      entries.push({
        id: newId(),
        agency_id: agencyId,
        direction: 'income',
        category: 'client_payment',
        amount: total,
        currency: 'USD',
        base_amount: total,
        description: `Invoice INV-${index}`,
        payment_id: paymentId,
        expense_id: null,
        payout_id: null,
        client_id,
        project_id: null,
        occurred_at: created_at,
        occurred_on: dayOf(created, 0),
      })
    }
    await insertAll(trx, 'invoices', invoices)
    await insertAll(trx, 'invoice_items', items)
    await insertAll(trx, 'payments', payments)
    await insertAll(trx, 'ledger_entries', entries)
  })
}

const NO_INVOICE_PARTIES = {
  payer_agency_id: null,
  payer_user_id: null,
  project_id: null,
  credited_invoice_id: null,
  run_key: null,
  description: null,
  notes: null,
  viewed_at: null,
  voided_at: null,
}

const NO_PAYMENT_DETAILS = {
  plan_id: null,
  payer_agency_id: null,
  payer_user_id: null,
  provider_payment_id: null,
  provider_customer_id: null,
  method_token: null,
  request_key: null,
  refund_key: null,
  receipt_number: null,
  card_brand: null,
  card_last4: null,
  failure_message: null,
  refunded_at: null,
}

/** One hour each, rotating through people and projects. */
export async function addTime(trx: Trx, agencies: LargeAgency[], count: number, now: Date): Promise<void> {
  await inBatches(count, (indexes) =>
    insertAll(
      trx,
      'time_entries',
      indexes.map((index) => {
        const { agencyId, employeeIds, employeeUserIds, projectIds } = pick(agencies, index)
        const turn = Math.floor(index / agencies.length)
        const started = new Date(now.getTime() - (count - index) * ((DAYS * 24 * HOUR) / count) - HOUR)
        const created_at = toInstant(started)
        return {
          id: newId(),
          agency_id: agencyId,
          user_id: pick(employeeUserIds, turn),
          employee_id: pick(employeeIds, turn),
          project_id: pick(projectIds, turn),
          task_id: null,
          session_id: newId(),
          kind: 'interval' as const,
          note: `Hour ${index}`,
          started_at: created_at,
          worked_on: created_at.slice(0, 10),
          ended_at: toInstant(new Date(started.getTime() + HOUR)),
          paused: 0,
          duration_seconds: 3_600,
          billable: turn % 3 === 0 ? 0 : 1,
          billing_rate: 9_000,
          cost_rate: 4_500,
          timesheet_id: null,
          invoice_id: null,
          payout_id: null,
          version: 1,
          created_at,
          updated_at: created_at,
        }
      }),
    ),
  )
}

/** Written by the owners, rotating through the projects. */
export async function addMessages(
  trx: Trx,
  agencies: LargeAgency[],
  count: number,
  now: Date,
): Promise<void> {
  const positions = new Map<string, number>()
  const written = toInstant(now)
  await inBatches(count, (indexes) =>
    insertAll(
      trx,
      'messages',
      indexes.map((index) => {
        const { agencyId, ownerId, projectIds } = pick(agencies, index)
        const project_id = pick(projectIds, Math.floor(index / agencies.length))
        const position = (positions.get(project_id) ?? 0) + 1
        positions.set(project_id, position)
        return {
          agency_id: agencyId,
          id: newId(),
          project_id,
          position,
          sender_id: ownerId,
          sender_name: 'Owner',
          sender_role: 'agency_admin',
          content: `A word about the layout, number ${index}`,
          created_at: toInstant(new Date(now.getTime() - (count - index) * MINUTE)),
          edited_at: null,
          deleted_at: null,
        }
      }),
    ),
  )
  const threads = agencies.flatMap(({ agencyId, projectIds }) =>
    projectIds.flatMap((project_id) => {
      const last_position = positions.get(project_id)
      if (last_position === undefined) return []
      return [{ agency_id: agencyId, project_id, last_position, last_message_at: written }]
    }),
  )
  await insertAll(trx, 'message_threads', threads)
}

async function inBatches(count: number, add: (indexes: number[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    await add(range(Math.min(BATCH, count - start)).map((offset) => start + offset))
  }
}
