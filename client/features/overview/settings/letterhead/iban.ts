/** In groups of four, as IBANs are usually written. */
export const grouped = (iban: string | null): string => iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? ''
