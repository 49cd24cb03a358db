import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import { FIRST_LOOKS_FILE } from '#shared/door/first-look.ts'
import { commandText, runCommand } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CLIENT_SOURCES = [
  'client',
  'shared',
  'index.html',
  'vite.config.ts',
  'scripts/build',
  'scripts/build/build-client.ts',
  'package-lock.json',
]
/** The demo's own client build: the one of `npm start` is precompressed, which only pays off over a network. */
const OWN_CLIENT = 'dist/demo'
const CLIENTS = ['dist/client', OWN_CLIENT]

/** Serves the demo; the client is built while the portal loads and its data is seeded. `--reset` starts over. */
export async function showDemo(args: string[]): Promise<void> {
  const built = isSea() ? {} : buildClientWhenStale()
  const opened = import('./demo-portal.ts').then(async ({ openDemo, serveDemo }) => {
    const portal = await openDemo({ reset: args.includes('--reset') })
    return { portal, serveDemo }
  })
  const [client, { portal, serveDemo }] = await Promise.all([built, opened])
  await serveDemo(portal, { client: 'built', ...client, startOver: `${commandText('demo')} --reset` })
}

async function buildClientWhenStale(): Promise<{ clientFolder: string }> {
  const changed = Math.max(...CLIENT_SOURCES.map((source) => newestIn(join(ROOT, source))))
  const fresh = CLIENTS.find((folder) => modifiedAt(join(ROOT, folder, FIRST_LOOKS_FILE)) >= changed)
  if (fresh === undefined) await buildClient()
  return { clientFolder: join(ROOT, fresh ?? OWN_CLIENT) }
}

async function buildClient(): Promise<void> {
  console.log('Building the client …')
  const args = [join(ROOT, 'scripts/build/build-client.ts'), '--quiet', '--out', OWN_CLIENT]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error('Building the client failed.')
}

/** Modification time in milliseconds; 0 if the file doesn't exist. */
const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newestIn(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isDirectory()) return stats?.mtimeMs ?? 0
  // The build itself writes the route tree.
  const names = readdirSync(path).filter((name) => name !== 'route-tree.gen.ts')
  return Math.max(0, ...names.map((name) => newestIn(join(path, name))))
}

if (import.meta.main) await runCommand(showDemo)
