/** The same breakpoint as in the stylesheets. */
export const PHONE = '(max-width: 48em)'
