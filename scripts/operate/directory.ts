import { execSync } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { commandText, runCommand } from '../command-line.ts'

const usage = () => `Usage: ${commandText('directory')} --map FILE [--run COMMAND] NAME=URL NAME=URL …

Requests each installation's hosts with METRICS_TOKEN and writes a line "host NAME" for each into the map
that HAProxy or Caddy routes by. The command in --run is run when the map has changed, so that the proxy reads it
again. Where an installation doesn't respond, or two serve the same host, the map stays as it is and the command ends
with 1.`

const ANSWER_LIMIT_MS = 10_000
const answerSchema = z.object({ hosts: z.array(z.string().regex(/^[\w.:[\]-]+$/)) })

/** Writes the map of which installation serves which host. */
export async function writeDirectory(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { map: { type: 'string' }, run: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage())
  const installations = positionals.map((text) => /^([\w.-]+)=(https?:\/\/.+)$/.exec(text)?.slice(1))
  const { map, run } = values
  if (map === undefined || installations.length === 0 || installations.includes(undefined)) {
    throw new Error(usage())
  }
  const served = await Promise.all(
    installations.map(async ([name = '', url = ''] = []) => ({ name, hosts: await askHosts(name, url) })),
  )
  const text = mapOf(served)
  if (text === readIfExists(map)) return
  // Replaced atomically, because the proxy may read it at any time.
  const draft = `${map}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, map)
  console.log(`${map} now lists ${text.split('\n').length - 1} hosts.`)
  if (run !== undefined) execSync(run, { stdio: 'inherit' })
}

async function askHosts(name: string, url: string): Promise<string[]> {
  const token = process.env.METRICS_TOKEN
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/directory`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    if (!answer.ok) throw new Error(`it responded with status ${answer.status}`)
    return answerSchema.parse(await answer.json()).hosts
  } catch (error) {
    const reason = error instanceof z.ZodError ? "its response isn't a list of hosts" : messageOf(error)
    throw new Error(`The hosts of ${name} could not be read: ${reason}. The map was not changed.`)
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : String(error)

/** Sorted by host, so that the same responses give the same file. */
function mapOf(served: readonly { name: string; hosts: readonly string[] }[]): string {
  const lines = new Map<string, string>()
  for (const { name, hosts } of served) {
    for (const host of hosts) {
      const other = lines.get(host)
      if (other !== undefined) {
        throw new Error(
          `${host} is served by ${other} and by ${name}. The map was not changed. If an agency is being moved, finish the move.`,
        )
      }
      lines.set(host, name)
    }
  }
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([host, name]) => `${host} ${name}\n`)
    .join('')
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

if (import.meta.main) await runCommand(writeDirectory)
