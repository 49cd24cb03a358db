import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const NAME = process.platform === 'win32' ? 'foyer.exe' : 'foyer'
const EXECUTABLE = resolve(import.meta.dirname, '../dist', NAME)
const PERSON = {
  name: 'Smoke Test',
  email: 'smoke@example.test',
  password: 'quiet-harbour-7',
  role: 'client',
}

/** Runs the executable in an empty folder with nothing but a port, and again, to see that its data stayed. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-smoke-'))
  try {
    const first = await start(folder)
    console.log(`answered after ${first.milliseconds} ms`)
    await expectPage(first.url)
    await call(first.url, 'auth.signUp', PERSON)
    await stop(first.child)
    const second = await start(folder)
    await call(second.url, 'auth.signIn', { email: PERSON.email, password: PERSON.password })
    await stop(second.child)
    console.log('pages served, an account made, and kept across a restart')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(folder: string): Promise<{ child: ChildProcess; url: string; milliseconds: number }> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(EXECUTABLE, [], { cwd: folder, env: { PORT: String(port) }, stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode !== null) throw new Error('The executable ended by itself')
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return { child, url, milliseconds: Math.round(performance.now() - started) }
    await sleep(20)
  }
  child.kill('SIGKILL')
  throw new Error('The executable did not answer within ten seconds')
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function expectPage(url: string): Promise<void> {
  const page = await (await fetch(url)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  if (script === undefined) throw new Error('The page names no script')
  const answer = await fetch(url + script)
  if (!answer.ok) throw new Error(`${script} answered ${answer.status}`)
}

async function call(url: string, path: string, input: object): Promise<void> {
  const answer = await fetch(`${url}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(input),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
