import type { PaymentDto } from '#shared/payments.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { getPayment } from '../queries.ts'

export interface Receipt {
  number: string
  payee: string
  payment: PaymentDto
}

/** The receipt of a payment the caller made or received; NOT_FOUND where there is none (yet). */
export async function getReceipt(db: Db, scope: Scope, paymentId: string): Promise<Receipt> {
  const payment = await getPayment(db, scope, paymentId)
  const row = await db
    .selectFrom('payments')
    .leftJoin('agencies', 'agencies.id', 'payments.agency_id')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['payments.receipt_number', 'agencies.name as agency_name', 'invoices.issuer_name'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (row?.receipt_number == null) throw notFound('This receipt')
  return { number: row.receipt_number, payee: row.agency_name ?? row.issuer_name ?? 'The platform', payment }
}
