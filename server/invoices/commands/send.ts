import { dateInZone } from '#shared/dates.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { queueMail } from '../../mail/queue.ts'
import { notifyInvoiceSent } from '../../notifications/commands/about-money.ts'
import type { Services } from '../../trpc/context.ts'
import { getInvoice } from '../queries.ts'
import { FIRST_NUMBER, numberText, payLink } from '../rules.ts'
import { addPayLink } from './pay-link.ts'
import { locked } from './save.ts'

type SendServices = Pick<Services, 'db' | 'config'>

/** Numbers a draft, locks it and mails it to the client with its PDF and a pay link. */
export function sendInvoice(
  services: SendServices,
  scope: AgencyScope,
  input: { id: string },
): Promise<InvoiceDto> {
  return transact(services.db, async (trx) => {
    await issueInvoice(trx, services.config, scope, input.id)
    return getInvoice(trx, scope, input.id)
  })
}

/** The sending itself, inside the caller's transaction; recurring invoices use it too. */
export async function issueInvoice(
  trx: Trx,
  config: Services['config'],
  scope: AgencyScope,
  id: string,
): Promise<void> {
  const invoice = await trx
    .selectFrom('invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select([
      'invoices.status',
      'invoices.title',
      'invoices.total',
      'invoices.currency',
      'invoices.due_on',
      'invoices.issuer_name',
      'invoices.client_id',
      'clients.name as client_name',
      'clients.email as client_email',
      'agencies.timezone',
    ])
    .where('invoices.agency_id', '=', scope.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  if (invoice.status !== 'draft') throw locked()
  if (invoice.total === 0) throw new AppError('BAD_REQUEST', 'An invoice over nothing cannot be sent.')

  const number = await takeNumber(trx, scope.agencyId, 'invoice')
  const sent = await trx
    .updateTable('invoices')
    .set((eb) => ({
      number,
      status: 'sent',
      issued_on: dateInZone(scope.now, invoice.timezone),
      sent_at: toInstant(scope.now),
      version: eb('version', '+', 1),
      updated_at: toInstant(scope.now),
    }))
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  if (sent === undefined) throw locked()

  const amount = formatCharged(invoice.total, invoice.currency)
  const token = await addPayLink(trx, id, scope.now)
  await queueMail(trx, config.appName, scope.now, {
    recipient: invoice.client_email,
    subject: `Invoice ${number} from ${invoice.issuer_name}`,
    greeting: `Hello ${invoice.client_name},`,
    paragraphs: [
      `${invoice.issuer_name} sent you invoice ${number} (“${invoice.title}”) over ${amount}.`,
      `It is due on ${invoice.due_on}. The invoice is attached as a PDF.`,
    ],
    button: { label: 'View and pay', url: payLink(config.publicUrl, token) },
    attachments: [{ document: 'invoice', documentId: id }],
  })
  await recordActivity(trx, scope, {
    action: 'invoice.sent',
    subject: { type: 'invoice', id },
    summary: `${number} sent`,
    clientId: invoice.client_id,
    touches: ['invoices', 'clients', 'finance'],
  })
  const { client_id } = invoice
  await notifyInvoiceSent(trx, scope, { id, name: number, agency_id: scope.agencyId, client_id })
}

/**
 * The next number of the books, without gaps: the counter's row is locked by the update until the
 * transaction ends, and a rollback gives the number back.
 */
export async function takeNumber(trx: Trx, book: string, kind: 'invoice' | 'credit_note'): Promise<string> {
  await trx
    .insertInto('invoice_numbers')
    .values({ book, kind, next_number: FIRST_NUMBER })
    .onConflict((conflict) => conflict.columns(['book', 'kind']).doNothing())
    .execute()
  const { next_number } = await trx
    .updateTable('invoice_numbers')
    .set((eb) => ({ next_number: eb('next_number', '+', 1) }))
    .where('book', '=', book)
    .where('kind', '=', kind)
    .returning('next_number')
    .executeTakeFirstOrThrow()
  return numberText(kind, next_number - 1)
}
