import { searchOf, text } from '#client/lib/search-params.ts'

/** What is answered, and where the payer goes back to. */
export const testBankSearch = searchOf({ secret: text, to: text })
