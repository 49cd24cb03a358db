import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writePrivately } from '#server/adapters/private-files.ts'
import { pastPooler, readConfig } from '#server/core/config.ts'
import { type Database, isPostgresUrl, openDatabase, sqlitePath } from '#server/db/connection.ts'
import type { TableSum } from '#server/db/move/compare.ts'
import { abandonMove, labelOf, moveDatabase } from '#server/db/move/move.ts'
import { commandText, runCommand } from './command-line.ts'

const usage = () => `Usage: ${commandText('move')} --to postgres://user:password@host/name
       ${commandText('move')} --to file:path.db
       ${commandText('move')} --abandon

Moves the database that DATABASE_URL names, or --from, to an empty one of the other kind and compares them.
While it runs, and after it, the portal on the old one refuses changes; reading goes on. An interrupted move
goes on when the command is run again; --abandon gives it up and lets the old database be used again.`

/** Moves the database from SQLite to PostgreSQL or back. */
export async function move(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      abandon: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { to, from = pastPooler(readConfig()).databaseUrl, abandon, help } = values
  if (help) return console.log(usage())
  if ((to === undefined) === !abandon) throw new Error(usage())
  writePrivately()
  const source = openSource(plainUrl(from))
  try {
    await (to === undefined ? giveUp(source) : moveTo(source, plainUrl(to)))
  } finally {
    await source.close()
  }
}

/** `sqlite:` is another word for `file:`. */
const plainUrl = (url: string): string => url.replace(/^sqlite:/, 'file:')

/** Opening a SQLite file would make it. */
function openSource(url: string): Database {
  if (!isPostgresUrl(url) && (statSync(sqlitePath(url), { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw new Error(`There is no database at ${sqlitePath(url)}.`)
  }
  return openDatabase(url, { patient: true })
}

async function giveUp(source: Database): Promise<void> {
  const given = await abandonMove(source)
  console.log(given ? `${labelOf(source)} takes changes again.` : `No move of ${labelOf(source)} was begun.`)
}

async function moveTo(source: Database, url: string): Promise<void> {
  if (isPostgresUrl(url) === (source.dialect === 'postgres')) {
    throw new Error(
      'A move goes from SQLite to PostgreSQL or back. Between two of a kind, use backup and restore.',
    )
  }
  const target = openDatabase(url, { patient: true })
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Error('The move was interrupted.'))
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const began = performance.now()
  try {
    const sums = await moveDatabase({ source, target, report: console.log, signal: interrupted.signal })
    console.log(tableOf(sums))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const rows = sums.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Moved ${sums.length} tables with ${rows} rows in ${seconds} seconds; both databases are the same.`,
    )
    console.log(`Now restart the portal with DATABASE_URL=${withoutPassword(url)} and the same DATA_DIR.`)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await target.close()
  }
}

/** Rows and the beginning of the checksum of each table that has any. */
const tableOf = (sums: readonly TableSum[]): string =>
  sums
    .filter(({ rows }) => rows > 0)
    .map(({ table, rows, checksum }) => `  ${table.padEnd(28)}${String(rows).padStart(10)}  ${checksum}`)
    .join('\n')

function withoutPassword(url: string): string {
  if (!isPostgresUrl(url)) return url
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '…'
  return decodeURIComponent(shown.href)
}

if (import.meta.main) await runCommand(move)
