import { isCharged, type TaxedPart } from '../../../base/amounts/taxes.ts'
import type { BankDetails, Party } from '../../../identity/letterhead/parties.ts'
import { isNorwegian } from './electronic-addresses.ts'
import { fitsRegister, nationalTaxNumberOf, REGISTER_NUMBERS, vatNumberOf } from './party-numbers.ts'

interface Trade {
  seller: Party
  buyer: Party
  bank: BankDetails | null
  currency: string
  items: readonly Pick<TaxedPart, 'tax_bps' | 'tax_category'>[]
  isInvoice: boolean
  /** Nothing is left to pay, or money goes back. */
  isPaid: boolean
  hasEarlier: boolean
}

/** What Peppol's rules for the seller's country require in addition, for its issuer, and where to enter it. */
export const countryProblems = (trade: Trade): string[] => RULES[trade.seller.country ?? '']?.(trade) ?? []

const SELLER = 'Your agency'
const BUYER = 'The client'

const addressNeeds = (who: string, party: Party, fields: readonly ('address' | 'city' | 'postal_code')[]) =>
  fields.flatMap((field) => (party[field] === null ? [`${who} needs a ${FIELD_NAMES[field]}.`] : []))

const FIELD_NAMES = { address: 'street', city: 'city', postal_code: 'postal code' }

const WHOLE = ['address', 'city', 'postal_code'] as const

const registerNeeds = (who: string, party: Party): string[] =>
  fitsRegister(party)
    ? []
    : [`${who} needs ${REGISTER_NUMBERS[party.country ?? '']} as its registration number.`]

const when = (condition: boolean, ...problems: string[]): string[] => (condition ? problems : [])

const isDomestic = ({ seller, buyer }: Trade): boolean => seller.country === buyer.country

const RULES: Record<string, (trade: Trade) => string[]> = {
  DK: (trade) => [
    ...registerNeeds(SELLER, trade.seller),
    // A transfer within Denmark in a currency other than the euro needs a BIC.
    ...when(
      isDomestic(trade) && trade.currency !== 'EUR' && Boolean(trade.bank?.iban) && !trade.bank?.bic,
      'Your agency needs a BIC.',
    ),
  ],
  GR: () => [
    'Greek agencies can’t send Peppol invoices: those need a MARK from the tax authority’s platform.',
  ],
  IS: (trade) => [
    ...registerNeeds(SELLER, trade.seller),
    ...addressNeeds(SELLER, trade.seller, ['address', 'postal_code']),
    ...when(isDomestic(trade), ...registerNeeds(BUYER, trade.buyer)),
    ...when(isDomestic(trade), ...addressNeeds(BUYER, trade.buyer, ['address', 'postal_code'])),
  ],
  IT: ({ seller }) => [
    ...addressNeeds(SELLER, seller, WHOLE),
    ...when(
      !/^[A-Z0-9]{11,16}$/.test(nationalTaxNumberOf(seller) ?? 'A'.repeat(11)),
      'Your agency needs a tax ID with 11 to 16 letters and digits.',
    ),
  ],
  NL: (trade) => [
    ...addressNeeds(SELLER, trade.seller, WHOLE),
    ...when(trade.seller.registration_number !== null, ...registerNeeds(SELLER, trade.seller)),
    ...when(isDomestic(trade), ...addressNeeds(BUYER, trade.buyer, WHOLE)),
    ...when(
      isDomestic(trade) && trade.buyer.registration_number !== null,
      ...registerNeeds(BUYER, trade.buyer),
    ),
    ...when(trade.isInvoice && !trade.isPaid && !trade.bank?.iban, 'Your agency needs an IBAN.'),
    ...when(!trade.isInvoice && !trade.hasEarlier, 'A Dutch credit note needs the invoice that it corrects.'),
  ],
  NO: ({ seller, items }) => {
    const [, digits = ''] = /^NO(\d{9})MVA$/.exec(vatNumberOf(seller) ?? '') ?? []
    return [
      ...when(!isNorwegian(digits), 'Your agency needs a VAT number such as NO995525828MVA as its tax ID.'),
      // Those have no VAT number, which Norway's rules require.
      ...when(
        items.some(({ tax_category }) => tax_category === 'outside_scope'),
        'Norwegian agencies can’t send lines outside the scope of tax by Peppol.',
      ),
    ]
  },
  SE: ({ seller, items }) => [
    ...when(
      !/^SE\d{12}$/.test(vatNumberOf(seller) ?? ''),
      'Your agency needs a VAT number such as SE556035718701 as its tax ID.',
    ),
    ...when(seller.registration_number !== null, ...registerNeeds(SELLER, seller)),
    ...when(
      items.some(({ tax_bps, tax_category: category }) => {
        return category !== null && isCharged(category) && ![2500, 1200, 600].includes(tax_bps)
      }),
      'Swedish tax rates are 25%, 12% or 6%.',
    ),
  ],
}
