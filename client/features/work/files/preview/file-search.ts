import { id, searchOf } from '#client/lib/search-params.ts'

/** The file whose preview is open, on every screen that lists files. */
export const fileSearch = searchOf({ file: id })
