import { isSEPACountry } from 'ibantools'
import { withoutTax } from '#shared/base/amounts/money.ts'
import type { Party } from '#shared/identity/letterhead/parties.ts'
import { billTax } from '#shared/money/bills.ts'
import type { SelfBillPaper } from '#shared/money/self-bill-paper.ts'
import type { BillingSide, SupplierDetails } from '#shared/money/self-billing.ts'
import type { CreditTransfer, TransferFile } from '../../base/adapters/bank-files/pain.ts'
import { sepaText } from '../../base/adapters/bank-files/sepa-text.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../base/core/context.ts'

/** An id in the 35 characters that SEPA allows. */
export const sepaId = (id: string): string => id.replaceAll('-', '').toUpperCase()

/** The reference of a payout's transfer, which the bank's statement shows again. */
export const endToEndIdOf = (payoutId: string): string => sepaId(payoutId)

/** Whether a SEPA file can hold the name: some scripts have no letters there. */
export const isWritable = (name: string): boolean => /[A-Za-z0-9]/.test(sepaText(name, 70))

/** Countries that joined SEPA after the list of the library. */
const LATER_IN_SEPA = ['AL', 'MD', 'ME', 'MK', 'RS']

/** Whether SEPA transfers can reach the account: any other country's IBAN is refused by banks. */
export const isReachable = (iban: string): boolean => {
  const country = iban.slice(0, 2)
  return isSEPACountry(country) || LATER_IN_SEPA.includes(country)
}

export const batchFileName = (executeOn: string, id: string): string =>
  `sepa-${executeOn}-${sepaId(id).slice(0, 8).toLowerCase()}.xml`

type Payable = Omit<CreditTransfer, 'endToEndId'> & { payoutId: string }

/** The batch's file, in the order of the payouts. */
export const fileOf = ({
  payouts,
  id,
  ...file
}: Omit<TransferFile, 'transfers'> & { payouts: readonly Payable[] }): TransferFile => ({
  ...file,
  id: sepaId(id),
  transfers: payouts.map(({ payoutId, ...transfer }) => ({
    ...transfer,
    endToEndId: endToEndIdOf(payoutId),
  })),
})

export const sideOf = ({ reach }: AgencyCtx): BillingSide =>
  reach.kind === 'contributor' ? 'contributor' : 'agency'

interface Amounts {
  net: number
  tax: number
}

/** The net amount and tax of a payout, whose amount is either of the net amount and the total. */
export function amountsOf(
  amount: number,
  { treatment, tax_bps }: Pick<SupplierDetails, 'treatment' | 'tax_bps'>,
  isTotal: boolean,
): Amounts {
  if (treatment !== 'taxed') return { net: amount, tax: 0 }
  if (!isTotal) return { net: amount, tax: billTax(amount, tax_bps) }
  const net = withoutTax(amount, tax_bps)
  return { net, tax: amount - net }
}

export const supplierParty = (supplier: SupplierDetails): Party => ({
  name: supplier.legal_name,
  company: null,
  address: supplier.address,
  postal_code: supplier.postal_code,
  city: supplier.city,
  region: null,
  country: supplier.country,
  tax_id: supplier.tax_id,
  registration_number: null,
  electronic_address: null,
  buyer_reference: null,
  email: null,
  phone: null,
})

/** The document that cancels another: the same content with opposite amounts. */
export const cancellationOf = (
  paper: SelfBillPaper,
  { number, issued_on, reason }: { number: string; issued_on: string; reason: string },
): SelfBillPaper => ({
  ...paper,
  number,
  issued_on,
  lines: paper.lines.map((line) => ({ ...line, amount: -line.amount })),
  net: -paper.net,
  tax: -paper.tax,
  cancels: { number: paper.number, issued_on: paper.issued_on, reason },
})

interface Amount {
  id: string
  amount: number
}

/** Throws CONFLICT if a payout's amount isn't the one that the caller was shown. */
export function requireExpected(payouts: readonly Amount[], expected: readonly Amount[] | undefined): void {
  if (expected === undefined) return
  const amounts = new Map(expected.map(({ id, amount }) => [id, amount]))
  if (payouts.every(({ id, amount }) => amounts.get(id) === amount)) return
  throw new AppError(
    'CONFLICT',
    'The amount of a payout has changed in the meantime. Check the total again.',
    { reason: 'amount_changed' },
  )
}
