import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { OWED_COLUMNS } from '../../../../base/db/open-invoices.ts'
import { dueNext } from '../../queries/installments.ts'
import { notProcessing, notRefunded } from '../../queries/reminders.ts'
import { notCollected } from '../../sending/queries/collectors.ts'

export type LateInvoice = Awaited<ReturnType<ReturnType<typeof lateInvoices>['executeTakeFirstOrThrow']>>

/**
 * Open overdue invoices of agencies that charge late fees, excluding late fees themselves and invoices
 * reopened by a refund.
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
      'invoices.issued_on',
      'invoices.open_since',
      'invoices.waived_fees',
      'invoices.currency',
      ...OWED_COLUMNS,
      'clients.id as client_id',
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
    .where(notCollected(ctx, 'lateFees'))
    .where(notProcessing)
