import type { Effects, Purposes } from '../../base/core/context.ts'

export const LETTERHEAD_EFFECTS: Effects = {
  'letterhead.saveCompany': {
    does: 'Sets the agency’s name, address and tax numbers on its documents.',
    follows: 'Documents already sent don’t change.',
    records: ['billing.changed'],
  },
  'letterhead.checkTaxId': {
    does: 'Checks the agency’s own VAT number with the EU register and saves the result with its date.',
    records: ['billing.tax-id-checked'],
    uses: 'the EU VAT register',
  },
  'letterhead.addTaxRates': {
    does: 'Adds the usual tax rates of a country, without those whose name is in use.',
    records: ['billing.changed'],
  },
  'letterhead.setTaxRateArchived': {
    does: 'Archives a tax rate, or restores it.',
    follows:
      'Existing lines keep it, but recurring invoices with an archived rate stay drafts until somebody sends them.',
    records: ['billing.changed'],
  },
  'letterhead.saveNumbering': {
    does: 'Sets the number format of invoices or credit notes.',
    follows: 'Documents already sent keep their numbers; the next number can only increase.',
    records: ['billing.changed'],
  },
  'letterhead.saveProduct': {
    does: 'Adds a product to the catalog, or changes one (with its id).',
    follows: 'Invoice lines made from it don’t change.',
    records: ['product.changed'],
  },
  'letterhead.setProductArchived': {
    does: 'Archives a product, or restores it.',
    follows: 'Invoice lines made from it don’t change.',
    records: ['product.changed'],
  },
  'letterhead.saveMailText': {
    does: 'Sets the agency’s own wording of one kind of email to clients.',
    follows: 'Emails from now on use it.',
    records: ['billing.changed'],
  },
  'letterhead.resetMailText': {
    does: 'Resets the wording of one kind of email to clients to the default.',
    follows: 'The agency’s own wording is lost.',
    records: ['billing.changed'],
  },
}

export const LETTERHEAD_PURPOSES: Purposes = {
  'letterhead.profile':
    'Returns the agency’s name, address, tax numbers and bank details on documents, and the defaults of new ones.',
  'letterhead.numbering': 'Returns the number formats of invoices and credit notes, with the next numbers.',
  'letterhead.products': 'Finds products in the catalog, as ready-made invoice lines.',
  'letterhead.mailTexts':
    'Lists the emails to clients whose wording the agency can change, with their current texts.',
}
