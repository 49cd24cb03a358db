import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Export = 'trello.json' | 'asana.csv' | 'toggl.csv' | 'harvest.csv'

/** The text of an export, in the format that the products use. */
export const exported = (name: Export): string =>
  readFileSync(join(import.meta.dirname, 'exports', name), 'utf8')
