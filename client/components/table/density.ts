import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { createStore, useStore } from '#client/lib/store.ts'

export type Density = 'comfortable' | 'compact'

/** px */
export const ROW = 44
export const DENSE_ROW = 36

const STORED = 'table-density'
const density = createStore<Density>(readStored(STORED) === 'compact' ? 'compact' : 'comfortable')

/** The row density of all tables, remembered per user. */
export const useDensity = (): Density => useStore(density)

export function setDensity(chosen: Density): void {
  writeStored(STORED, chosen)
  density.write(chosen)
}
