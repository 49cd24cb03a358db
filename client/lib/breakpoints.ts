/** The same breakpoint as in the stylesheets. */
export const PHONE = '(max-width: 48em)'
/** Room for every column of a table. */
export const WIDE = '(min-width: 75em)'
