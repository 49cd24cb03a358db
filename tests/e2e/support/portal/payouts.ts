import { randomUUID } from 'node:crypto'
import { runSql } from './database.ts'
import type { Portal } from './portal.ts'

/** A pending payout of the demo's contributor. */
export function addPayout(
  portal: Portal,
  { description, amount, currency }: { description: string; amount: number; currency: string },
): void {
  const [payee] = runSql(
    portal,
    "select agency_id, employee_id from profiles where email = 'contributor@demo.test'",
  )
  const now = new Date().toISOString()
  runSql(
    portal,
    `insert into payouts (agency_id, id, employee_id, description, amount, currency, status, version, created_at,
       updated_at)
     values (?, ?, ?, ?, ?, ?, 'pending', 1, ?, ?)`,
    String(payee?.agency_id),
    randomUUID(),
    String(payee?.employee_id),
    description,
    amount,
    currency,
    now,
    now,
  )
}
