import { domain } from '../../base/core/domain.ts'
import { DELETED_USER, RECORD } from '../../base/db/table-cards.ts'
import { deleteUnusedBillFiles } from './bills/commands/delete-files.ts'
import { PAYOUT_EFFECTS, PAYOUT_PURPOSES } from './effects.ts'
import { payoutsRouter } from './router.ts'
import { payoutVisibility } from './visibility.ts'

/** Payments to contributors. */
export const payouts = domain({
  routers: { payouts: payoutsRouter },
  effects: PAYOUT_EFFECTS,
  purposes: PAYOUT_PURPOSES,
  visibility: payoutVisibility,
  cleanUp: { 'unused files of bills': deleteUnusedBillFiles },
  tables: {
    payouts: {
      of: 'agency',
      key: ['agency_id', 'id', 'employee_id', 'batch_id'],
      content: ['description'],
      money: ['minutes', 'hourly_rate', 'amount', 'currency'],
      system: ['status', 'paid_at', 'reopened_on', 'version', 'created_at', 'updated_at'],
    },
    payout_batches: {
      of: 'agency',
      key: ['agency_id', 'id', 'paid_by'],
      money: ['total', 'currency'],
      system: ['paid_at'],
    },
    payout_accounts: {
      of: 'agency',
      key: ['agency_id', 'id', 'employee_id'],
      content: ['bic', 'iban_hint'],
      secret: ['iban'],
      system: ['version', 'created_at', 'updated_at'],
      personal: {
        account_holder: { kept: RECORD },
        changed_by: { by: 'name', becomes: DELETED_USER },
      },
    },
    sepa_batches: {
      of: 'agency',
      key: ['agency_id', 'id'],
      money: ['total', 'transfer_count'],
      secret: ['file'],
      system: ['execute_on', 'settled_at', 'cancelled_at', 'created_at'],
      personal: { made_by: { by: 'name', becomes: DELETED_USER } },
    },
    payout_bills: {
      of: 'agency',
      key: ['agency_id', 'id', 'payout_id', 'employee_id', 'self_bill_id'],
      content: ['number', 'tax_id', 'country'],
      money: ['currency', 'net', 'tax_bps', 'tax', 'owed_bps', 'deductible_bps', 'payout_amount'],
      system: ['number_key', 'issued_on', 'treatment', 'created_at'],
      personal: { recorded_by: { by: 'name', becomes: DELETED_USER } },
    },
    payout_bill_files: {
      of: 'agency',
      file: 'storage_key',
      key: ['agency_id', 'id', 'employee_id', 'bill_id'],
      content: ['name'],
      secret: ['storage_key'],
      system: ['content_type', 'size', 'sha256', 'created_at'],
    },
    self_billing_agreements: {
      of: 'agency',
      key: ['agency_id', 'id', 'employee_id', 'prefix_key'],
      content: ['tax_id'],
      money: ['tax_bps', 'document_count'],
      system: [
        ...(['generation', 'text_version', 'ends_on', 'accepted_at', 'treatment', 'revoked_side'] as const),
        ...(['revoked_at', 'version', 'created_at', 'updated_at'] as const),
      ],
      personal: {
        legal_name: { kept: RECORD },
        address: { kept: RECORD },
        postal_code: { kept: RECORD },
        city: { kept: RECORD },
        country: { kept: RECORD },
        requested_by: { by: 'name', becomes: DELETED_USER },
        accepted_by: { by: 'name', becomes: DELETED_USER },
        revoked_by: { by: 'name', becomes: DELETED_USER },
      },
    },
    self_bill_series: {
      of: 'agency',
      key: ['agency_id', 'employee_id', 'prefix_key'],
      content: ['prefix'],
      system: ['next_number', 'created_at'],
    },
    self_bills: {
      of: 'agency',
      key: ['agency_id', 'id', 'employee_id', 'agreement_id', 'payout_id', 'cancels_id'],
      content: ['number', 'reason', 'paper'],
      money: ['currency', 'net', 'tax'],
      system: ['kind', 'number_key', 'issued_on', 'made_side', 'created_at'],
      personal: { made_by: { by: 'name', becomes: DELETED_USER } },
    },
    payout_tax_changes: { of: 'agency', key: ['agency_id', 'entry_id', 'payout_id'] },
    sepa_transfers: { of: 'agency', key: ['agency_id', 'payout_id', 'batch_id'] },
  },
})
