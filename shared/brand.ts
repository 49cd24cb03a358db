/** What an agency set of its own; null each where it did not. */
export interface Brand {
  /** The picture's address. */
  logo: string | null
  accent: string | null
}

export const hasBrand = ({ logo, accent }: Brand): boolean => logo !== null || accent !== null
