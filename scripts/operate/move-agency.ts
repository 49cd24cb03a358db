import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { writePrivately } from '#server/base/adapters/storage/private-files.ts'
import { type Config, pastPooler, readConfig } from '#server/base/core/config.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import {
  type AgencyMoving,
  abandonAgencyMove,
  moveAgency,
} from '#server/overview/platform/agencies/commands/move-agency.ts'
import { openForCommand } from '#server/portal.ts'
import { commandConfig } from './command-config.ts'
import { tableOf } from './move-sums.ts'

export interface AgencyOptions {
  /** Its id or exact name. */
  agency: string
  /** The file with the settings of the target. */
  to: string
  withoutDamaged: boolean
  abandon: boolean
}

/** Moves one agency to another installation, or cancels an interrupted move. */
export async function moveOneAgency({ agency, to, withoutDamaged, abandon }: AgencyOptions): Promise<void> {
  writePrivately()
  const config = pastPooler(commandConfig())
  const there = pastPooler(readTarget(to))
  const portal = await openForCommand(config, 'own')
  const [source, database] = [config, there].map(({ databaseUrl }) =>
    openDatabase(databaseUrl, { patient: true }),
  )
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Error('The move was interrupted.'))
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    if (source === undefined || database === undefined) throw new Error('Two databases are required')
    const moving: AgencyMoving = {
      services: { ...portal.services, db: source.db },
      target: { database, config: there },
      withoutDamaged,
      report: console.log,
      signal: interrupted.signal,
    }
    if (abandon) return await cancelMove(moving, agency)
    const began = performance.now()
    const sums = await moveAgency(moving, agency)
    if (sums.length > 0) console.log(tableOf(sums))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`Done in ${seconds} seconds. ${staying(there)}`)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await Promise.all([source?.close(), database?.close(), portal.close()])
  }
}

async function cancelMove(moving: AgencyMoving, agency: string): Promise<void> {
  const given = await abandonAgencyMove(moving, agency)
  console.log(given ? 'The agency accepts changes here again.' : 'No agency is being moved from here.')
}

const staying = ({ publicUrl }: Config): string =>
  `The platform's own invoices stay in the books here. The agency's people must sign in again at ${publicUrl}.`

/** The target's settings as parsed by the target, without this process's environment. */
function readTarget(file: string): Config {
  const config = readConfig(parseEnv(readFileSync(file, 'utf8')))
  return { ...config, logLevel: 'warn' }
}
