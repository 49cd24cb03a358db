/** The same width as the phone rules of the style sheets. */
export const PHONE = '(max-width: 48em)'
