import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceOnce, untilListening } from './pgbouncer.ts'

const PROGRAM = ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/opt/homebrew/bin/haproxy'].find(existsSync)
const SETTINGS = 'deploy/cluster/haproxy.cfg'

export const hasHaProxy = PROGRAM !== undefined

/** Ports of this machine: the proxy's own three, and those of the servers behind it. */
interface Ports {
  portal: number
  primary: number
  follower: number
  portals: readonly [number, number]
  nodes: readonly [number, number]
}

/** Runs HAProxy with the settings in `deploy/`; returns how to stop it. */
export async function startHaProxy(ports: Ports): Promise<() => void> {
  if (PROGRAM === undefined) throw new Error('HAProxy is not installed (apt-get install haproxy)')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-haproxy-'))
  const behind = {
    portal1: ports.portals[0],
    portal2: ports.portals[1],
    pg1: ports.nodes[0],
    pg2: ports.nodes[1],
  }
  let text = readFileSync(SETTINGS, 'utf8')
  for (const [bind, port] of [
    ['80', ports.portal],
    ['5432', ports.primary],
    ['5433', ports.follower],
  ]) {
    text = replaceOnce(text, `  bind :${bind}\n`, `  bind 127.0.0.1:${port}\n`)
  }
  for (const [name, port] of Object.entries(behind)) {
    text = text.replaceAll(new RegExp(`server ${name} ${name}:\\d+`, 'g'), `server ${name} 127.0.0.1:${port}`)
  }
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  const child = spawn(PROGRAM, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  await untilListening(ports.portal)
  return () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}
