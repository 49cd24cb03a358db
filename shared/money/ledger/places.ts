import type { DocumentParties, Party } from '../../identity/letterhead/parties.ts'

/** Member states of the European Union, by ISO 3166-1 code. */
const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

export const isInUnion = (country: string): boolean => UNION.includes(country)

/**
 * Whether tax on a payment in advance is due once it is received: in the European Union (Art. 65 of Directive
 * 2006/112/EC), the United Kingdom (VAT Notice 700, 14.2) and Switzerland (Art. 40 MWSTG).
 */
export const taxesDeposits = (country: string | null): boolean =>
  country !== null && (isInUnion(country) || country === 'GB' || country === 'CH')

/** `DE123456789`; null if it can't be a VAT number. */
export function vatIdOf(taxId: string | null): string | null {
  const id = taxId?.replaceAll(/[\s.-]/g, '').toUpperCase() ?? ''
  return /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(id) ? id : null
}

/** A VAT number of the Union; Greece's start with EL. */
export function unionVatIdOf(taxId: string | null): string | null {
  const id = vatIdOf(taxId)
  return id !== null && isInUnion(countryOfVatId(id)) ? id : null
}

const countryOfVatId = (id: string): string => (id.startsWith('EL') ? 'GR' : id.slice(0, 2))

/** Where a document's buyer is, according to the document. */
export interface Place {
  seller: string | null
  /** The buyer's name on the document. */
  name: string | null
  /** ISO 3166-1; the VAT number's if the address names no country. */
  buyer: string | null
  region: string | null
  /** The buyer's VAT number if it is one of the Union's. */
  vat_id: string | null
}

export const NO_PLACE: Place = { seller: null, name: null, buyer: null, region: null, vat_id: null }

export function placeOf({ seller, buyer }: Pick<DocumentParties, 'seller' | 'buyer'>): Place {
  return {
    seller: countryOf(seller),
    name: buyer.company ?? buyer.name,
    buyer: countryOf(buyer),
    region: buyer.region,
    vat_id: unionVatIdOf(buyer.tax_id),
  }
}

const countryOf = ({ country, tax_id }: Party): string | null => country ?? countryOfTaxId(tax_id)

/** Null unless it is a VAT number of the Union. */
export function countryOfTaxId(taxId: string | null): string | null {
  const id = unionVatIdOf(taxId)
  return id === null ? null : countryOfVatId(id)
}

export type Whereabouts = 'home' | 'union' | 'third' | 'unknown'

/** The location of the buyer relative to a country. */
export const whereabouts = ({ buyer }: Place, home: string): Whereabouts => whereIs(buyer, home)

/** The location of a country relative to another. */
export function whereIs(country: string | null, home: string): Whereabouts {
  if (country === null) return 'unknown'
  if (country === home) return 'home'
  return isInUnion(country) ? 'union' : 'third'
}
