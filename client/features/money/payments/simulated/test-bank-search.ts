import { searchOf, text } from '#client/lib/search-params.ts'

/** The payer's response, and the URL to return to. */
export const testBankSearch = searchOf({ secret: text, to: text })
