import { searchOf, text } from '#client/lib/search-params.ts'

export const payLinkSearch = searchOf({ token: text })
