/** The same breakpoint as in the stylesheets. */
export const WIDE = '(min-width: 75em)'
export const PHONE = '(max-width: 48em)'
