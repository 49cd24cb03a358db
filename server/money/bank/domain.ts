import { domain } from '../../base/core/domain.ts'
import { BANK_EFFECTS, BANK_PURPOSES } from './effects.ts'
import { bankRouter } from './router.ts'
import { bankVisibility } from './visibility.ts'

/** The agency's bank accounts, and what each line of their statements settles. */
export const bank = domain({
  routers: { bank: bankRouter },
  effects: BANK_EFFECTS,
  purposes: BANK_PURPOSES,
  visibility: bankVisibility,
  tables: {
    bank_accounts: {
      of: 'agency',
      key: ['agency_id', 'id'],
      content: ['name', 'number', 'ledger_account'],
      money: ['currency'],
      system: ['version', 'created_at', 'updated_at'],
    },
    bank_statements: {
      of: 'agency',
      key: ['agency_id', 'id', 'account_id'],
      content: ['file_name', 'reference'],
      money: ['opening', 'closing'],
      secret: ['file_hash'],
      system: ['position', 'format', 'from_on', 'to_on', 'line_count', 'created_at'],
    },
    bank_lines: {
      of: 'agency',
      key: ['agency_id', 'id', 'account_id', 'statement_id'],
      content: ['party_name', 'party_iban', 'reference', 'end_to_end_id', 'bank_ref', 'text'],
      money: ['amount', 'charges', 'currency'],
      system: [
        'identity',
        'position',
        'booked_on',
        'valued_on',
        'status',
        'settled_at',
        'version',
        'created_at',
        'updated_at',
      ],
    },
    bank_matches: {
      of: 'agency',
      uses: { client_id: 'clients' },
      key: [
        'agency_id',
        'id',
        'line_id',
        'client_id',
        'invoice_id',
        'payment_id',
        'refund_id',
        'expense_id',
        'payout_id',
        'provider_payout_id',
        'other_line_id',
        'difference_id',
      ],
      money: ['amount'],
      system: ['position', 'kind', 'booked', 'created_at'],
    },
    bank_rules: {
      of: 'agency',
      uses: { client_id: 'clients' },
      key: ['agency_id', 'id', 'client_id'],
      content: ['contains', 'category'],
      system: ['field', 'version', 'created_at', 'updated_at'],
    },
    bank_csv_mappings: {
      of: 'agency',
      key: ['agency_id'],
      system: ['signature', 'mapping', 'updated_at'],
    },
  },
})
