import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceOnce, untilListening } from '../../../scripts/tools/pgbouncer.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'

const PROGRAM = ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/opt/homebrew/bin/haproxy'].find(existsSync)
const SETTINGS = 'deploy/cluster/haproxy.cfg'
const DIRECTORY = 'deploy/directory/haproxy.cfg'

export const hasHaProxy = PROGRAM !== undefined

/** Local ports: the proxy's own, and those of the portals behind it. */
interface Ports {
  portal: number
  portals: readonly [number, number]
}

/** Runs HAProxy with the portal settings in `deploy/`; returns a function that stops it. */
export async function startHaProxy({ portal, portals }: Ports): Promise<() => void> {
  if (PROGRAM === undefined) throw new Error('HAProxy is not installed (apt-get install haproxy)')
  const folder = await newTemporaryFolder('foyer-haproxy')
  const [ofPortals = ''] = readFileSync(SETTINGS, 'utf8').split('# Whether HAProxy itself runs.')
  const bound = replaceOnce(ofPortals, '  bind :80\n', `  bind 127.0.0.1:${portal}\n`)
  const text = portals.reduce(
    (settings, port, index) => settings.replaceAll(`portal${index + 1}:3000`, `127.0.0.1:${port}`),
    bound,
  )
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  const child = spawn(PROGRAM, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  await untilListening(portal)
  return () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs HAProxy in front of two installations, with the map at that path, on a port of 127.0.0.1 to 127.0.0.3;
 * returns the process that reloads the map on SIGUSR2, and a function that stops it.
 */
export async function startDirectoryProxy(
  port: number,
  map: string,
  installations: Record<'eu1' | 'eu2', number>,
): Promise<{ pid: number; stop: () => void }> {
  if (PROGRAM === undefined) throw new Error('HAProxy is not installed (apt-get install haproxy)')
  const folder = await newTemporaryFolder('foyer-haproxy')
  const text = [
    ['  bind :80\n', ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((at) => `  bind ${at}:${port}\n`).join('')],
    ...Object.entries(installations).map(([name, at]) => [`${name}.internal:80`, `127.0.0.1:${at}`]),
  ].reduce(
    (settings, [from = '', to = '']) => replaceOnce(settings, from, to),
    readFileSync(DIRECTORY, 'utf8'),
  )
  writeFileSync(join(folder, 'haproxy.cfg'), text.replaceAll('/etc/haproxy/hosts.map', map))
  const child = spawn(PROGRAM, ['-W', '-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  await untilListening(port)
  return {
    pid: child.pid ?? 0,
    stop: () => {
      // The workers end with their master.
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
