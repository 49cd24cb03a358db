import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * The tables whose rows belong to an agency or a person. They are read and written through `core/rows.ts`
 * alone, which limits them to what the context reaches.
 */
export const TENANT_TABLES = [
  'activity',
  'agencies',
  'agency_subscriptions',
  'api_tokens',
  'audit_log',
  'balance_movements',
  'balance_reads',
  'autopay_attempts',
  'autopay_mandates',
  'autopay_rules',
  'billing_profiles',
  'book_accounts',
  'book_differences',
  'card_setups',
  'client_contacts',
  'client_credits',
  'client_notes',
  'clients',
  'collection_rules',
  'employee_skills',
  'employees',
  'event_attendees',
  'event_exceptions',
  'events',
  'expense_receipts',
  'expenses',
  'files',
  'import_items',
  'imports',
  'invitations',
  'invoice_instalments',
  'invoice_items',
  'invoice_pay_links',
  'invoice_reminders',
  'invoices',
  'ledger_entries',
  'mail_texts',
  'ledger_taxes',
  'message_attachments',
  'message_marks',
  'message_mentions',
  'message_threads',
  'messages',
  'notifications',
  'number_formats',
  'payment_accounts',
  'payment_customers',
  'payment_disputes',
  'payment_refunds',
  'payments',
  'payout_batches',
  'payouts',
  'pictures',
  'process_run_steps',
  'process_runs',
  'process_steps',
  'process_templates',
  'products',
  'profiles',
  'project_assignees',
  'project_deliverables',
  'project_requirements',
  'projects',
  'provider_payouts',
  'quick_tasks',
  'recurring_invoices',
  'saved_cards',
  'saved_views',
  'schedule_feeds',
  'subtasks',
  'tax_rates',
  'task_comment_mentions',
  'task_comments',
  'task_dependencies',
  'tasks',
  'time_entries',
  'timesheets',
  'webhook_deliveries',
  'webhook_events',
  'webhooks',
] as const satisfies readonly (keyof Schema)[]

export type TenantTable = (typeof TENANT_TABLES)[number]

/** The tables of the platform and of sign-in, which `ctx.db` offers; `core/rows.ts` knows the way to the others. */
export type SharedSchema = Omit<Schema, TenantTable>

/** What `ctx.db` offers. */
type Offered = SharedSchema
export type SharedDb = Kysely<Offered>
export type SharedTrx = Transaction<Offered>
