import { id, searchOf, text } from '#client/lib/search-params.ts'

export const payLinkSearch = searchOf({
  token: text,
  /** The payment that the payer's bank sends them back from. */
  returned: id,
})
