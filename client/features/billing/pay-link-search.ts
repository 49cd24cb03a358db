import { id, oneOf, searchOf, text } from '#client/lib/search-params.ts'

export const payLinkSearch = searchOf({
  token: text,
  /** The payment that the payer's bank sends them back from, and what the test provider's bank said. */
  returned: id,
  bank: oneOf(['approved', 'refused']),
})
