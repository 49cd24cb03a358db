/** A reusable invoice line. */
export interface ProductDto {
  id: string
  name: string
  unit: string | null
  /** Minor units of `currency` per unit, with up to four decimals. */
  rate: number
  currency: string
  /** Null uses the default of agency or client. */
  tax_rate_id: string | null
  tax_rate_name: string | null
  archived_at: string | null
  version: number
}
