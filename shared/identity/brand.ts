/** An agency's customizations; null where it uses the default. */
export interface Brand {
  /** The picture's URL. */
  logo: string | null
  accent: string | null
}

export const hasBrand = ({ logo, accent }: Brand): boolean => logo !== null || accent !== null
