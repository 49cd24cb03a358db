/** A seller or buyer, as a document names them. */
export interface Party {
  name: string
  company: string | null
  /** Street and number; may be several lines. */
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null
  /** VAT number or the like, as entered. */
  tax_id: string | null
  /** In the register of companies. */
  registration_number: string | null
  /** Peppol participant, `scheme:identifier`. */
  electronic_address: string | null
  /** What the buyer wants to be quoted, such as a Leitweg-ID; null for sellers. */
  buyer_reference: string | null
  email: string | null
  phone: string | null
}

/** Where to transfer the money. */
export interface BankDetails {
  account_holder: string | null
  iban: string | null
  bic: string | null
  bank_name: string | null
}

/** Everything on a document that is not the document's own: frozen when it is sent. */
export interface DocumentParties {
  seller: Party
  buyer: Party
  bank: BankDetails | null
  /** The picture's address. */
  logo: string | null
  /** The issuer's colour as it was then; not on documents from before there was one. */
  accent?: string | null
  /** Free lines below the seller. */
  details: string | null
  footer: string | null
}

/** `12345 Springfield`, one line of an address, without what is not known. */
const townOf = ({ postal_code, city, region }: Party): string =>
  [postal_code, city, region].filter((part) => part).join(' ')

/** The party as the lines of an address block: company, person, street, town, country, numbers. */
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

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export const countryName = (code: string): string => names.of(code) ?? code
