import { invoiceSchema } from '@e-invoice-eu/core'
import { ADDRESS_SCHEMES } from '#shared/money/invoices/e-invoice/electronic-addresses.ts'

type CodeLists = Record<'eas' | 'ISO4217' | 'ISO3166' | 'UNECERec20', { enum: string[] }>

const schema: unknown = invoiceSchema

/** The codes that the library accepts, by the name of their list. */
export const CODE_LISTS = (schema as { $defs: { codeLists: CodeLists } }).$defs.codeLists

/** The library's lists are older than the standard's. */
export function addNewerCodes(): void {
  add(CODE_LISTS.eas, ADDRESS_SCHEMES)
  add(CODE_LISTS.ISO4217, ['XCG'])
}

function add({ enum: known }: { enum: string[] }, codes: readonly string[]): void {
  known.push(...codes.filter((code) => !known.includes(code)))
}
