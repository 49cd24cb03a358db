/**
 * Nonemployee compensation is reported from this amount in a calendar year on, in cents: IRC § 6041A with § 6041 (a),
 * as amended for payments from 2026 by § 70433 of Public Law 119-21.
 */
export const NEC_THRESHOLDS = [
  { from_year: 2026, cents: 2_000_00 },
  { from_year: 1, cents: 600_00 },
] as const

export const necThreshold = (year: number): number =>
  NEC_THRESHOLDS.find(({ from_year }) => year >= from_year)?.cents ?? 0
