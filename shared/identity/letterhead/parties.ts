import { countryName } from '../../base/format.ts'

/** A seller or buyer on a document. */
export interface Party {
  name: string
  company: string | null
  /** Street and number; may have more than one line. */
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null
  /** VAT number or similar, as entered. */
  tax_id: string | null
  /** The company register number. */
  registration_number: string | null
  /** Peppol participant, `scheme:identifier`. */
  electronic_address: string | null
  /** A reference required by the buyer, such as a Leitweg-ID; null for sellers. */
  buyer_reference: string | null
  email: string | null
  phone: string | null
}

/** The account for bank transfers. */
export interface BankDetails {
  account_holder: string | null
  iban: string | null
  bic: string | null
  bank_name: string | null
}

/** The parts of a document that come from elsewhere; stored with it when it is sent. */
export interface DocumentParties {
  seller: Party
  buyer: Party
  bank: BankDetails | null
  /** The picture's URL. */
  logo: string | null
  /** The issuer's accent color at the time; unset on older documents. */
  accent?: string | null
  /** Text below the seller. */
  details: string | null
  footer: string | null
}

/** `12345 Springfield`: an address line, omitting unknown parts. */
const townOf = ({ postal_code, city, region }: Party): string =>
  [postal_code, city, region].filter((part) => part).join(' ')

/** The lines of an address block: company, person, street, city, country, and numbers. */
export function partyLines(party: Party): string[] {
  const lines = [
    party.company ?? party.name,
    party.company === null || party.company === party.name ? null : party.name,
    ...(party.address?.split('\n') ?? []),
    townOf(party),
    party.country === null ? null : countryName(party.country),
    party.tax_id === null ? null : `Tax ID ${party.tax_id}`,
    party.registration_number === null ? null : `Registration number ${party.registration_number}`,
  ]
  return lines.flatMap((line) => line?.trim() || [])
}
