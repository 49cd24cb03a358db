export interface QuotedRate {
  quoted_on: string
  currency: string
  per_euro: string
}

export const MAX_QUOTED_RATES = 5000
