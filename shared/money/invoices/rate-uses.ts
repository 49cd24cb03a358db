import { formatCount } from '../../base/format.ts'
/** The unsent documents that use a tax rate. */
export interface TaxRateUsesDto {
  documents: RateUse[]
  /** For how many clients and products it is the default. */
  clients: number
  products: number
}

export interface RateUse {
  /** The recurring invoice's id or the draft's. */
  id: string
  kind: 'recurring' | 'draft'
  title: string
  clientName: string
  /** Only documents that refer to the rate follow its changes, unless they deduct advance invoices. */
  use: 'follows' | 'deducts' | 'typed'
}

/** How many documents of a kind are named. */
const NAMED = 10

/** The documents in words: `2 recurring invoices (…) and 1 draft (…)`; null if there are none. */
export function namesOf(documents: readonly RateUse[]): string | null {
  const parts = [
    ...namedAs(['recurring invoice', 'recurring invoices'], documents, 'recurring'),
    ...namedAs(['draft', 'drafts'], documents, 'draft'),
  ]
  return parts.length === 0 ? null : parts.join(' and ')
}

function namedAs(
  [one, many]: readonly [string, string],
  all: readonly RateUse[],
  kind: RateUse['kind'],
): string[] {
  const documents = all.filter((use) => use.kind === kind)
  if (documents.length === 0) return []
  const titles = documents.slice(0, NAMED).map(({ title, clientName }) => `“${title}” for ${clientName}`)
  const more = documents.length - titles.length
  const list = [...titles, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return [`${formatCount(documents.length, one, many)} (${list})`]
}

/** Everything that refers to a rate, in words; null if nothing does. */
export function usesText({ documents, clients, products }: TaxRateUsesDto): string | null {
  const counts = [
    ...(clients === 0 ? [] : [formatCount(clients, 'client')]),
    ...(products === 0 ? [] : [formatCount(products, 'product')]),
  ]
  const named = namesOf(documents.filter(({ use }) => use !== 'typed'))
  const parts = [
    ...(named === null ? [] : [`used by ${named}`]),
    ...(counts.length === 0 ? [] : [`the default of ${counts.join(' and ')}`]),
  ]
  return parts.length === 0 ? null : parts.join(', and ')
}
