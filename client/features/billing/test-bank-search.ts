import { searchOf, text } from '#client/lib/search-params.ts'

/** Where the payer goes back to. */
export const testBankSearch = searchOf({ to: text })
