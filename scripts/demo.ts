import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import { BUILT_BY_DEMO, findClient } from '#server/door/http/pages/client-build.ts'
import { commandText, runCommand } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '..')
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

/** The demo's own client build isn't precompressed, which only pays off over a network. */
async function buildClientWhenStale(): Promise<{ clientFolder: string }> {
  const built = findClient()
  if (built?.isCurrent) return { clientFolder: built.folder }
  await buildClient()
  return { clientFolder: join(ROOT, BUILT_BY_DEMO) }
}

async function buildClient(): Promise<void> {
  console.log('Building the client …')
  const args = [join(ROOT, 'scripts/build/build-client.ts'), '--quiet', '--out', BUILT_BY_DEMO]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  const [status, signal] = await once(child, 'exit')
  if (status === 0) return
  const hint =
    signal === 'SIGKILL' ? ' It needs about 1 GB of free memory; docs/hosting.md says how to do without.' : ''
  throw new Error(`Building the client failed.${hint}`)
}

if (import.meta.main) await runCommand(showDemo)
