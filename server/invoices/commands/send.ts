import type { z } from 'zod'
import type { OutgoingMailInput } from '#shared/billing-mails.ts'
import { dateInZone } from '#shared/dates.ts'
import type { About } from '#shared/events/kind.ts'
import type { InstalmentDto } from '#shared/instalments.ts'
import type { InvoiceDocumentDto, sendInput } from '#shared/invoices.ts'
import { type DocumentKind, documentNumber, firstOf, periodOf } from '#shared/numbering.ts'
import type { AgencyId } from '#shared/roles.ts'
import { chargeProblem } from '../../adapters/payment-provider-stripe-amounts.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import { isNumberTaken, seriesOf } from '../../billing/queries/numbering.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { appliesCredit } from '../queries/collection-rules.ts'
import { formatOf, requireComplete } from '../queries/e-invoice.ts'
import { planOf } from '../queries/instalments.ts'
import { getInvoice } from '../queries/invoices.ts'
import { frozenParties } from '../queries/parties.ts'
import { chosenRecipients } from '../queries/recipients.ts'
import { applyAllCredit, confirmCredit } from './apply-credit.ts'
import { bookingOf, inBase } from './book.ts'
import { addPayLink } from './create-pay-link.ts'
import { limitOwnMails } from './send-again.ts'
import { type InAgency, locked } from './write.ts'

/** Numbers a draft, locks it and e-mails it with its PDF and a pay link: to the client, or to whom was chosen. */
export async function sendInvoice(
  ctx: AgencyCtx,
  input: z.output<typeof sendInput>,
): Promise<InvoiceDocumentDto> {
  if (input.mail !== undefined) await limitOwnMails(ctx)
  return transact(ctx, async (tx) => {
    await issueInvoice(tx, input.id, { applyCredit: input.apply_credit, mail: input.mail })
    return getInvoice(tx, input.id)
  })
}

interface Issuing {
  by?: About['by']
  applyCredit?: boolean | undefined
  mail?: OutgoingMailInput | undefined
}

/** The sending itself, inside the caller's transaction; recurring invoices and late fees use it too. */
export async function issueInvoice(
  tx: Tx<InAgency>,
  id: string,
  { by, applyCredit, mail }: Issuing = {},
): Promise<void> {
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select([
      'invoices.status',
      'invoices.title',
      'invoices.total',
      'invoices.currency',
      'invoices.agency_id',
      'invoices.issuer',
      'invoices.id',
      'invoices.booking_rate',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'invoices.due_on',
      'invoices.issuer_name',
      'clients.id as client_id',
      'clients.name as client_name',
      'invoices.parties',
      'agencies.timezone',
      'agencies.currency as base_currency',
    ])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  if (invoice.status !== 'draft') throw locked()
  if (invoice.total === 0) throw new AppError('BAD_REQUEST', "An invoice with a zero total can't be sent.")

  const plan = await planOf(tx, invoice)
  requirePlan(plan, invoice.currency)
  const today = dateInZone(tx.now, invoice.timezone)
  const booking = await bookingOf(tx, invoice, invoice.base_currency, today)
  const baseTotal = inBase(invoice.base_currency, { ...invoice, ...booking }, invoice.total)
  const format = await formatOf(tx, id)
  if (format !== null) requireComplete(await getInvoice(tx, id), format)
  // Its logo is not replaced meanwhile: the picture of a sent document stays.
  await lockAgency(tx, tx.reach.agencyId)
  const parties = await frozenParties(tx, { ...invoice, clientName: invoice.client_name })
  const number = await takeNumber(tx, tx.reach.agencyId, 'invoice')
  const sent = await updateTable(tx, 'invoices')
    .set((eb) => ({
      number,
      status: 'sent',
      issued_on: today,
      instalment_due_on: plan[0]?.due_date ?? null,
      ...booking,
      base_total: baseTotal,
      base_due: baseTotal,
      parties,
      sent_at: toInstant(tx.now),
      version: eb('version', '+', 1),
      updated_at: toInstant(tx.now),
    }))
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  if (sent === undefined) throw locked()
  const applies = applyCredit ?? (await appliesCredit(tx, tx.reach.agencyId))
  const applied = applies ? await applyAllCredit(tx, id) : null

  await record(tx, 'invoice.sent', {
    id,
    agencyId: tx.reach.agencyId,
    clientId: invoice.client_id,
    by,
    number,
    title: invoice.title,
    issuerName: invoice.issuer_name,
    clientName: invoice.client_name,
    mailTo: await chosenRecipients(tx, invoice.client_id, mail),
    mailText: mail,
    total: invoice.total,
    currency: invoice.currency,
    dueOn: invoice.due_on,
    payToken: await addPayLink(tx, id),
  })
  if (applied !== null) await confirmCredit(tx, applied)
}

/** Each part of a plan must be one that can be paid. */
function requirePlan(plan: readonly InstalmentDto[], currency: string): void {
  const problem = plan.map(({ amount }) => chargeProblem(amount, currency)).find((words) => words !== null)
  if (problem !== undefined) {
    throw new AppError('BAD_REQUEST', `${problem} Plan fewer instalments.`)
  }
}

/**
 * The next number of the agency's series, without gaps: the counter's row is locked by the update until the
 * transaction ends, and a rollback gives the number back. A number that another format has used is passed over.
 */
export async function takeNumber(tx: Tx, book: AgencyId, kind: DocumentKind): Promise<string> {
  const series = await seriesOf(tx, book, kind)
  const period = periodOf(series, series.today)
  await tx.db
    .insertInto('invoice_numbers')
    .values({ book, kind, period, next_number: firstOf(period) })
    .onConflict((conflict) => conflict.columns(['book', 'kind', 'period']).doNothing())
    .execute()
  for (;;) {
    const { next_number } = await tx.db
      .updateTable('invoice_numbers')
      .set((eb) => ({ next_number: eb('next_number', '+', 1) }))
      .where('book', '=', book)
      .where('kind', '=', kind)
      .where('period', '=', period)
      .returning('next_number')
      .executeTakeFirstOrThrow()
    const number = documentNumber(series, next_number - 1, series.today)
    if (!(await isNumberTaken(tx, book, number))) return number
  }
}
