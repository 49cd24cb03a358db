import { formatCharged, isCurrency } from '#shared/money.ts'
import { chargeProblem } from '../../adapters/payment-provider-stripe-amounts.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { covers } from '../../invoices/queries/autopaid.ts'
import { notRefunded } from '../../invoices/queries/reminders.ts'
import { amountDue } from '../../invoices/rules.ts'

export type CoveredInvoice = Awaited<
  ReturnType<ReturnType<typeof coveredInvoices>['executeTakeFirstOrThrow']>
>

/**
 * Open invoices under a mandate that holds, each with its last try. Drafts, void, disputed and given up ones are
 * not among them, nor what a refund has opened again.
 */
export const coveredInvoices = (ctx: Ctx) =>
  selectFrom(ctx, 'autopay_mandates')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.agency_id', '=', 'autopay_mandates.agency_id').on(covers),
    )
    .innerJoin('agencies', 'agencies.id', 'autopay_mandates.agency_id')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.id', '=', 'autopay_mandates.client_id')
        .onRef('clients.agency_id', '=', 'autopay_mandates.agency_id'),
    )
    .leftJoin('autopay_rules', 'autopay_rules.agency_id', 'autopay_mandates.agency_id')
    .leftJoin('autopay_attempts as last', (join) =>
      join
        .onRef('last.invoice_id', '=', 'invoices.id')
        .on((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('autopay_attempts as later')
                .select('later.number')
                .whereRef('later.invoice_id', '=', 'last.invoice_id')
                .whereRef('later.number', '>', 'last.number'),
            ),
          ),
        ),
    )
    .select([
      'invoices.id',
      'invoices.agency_id',
      'invoices.client_id',
      'invoices.number',
      'invoices.title',
      'invoices.issuer_name',
      'invoices.due_on',
      'invoices.issued_on',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'autopay_mandates.agency_id as agency',
      'autopay_mandates.id as mandate_id',
      'autopay_mandates.user_id',
      'autopay_mandates.given_by',
      'autopay_mandates.provider',
      'autopay_mandates.account',
      'autopay_mandates.card_id',
      'autopay_mandates.card_brand',
      'autopay_mandates.card_last4',
      'autopay_mandates.max_amount',
      'autopay_mandates.max_currency',
      'autopay_mandates.effective_on',
      'autopay_mandates.paused_at',
      'autopay_rules.notice_days',
      'agencies.timezone',
      'clients.name as client_name',
      'clients.email as client_email',
      'last.number as last_number',
      'last.outcome as last_outcome',
      'last.next_on as last_next_on',
    ])
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.issuer', '=', 'agency')
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('invoices.amount_written_off', '=', 0)
    .where('clients.archived_at', 'is', null)
    .where('agencies.suspended_at', 'is', null)
    .where(notRefunded as never)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_disputes')
            .innerJoin('payments', 'payments.id', 'payment_disputes.payment_id')
            .select('payment_disputes.id')
            .whereRef('payments.invoice_id', '=', 'invoices.id')
            .where('payment_disputes.status', '!=', 'won'),
        ),
      ),
    )

/** Why what is due is not charged, in words; null where it can be. */
export function blockOf(invoice: CoveredInvoice): { reason: string; message: string } | null {
  const { currency, max_amount, max_currency } = invoice
  const due = amountDue(invoice)
  if (max_amount !== null && max_currency !== null) {
    if (currency !== max_currency) {
      return {
        reason: 'other_currency',
        message: `The limit of autopay is in ${max_currency}, and this invoice is in ${currency}.`,
      }
    }
    if (due > max_amount) {
      return {
        reason: 'above_limit',
        message: `${formatCharged(due, currency)} is above the limit of ${formatCharged(max_amount, currency)} for a charge.`,
      }
    }
  }
  const problem = isCurrency(currency) ? chargeProblem(due, currency) : null
  return problem === null ? null : { reason: 'not_chargeable', message: problem }
}
