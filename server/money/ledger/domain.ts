import { domain } from '../../base/core/domain.ts'
import { FINANCE_EFFECTS, FINANCE_PURPOSES } from './effects.ts'
import { deleteUnusedReceipts } from './expenses/commands/delete-receipts.ts'
import { financeRouter } from './router.ts'
import { countTaxDays, recountTaxDays } from './taxes/commands/count-tax-days.ts'
import { financeVisibility } from './visibility.ts'

const JOURNAL = 'the journal of the books is append-only and names who entered what'

/** The ledger: entries, expenses, taxes, and exchange rates. */
export const ledger = domain({
  routers: { finance: financeRouter },
  effects: FINANCE_EFFECTS,
  purposes: FINANCE_PURPOSES,
  visibility: financeVisibility,
  jobs: [
    { name: 'tax-days', schedule: '4,14,24,34,44,54 * * * *', run: countTaxDays },
    { name: 'recount-tax-days', schedule: '57 3 * * *', run: recountTaxDays },
  ],
  cleanUp: { 'unused receipts': deleteUnusedReceipts },
  tables: {
    ledger_entries: {
      of: 'agency',
      uses: { client_id: 'clients', project_id: 'projects' },
      key: [
        'id',
        'agency_id',
        'payment_id',
        'expense_id',
        'payout_id',
        'employee_id',
        'hours_payout_id',
        'client_id',
        'project_id',
        'invoice_id',
        'reverses_id',
        'recorded_by',
      ],
      content: ['description'],
      money: ['amount', 'currency', 'base_amount', 'tax', 'base_tax'],
      system: ['direction', 'category', 'occurred_at', 'occurred_on', 'value_on', 'recorded_at'],
      personal: { recorded_name: { kept: JOURNAL } },
    },
    period_locks: {
      of: 'agency',
      key: ['agency_id', 'set_by'],
      content: ['reason'],
      system: ['version', 'soft_until', 'hard_until', 'act', 'set_at'],
      personal: { set_by_name: { kept: JOURNAL } },
    },
    ledger_taxes: {
      of: 'agency',
      key: ['entry_id', 'agency_id'],
      content: ['tax_name', 'tax_note', 'supplier_country'],
      money: [
        'tax_bps',
        'net',
        'tax',
        'base_net',
        'base_tax',
        'owed_bps',
        'owed_tax',
        'deductible_bps',
        'deducted_tax',
        'undeducted_bps',
        'undeducted_tax',
        'base_undeducted_tax',
      ],
      system: ['position', 'tax_category', 'purchase'],
    },
    book_tallies: {
      of: 'agency',
      derived: true,
      key: ['agency_id'],
      money: ['base_amount', 'base_tax'],
      system: ['occurred_on', 'direction', 'category', 'of_payment', 'entries'],
    },
    book_differences: {
      of: 'agency',
      stays: 'the target compares its books each night',
      key: ['agency_id'],
      content: ['subject'],
      system: ['kind', 'details', 'found_at'],
    },
    book_accounts: {
      of: 'agency',
      key: ['agency_id'],
      content: ['accounts'],
      system: ['advances_from', 'version', 'updated_at'],
    },
    expenses: {
      of: 'agency',
      uses: { client_id: 'clients', project_id: 'projects' },
      key: ['id', 'agency_id', 'client_id', 'project_id', 'invoice_id', 'invoice_line_id'],
      content: ['category', 'vendor', 'description', 'supplier_country'],
      money: ['amount', 'currency', 'base_amount', 'tax_bps', 'tax_amount', 'owed_bps', 'deductible_bps'],
      system: [
        'treatment',
        'spent_on',
        'rebillable',
        'refund',
        'reversed_on',
        'version',
        'created_at',
        'updated_at',
      ],
    },
    expense_receipts: {
      of: 'agency',
      file: 'storage_key',
      key: ['id', 'agency_id', 'expense_id'],
      content: ['name'],
      secret: ['storage_key'],
      system: ['content_type', 'size', 'sha256', 'created_at'],
    },
    exchange_rates: {
      of: 'platform',
      stays: 'belongs to the installation',
      money: ['per_euro'],
      system: ['currency', 'quoted_on'],
    },
    tax_days: {
      of: 'agency',
      stays: 'triggers fill it at the target while rows are copied',
      derived: true,
      key: ['agency_id'],
      system: ['day', 'changes', 'counted'],
    },
    tax_tallies: {
      of: 'agency',
      stays: 'the target counts it from tax_days',
      derived: true,
      key: ['agency_id'],
      content: ['tax_name'],
      money: ['currency', 'tax_bps', 'net', 'tax', 'base_net', 'base_tax'],
      system: ['day', 'side', 'position', 'tax_category', 'documents', 'unbooked'],
    },
  },
})
