import { id, searchOf, text } from '#client/lib/search-params.ts'

export const messageSearch = searchOf({
  search: text,
  /** The project whose conversation is open. */
  project: id,
  /** A message to scroll to. */
  message: id,
  /** The attachment that is open. */
  file: id,
})
