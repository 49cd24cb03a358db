import { id, searchOf, text } from '#client/lib/search-params.ts'

export const payLinkSearch = searchOf({
  token: text,
  /** The payment from which the payer's bank returns the payer. */
  returned: id,
})
