import type { TableSum } from '#server/base/db/move/compare.ts'

/** Row count and checksum of each nonempty table. */
export const tableOf = (sums: readonly TableSum[]): string =>
  sums
    .filter(({ rows }) => rows > 0)
    .map(({ table, rows, checksum }) => `  ${table.padEnd(28)}${String(rows).padStart(10)}  ${checksum}`)
    .join('\n')
