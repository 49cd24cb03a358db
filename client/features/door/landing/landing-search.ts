import { searchOf, token } from '#client/lib/search-params.ts'

/** From the link that confirms a new account's email. */
export const landingSearch = searchOf({ verify: token })
