import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { freePort } from '../tools/free-port.ts'
import { newTemporaryFolder } from '../tools/temporary-folders.ts'

const NAME = process.platform === 'win32' ? 'foyer.exe' : 'foyer'
const EXECUTABLE = resolve(import.meta.dirname, '../../dist', NAME)
const BILL_OF_MATERIALS = resolve(import.meta.dirname, '../../dist/foyer.cdx.json')
const OWNER = { name: 'Smoke Test', email: 'smoke@example.test', password: 'quiet-harbour-7' }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const NOTE = 'Uploaded files are returned unchanged.'

const running = new Set<ChildProcess>()

/** Tests the executable in an empty folder with only a port in its environment. */
async function main(): Promise<void> {
  const folder = await newTemporaryFolder('foyer-smoke')
  const run = (...args: string[]) =>
    execFileSync(EXECUTABLE, args, { cwd: folder, env: {}, encoding: 'utf8' }).trim()
  try {
    expectBillOfMaterials()
    expect(/^\d+\.\d+\.\d+$/.test(run('--version')), '--version prints a version')
    expect(run('--help').startsWith('Usage: foyer'), '--help prints the usage')
    expect(!existsSync(join(folder, 'data')), 'help and version leave no files')

    let portal = await start(folder)
    console.log(`responded after ${portal.milliseconds} ms`)
    await expectPage(portal.url)
    const made = await doBusiness(portal)
    await expectBusiness(portal, made)
    const backup = run('backup').split(' (')[0] ?? ''
    await portal.call('clients.save', { name: 'After the backup', email: 'after@example.test' })
    await stop(portal.child)

    portal = await start(folder, portal.cookie)
    await expectBusiness(portal, made)
    expect((await clientNames(portal)).length === 2, 'a restart keeps everything')
    await stop(portal.child, 'SIGKILL')

    damageProgram(folder)
    portal = await start(folder, portal.cookie)
    await expectPage(portal.url)
    await expectBusiness(portal, made)
    expect(
      readdirSync(join(folder, 'data/program')).length === 1,
      'a kill leaves no second copy of the program',
    )
    await stop(portal.child)

    expect(run('restore', backup).includes('Restored the database'), 'a backup is restored')
    expect(
      run('admin', 'create', '--email', 'admin@example.test', '--name', 'Ada').includes('administrator'),
      'an administrator is created',
    )
    portal = await start(folder, portal.cookie)
    await expectBusiness(portal, made)
    expect((await clientNames(portal)).length === 1, 'the restore went back to the backup')
    await stop(portal.child)

    portal = await start(folder, '', ['demo'])
    await portal.call('auth.signIn', { email: 'owner@demo.test', password: 'Demo123!' })
    await stop(portal.child)
    console.log('invoice with its fonts, files, pictures, restart, backup, restore, admin and demo: all work')
  } finally {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Portal {
  child: ChildProcess
  url: string
  cookie: string
  milliseconds: number
  /** Calls a query or mutation and returns its result. */
  call: (path: string, input?: object) => Promise<Result>
  fetch: (path: string, options?: RequestInit) => Promise<Response>
}

/** The fields of results that are used below. */
interface Result {
  id?: string
  items?: { name: string }[]
}

interface Business {
  invoiceId: string
  fileId: string
  avatar: string
}

async function doBusiness(portal: Portal): Promise<Business> {
  await portal.call('auth.signUp', { ...OWNER, role: 'agency_admin', agency_name: 'Łódź Studio' })
  const client = await portal.call('clients.save', { name: 'Zoë Łuczak', email: 'zoe@example.test' })
  const invoice = await portal.call('invoices.save', {
    client_id: client.id,
    title: 'Website',
    due_date: '2030-01-31',
    items: [{ description: 'Größe und Übergänge', quantity: 1000, rate: 360_000 }],
  })
  await portal.call('invoices.send', { id: invoice.id })
  const project = await portal.call('projects.create', {
    name: 'Website',
    category: 'design',
    client: 'Zoë Łuczak',
  })
  const form = new FormData()
  form.append('file', new Blob([NOTE], { type: 'text/plain' }), 'note.txt')
  const uploaded = await portal.fetch(`/files?project_id=${project.id}&kind=attachment`, {
    method: 'POST',
    body: form,
  })
  const picture = await portal.fetch('/pictures/avatar', { method: 'POST', body: PNG })
  return {
    invoiceId: invoice.id ?? '',
    fileId: (await uploaded.json()).id,
    avatar: (await picture.json()).path,
  }
}

async function expectBusiness(portal: Portal, made: Business): Promise<void> {
  const pdf = await portal.fetch(`/documents/invoices/${made.invoiceId}.pdf`)
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  expect(Buffer.from(bytes).includes('+Inter'), 'the PDF embeds its fonts')
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  for (const words of ['INV-1001', 'Zoë Łuczak', 'Größe und Übergänge']) {
    expect(text.includes(words), `the PDF says ${words}`)
  }
  expect(
    (await (await portal.fetch(`/files/${made.fileId}`)).text()) === NOTE,
    'an upload is returned unchanged',
  )
  const shown = Buffer.from(await (await portal.fetch(made.avatar)).arrayBuffer())
  expect(shown.equals(PNG), 'a picture is returned')
}

const clientNames = async (portal: Portal): Promise<string[]> =>
  ((await portal.call('clients.list?input={}')).items ?? []).map(({ name }) => name)

/** Simulates cleaners and full disks: some files are gone, some are truncated. */
function damageProgram(folder: string): void {
  const files = globSync('data/program/*/**/*.{ttf,js,node}', { cwd: folder })
  expect(files.length > 100, 'the program is unpacked beside the data')
  for (const [index, file] of files.entries()) {
    if (index % 2 === 0) rmSync(join(folder, file))
    else writeFileSync(join(folder, file), '')
  }
}

async function start(folder: string, cookie = '', args: string[] = []): Promise<Portal> {
  const port = await freePort()
  const started = performance.now()
  // Nothing may depend on a temporary folder, which can be cleaned, unwritable or noexec.
  const env = { PORT: String(port), LOG_LEVEL: 'warn', TMPDIR: join(folder, 'missing') }
  const child = spawn(EXECUTABLE, args, { cwd: folder, env, stdio: 'inherit' })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const portal = portalAt(child, `http://localhost:${port}`, cookie)
  for (let tries = 0; tries < 3000; tries++) {
    if (child.exitCode !== null) throw new Error('The executable exited unexpectedly')
    const ready = await fetch(`${portal.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return Object.assign(portal, { milliseconds: Math.round(performance.now() - started) })
    await sleep(20)
  }
  child.kill('SIGKILL')
  throw new Error('The executable did not respond within a minute')
}

function portalAt(child: ChildProcess, url: string, cookie: string): Portal {
  const portal: Portal = {
    child,
    url,
    cookie,
    milliseconds: 0,
    async fetch(path, options = {}) {
      const headers = { origin: url, cookie: portal.cookie, ...options.headers }
      const answer = await fetch(url + path, { ...options, headers })
      if (!answer.ok)
        throw new Error(`${path} responded with status ${answer.status}: ${await answer.text()}`)
      portal.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? portal.cookie
      return answer
    },
    async call(path, input) {
      const change = input === undefined ? {} : { method: 'POST', body: JSON.stringify(input) }
      const headers = { 'content-type': 'application/json' }
      const answer = await portal.fetch(encodeURI(`/trpc/${path}`), { ...change, headers })
      return (await answer.json()).result.data
    },
  }
  return portal
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

/** The bill of materials, next to the executable. */
function expectBillOfMaterials(): void {
  const { bomFormat, components } = JSON.parse(readFileSync(BILL_OF_MATERIALS, 'utf8')) as {
    bomFormat: string
    components: { name: string }[]
  }
  const names = components.map(({ name }) => name)
  expect(bomFormat === 'CycloneDX', 'the bill of materials is CycloneDX')
  expect(names.includes('express') && !names.includes('vitest'), 'it names exactly what is shipped')
}

async function expectPage(url: string): Promise<void> {
  const page = await (await fetch(url)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  expect(script !== undefined, 'the page names its script')
  expect((await fetch(url + script)).ok, 'the script is served')
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Failed: ${what}`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
