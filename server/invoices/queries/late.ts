import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { notHeldUp } from './autopaid.ts'
import { dueNext } from './instalments.ts'
import { notProcessing, notRefunded } from './reminders.ts'

export type LateInvoice = Awaited<ReturnType<ReturnType<typeof lateInvoices>['executeTakeFirstOrThrow']>>

/**
 * Open invoices past their due date of agencies that ask for late fees; a fee itself costs none, nor does what a
 * refund has opened again.
 */
export const lateInvoices = (ctx: Ctx) =>
  selectFrom(ctx, 'invoices')
    .innerJoin('collection_rules', 'collection_rules.agency_id', 'invoices.agency_id')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select((eb) => [
      'invoices.id',
      'invoices.number',
      dueNext(eb).as('due_on'),
      'invoices.instalment_due_on',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'invoices.client_id',
      'invoices.project_id',
      'agencies.id as agency_id',
      'agencies.name as agency_name',
      'agencies.owner_id',
      'agencies.timezone',
      'agencies.currency as base_currency',
      'collection_rules.late_fees',
      'collection_rules.fee_type',
      'collection_rules.fee_bps',
      'collection_rules.fee_amount',
      'collection_rules.grace_days',
      'collection_rules.max_fees',
      'collection_rules.since',
    ])
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('invoices.late_fee_of', 'is', null)
    .where('collection_rules.late_fees', '!=', 'off')
    .where('clients.archived_at', 'is', null)
    .where('agencies.suspended_at', 'is', null)
    .where(notRefunded)
    .where(notHeldUp(ctx.now))
    .where(notProcessing)
