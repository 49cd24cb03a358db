import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { LETTERHEAD_EFFECTS, LETTERHEAD_PURPOSES } from './effects.ts'
import { letterheadRouter } from './router.ts'
import { letterheadVisibility } from './visibility.ts'

/** Agencies' document details and defaults. */
export const letterhead = domain({
  routers: { letterhead: letterheadRouter },
  effects: LETTERHEAD_EFFECTS,
  purposes: LETTERHEAD_PURPOSES,
  visibility: letterheadVisibility,
  tables: {
    billing_profiles: {
      of: 'agency',
      key: ['agency_id', 'default_tax_rate_id'],
      content: [
        'legal_name',
        'address',
        'postal_code',
        'city',
        'region',
        'tax_id',
        'registration_number',
        'electronic_address',
        'email',
        'phone',
        'account_holder',
        'iban',
        'bic',
        'bank_name',
        'notes',
        'footer',
      ],
      system: [
        'country',
        'tax_id_valid',
        'tax_id_checked_at',
        'prices_include_tax',
        'tax_rounding',
        'payment_terms',
        'version',
        'updated_at',
        'e_invoice_format',
        'bank_changed_at',
      ],
      personal: {
        bank_changed_by: { by: 'name', becomes: DELETED_USER },
      },
    },
    mail_texts: {
      of: 'agency',
      key: ['agency_id'],
      content: ['subject', 'body'],
      system: ['occasion', 'version', 'updated_at'],
    },
    number_formats: {
      of: 'agency',
      key: ['agency_id'],
      system: ['kind', 'prefix', 'digits', 'yearly', 'version', 'updated_at'],
    },
    products: {
      of: 'agency',
      key: ['agency_id', 'id', 'tax_rate_id'],
      content: ['name', 'unit'],
      money: ['rate', 'currency'],
      system: ['archived_at', 'version', 'created_at', 'updated_at'],
    },
    tax_rates: {
      of: 'agency',
      key: ['agency_id', 'id'],
      content: ['name', 'note'],
      money: ['bps'],
      system: ['category', 'archived_at', 'version', 'created_at', 'updated_at'],
    },
  },
})
