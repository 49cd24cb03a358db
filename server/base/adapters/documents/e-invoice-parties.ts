import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import type { Party } from '#shared/identity/letterhead/parties.ts'
import { splitAddress } from '#shared/money/invoices/e-invoice/electronic-addresses.ts'
import {
  nationalTaxNumberOf,
  registerNumberOf,
  vatNumberOf,
} from '#shared/money/invoices/e-invoice/party-numbers.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'

export function partyOf(party: Party, document: InvoiceDocumentDto, format: EInvoiceFormat) {
  const endpoint = endpointOf(party, format)
  const lines = party.address?.split('\n').map((line) => line.trim()) ?? []
  const [street, ...more] = lines.filter((line) => line !== '')
  const outside = document.items.every((item) => item.tax_category === 'outside_scope')
  const [register, vatNumber] = [registerNumberOf(party), vatNumberOf(party)]
  return {
    ...(endpoint && { 'cbc:EndpointID': endpoint.id, 'cbc:EndpointID@schemeID': endpoint.scheme }),
    'cac:PartyName': { 'cbc:Name': party.name },
    'cac:PostalAddress': {
      ...(street && { 'cbc:StreetName': street }),
      ...(more.length > 0 && { 'cbc:AdditionalStreetName': more.join(', ') }),
      ...(party.city && { 'cbc:CityName': party.city }),
      ...(party.postal_code && { 'cbc:PostalZone': party.postal_code }),
      ...(party.region && { 'cbc:CountrySubentity': party.region }),
      'cac:Country': { 'cbc:IdentificationCode': party.country ?? '' },
    },
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.company ?? party.name,
      ...(register && { 'cbc:CompanyID': register.id }),
      ...(register?.scheme && { 'cbc:CompanyID@schemeID': register.scheme }),
    },
    // Outside the scope of tax, the parties' tax numbers must be omitted.
    ...(vatNumber && !outside && { 'cac:PartyTaxScheme': taxSchemeOf(vatNumber, 'VAT') }),
  }
}

/** Sellers may have a national tax number instead of a VAT number; buyers have a VAT number or none. */
export function sellerOf(seller: Party, document: InvoiceDocumentDto, format: EInvoiceFormat) {
  const { 'cac:PartyTaxScheme': vat, ...party } = partyOf(seller, document, format)
  const outside = document.items.every((item) => item.tax_category === 'outside_scope')
  const national = outside ? null : nationalTaxNumberOf(seller)
  const scheme = national === null ? vat : taxSchemeOf(national, 'TAX')
  return {
    ...party,
    ...(scheme && { 'cac:PartyTaxScheme': [scheme] }),
    ...(seller.email &&
      seller.phone && {
        'cac:Contact': {
          'cbc:Name': seller.name,
          'cbc:Telephone': seller.phone,
          'cbc:ElectronicMail': seller.email,
        },
      }),
  }
}

const taxSchemeOf = (number: string, scheme: 'VAT' | 'TAX') => ({
  'cbc:CompanyID': number,
  'cac:TaxScheme': { 'cbc:ID': scheme },
})

/** German authorities accept an email address if there is no other. */
function endpointOf({ electronic_address, email }: Party, format: EInvoiceFormat) {
  const parts = electronic_address === null ? null : splitAddress(electronic_address)
  return parts ?? (format === 'xrechnung' && email !== null ? { scheme: 'EM', id: email } : null)
}
