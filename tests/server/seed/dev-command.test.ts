import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, inject, onTestFinished, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { processEnv } from '#tests/support/servers/process.ts'

interface DevServer {
  child: ChildProcess
  url: string
  output: () => string
}

/** `npm run dev` without its watcher, on a free port. */
async function startDev(folder: string): Promise<DevServer> {
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...processEnv, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output).toContain('Start over')
  const url = / is ready at (\S+)/.exec(output)?.[1] ?? ''
  return { child, url, output: () => output }
}

test.skipIf(inject('testDatabase').dialect !== 'sqlite')(
  'the development server serves the demo with hot reload and a readable log, and preserves its data',
  async () => {
    const folder = temporaryFolder()
    const first = await startDev(folder)
    expect(first.output()).toContain('Created the demo data.')
    expect(first.output()).toContain(DEMO_PASSWORD)
    for (const { email } of DEMO_ACCOUNTS) expect(first.output()).toContain(email)

    expect(await (await fetch(first.url)).text()).toContain('/@vite/client')
    const signedIn = await fetch(`${first.url}/trpc/auth.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: first.url },
      body: JSON.stringify({ email: DEMO_ACCOUNTS[1].email, password: DEMO_PASSWORD }),
    })
    expect(signedIn.status).toBe(200)
    await expect
      .poll(first.output)
      .toMatch(/^\[[\d:]{8}\] INFO: request POST \/trpc\/auth\.signIn: 200 in [\d.]+ ms/m)
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).toEqual([0, null])

    const second = await startDev(folder)
    expect(second.output()).not.toContain('Created the demo data.')
  },
)
