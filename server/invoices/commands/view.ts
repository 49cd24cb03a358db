import type { InvoiceDto } from '#shared/invoices.ts'
import { recordActivity } from '../../activity/record.ts'
import { DEFAULT_CALENDAR, type Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { notifyInvoiceViewed } from '../../notifications/commands/about-money.ts'
import { getInvoice, getInvoiceByLink } from '../queries.ts'

/** Opens an invoice; the first time its payer does, that is noted. */
export function viewInvoice(db: Db, scope: Scope, input: { id: string }): Promise<InvoiceDto> {
  return transact(db, async (trx) => {
    const invoice = await getInvoice(trx, scope, input.id)
    if (invoice.manageable || !invoice.payable || invoice.viewed_at !== null) return invoice
    await noteView(trx, scope, invoice)
    return { ...invoice, viewed_at: toInstant(scope.now) }
  })
}

/** Opens the invoice behind a pay link, without a session. */
export function viewInvoiceByLink(db: Db, now: Date, input: { token: string }): Promise<InvoiceDto> {
  return transact(db, async (trx) => {
    const invoice = await getInvoiceByLink(trx, input.token, now)
    if (invoice.viewed_at !== null) return invoice
    await noteView(trx, linkVisitor(invoice, now), invoice)
    return { ...invoice, viewed_at: toInstant(now) }
  })
}

/** Whoever holds the link acts in the client's name, and with no rights beyond it. */
const linkVisitor = (invoice: InvoiceDto, now: Date): Scope => ({
  userId: `link:${invoice.id}`,
  name: invoice.clientName,
  email: '',
  role: null,
  agencyId: null,
  clientId: invoice.client_id,
  employeeId: null,
  ...DEFAULT_CALENDAR,
  now,
})

async function noteView(trx: Trx, scope: Scope, invoice: InvoiceDto): Promise<void> {
  const noted = await trx
    .updateTable('invoices')
    .set({ viewed_at: toInstant(scope.now) })
    .where('id', '=', invoice.id)
    .where('viewed_at', 'is', null)
    .returning('agency_id')
    .executeTakeFirst()
  if (noted === undefined) return
  await recordActivity(trx, scope, {
    action: 'invoice.viewed',
    subject: { type: 'invoice', id: invoice.id },
    summary: `${invoice.clientName} opened ${invoice.number ?? invoice.title}`,
    agencyId: noted.agency_id,
    clientId: invoice.client_id,
    touches: ['invoices'],
  })
  await notifyInvoiceViewed(trx, scope, {
    id: invoice.id,
    name: invoice.number ?? invoice.title,
    agency_id: noted.agency_id,
    client_id: invoice.client_id,
  })
}
