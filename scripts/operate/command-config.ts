import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { hasSqliteFile } from '#server/base/adapters/storage/data-folder.ts'
import { type Config, instanceKeyPath, readConfig } from '#server/base/core/config.ts'
import { isPostgresUrl, sqlitePath } from '#server/base/db/engines/connection.ts'
import { addressOf } from '#server/base/db/engines/wait.ts'

/**
 * The settings of a command, which logs only warnings. Prints what it acts on, because a shell beside a service lacks
 * the service's settings.
 */
export function commandConfig(): Config {
  const config = { ...readConfig(), logLevel: 'warn' }
  if (!process.env.DATA_DIR) requirePortal(config)
  console.log(`Database: ${databasePlace(config.databaseUrl)}\nFolder:   ${resolve(config.dataDir)}`)
  return config
}

/** Throws if the default folder isn't one of a portal: another is probably meant. */
function requirePortal({ dataDir, databaseUrl }: Config): void {
  if (existsSync(instanceKeyPath(dataDir))) return
  if (!isPostgresUrl(databaseUrl) && hasSqliteFile(databaseUrl)) return
  throw new Error(
    `There is no portal in ${resolve(dataDir)}, and DATA_DIR is not set.\n` +
      "If the portal runs as a service or in a container, run this command with the portal's settings " +
      '(docs/hosting.md#commands-beside-a-service).\n' +
      `To set one up here, start the portal first, or set DATA_DIR=${dataDir}.`,
  )
}

/** Where a database is, for people, without its password. */
export function databasePlace(url: string): string {
  if (isPostgresUrl(url)) {
    const { server, name } = addressOf(url)
    return `${name} at ${server}`
  }
  return resolve(sqlitePath(url)) + (hasSqliteFile(url) ? '' : ' (new)')
}
