import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writePrivately } from '#server/base/adapters/storage/private-files.ts'
import { pastPooler } from '#server/base/core/config.ts'
import { type Database, isPostgresUrl, openDatabase, sqlitePath } from '#server/base/db/engines/connection.ts'
import { abandonMove, labelOf, moveDatabase } from '#server/base/db/move/move.ts'
import { commandText, runCommand } from '../command-line.ts'
import { commandConfig } from './command-config.ts'
import { moveOneAgency } from './move-agency.ts'
import { tableOf } from './move-sums.ts'

const usage = () => `Usage: ${commandText('move')} --to postgres://user:password@host/name
       ${commandText('move')} --to file:path.db
       ${commandText('move')} --abandon
       ${commandText('move')} --agency NAME --to target.env [--without-damaged]
       ${commandText('move')} --agency NAME --to target.env --abandon

Moves the database in DATABASE_URL or --from to an empty one of the other kind and compares them. During and
after the move, the portal on the old database is read-only. Run an interrupted move again to continue it, or
with --abandon to cancel it and use the old database again.`

/** Moves the database from SQLite to PostgreSQL or back, or one agency to another installation. */
export async function move(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      abandon: { type: 'boolean', default: false },
      agency: { type: 'string' },
      'without-damaged': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage())
  const { agency, 'without-damaged': withoutDamaged } = values
  if (agency !== undefined) {
    if (values.to === undefined || values.from !== undefined) throw new Error(usage())
    return moveOneAgency({ agency, to: values.to, withoutDamaged, abandon: values.abandon })
  }
  const { to, from = pastPooler(commandConfig()).databaseUrl, abandon } = values
  if ((to === undefined) === !abandon) throw new Error(usage())
  writePrivately()
  const source = openSource(plainUrl(from))
  try {
    await (to === undefined ? giveUp(source) : moveTo(source, plainUrl(to)))
  } finally {
    await source.close()
  }
}

/** `sqlite:` is an alias of `file:`. */
const plainUrl = (url: string): string => url.replace(/^sqlite:/, 'file:')

/** Opening a missing SQLite file would create it. */
function openSource(url: string): Database {
  if (!isPostgresUrl(url) && (statSync(sqlitePath(url), { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw new Error(`There is no database at ${sqlitePath(url)}.`)
  }
  return openDatabase(url, { patient: true })
}

async function giveUp(source: Database): Promise<void> {
  const given = await abandonMove(source)
  console.log(
    given ? `${labelOf(source)} accepts changes again.` : `No move of ${labelOf(source)} was started.`,
  )
}

async function moveTo(source: Database, url: string): Promise<void> {
  if (isPostgresUrl(url) === (source.dialect === 'postgres')) {
    throw new Error(
      'A move goes from SQLite to PostgreSQL or back. Between databases of the same kind, use backup and restore.',
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

/** Addresses may lack the host, so they aren't parsed as URLs. */
const withoutPassword = (url: string): string =>
  isPostgresUrl(url)
    ? url.replace(/^(\w+:\/\/[^:/?#@]*:)[^?]*@/, '$1…@').replace(/([?&]password=)[^&]*/, '$1…')
    : url

if (import.meta.main) await runCommand(move)
