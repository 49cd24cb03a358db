import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { buildClient } from '#scripts/build/client-package.ts'
import type { Scope } from '#shared/identity/token-scopes.ts'
import { givePasswords, PASSWORD, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sharedTemporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const run = promisify(execFile)
const TYPES = { module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'], strict: true, noEmit: true }

/** A folder with only the packed client, installed offline as in any project. */
const folder = sharedTemporaryFolder()
beforeAll(async () => {
  const built = join(folder, 'built')
  buildClient(built)
  const npm = (...args: string[]) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await npm('pack', built)
  const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  await npm('install', `./foyer-client-${version}.tgz`)
  rmSync(built, { recursive: true })
})

const installed = (file: string) => join(folder, 'node_modules/foyer-client', file)

/** The examples as users get them: copied from the package. */
const copyOut = (name: string): string => {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, readFileSync(installed(`examples/${name}.ts`), 'utf8'))
  return file
}

async function typeErrors(files: string[]): Promise<string> {
  const compilerOptions = { ...TYPES, types: ['node'], typeRoots: [resolve('node_modules/@types')] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = resolve('node_modules/typescript/bin/tsc')
  return run(process.execPath, [compiler, '-p', folder], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const project = await addProject(db, home)
  for (let count = 1; count <= 3; count++)
    await addTask(db, home.owner, project.id, { title: `Task ${count}` })
  // The examples use the current date.
  const { url } = await startApp({ ...testServices(db), clock: () => new Date() })
  const owner = callerAs(db, home.owner, { now: new Date() })
  const example = async (name: string, scopes: Scope[], ...args: string[]) => {
    const { token } = await owner.apiTokens.create({ name, scopes, password: PASSWORD })
    const env = { PATH: process.env.PATH, FOYER_URL: url, FOYER_TOKEN: token }
    return run(process.execPath, [copyOut(name), ...args], { cwd: folder, env })
  }
  return { owner, project, home, example }
}

test('the package contains scripts, types, examples and a license, and has no dependencies', () => {
  const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'))
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
  for (const file of ['index.js', 'index.d.ts', 'api.gen.js', 'api.gen.d.ts', 'README.md', 'LICENSE']) {
    expect(readFileSync(installed(file), 'utf8').length, file).toBeGreaterThan(0)
    expect(readFileSync(installed(file), 'utf8'), file).not.toMatch(/from '#|server\//)
  }
})

test("the examples compile, and invalid calls don't", async () => {
  const examples = ['list-tasks', 'record-time', 'create-invoice'].map(copyOut)
  const wrong = join(folder, 'wrong.ts')
  writeFileSync(
    wrong,
    `import { createFoyerClient } from 'foyer-client'
const foyer = createFoyerClient({ url: '', token: '' })
await foyer.tasks.list({ color: 'red' })
await foyer.tasks.setStatus({ id: '1', status: 'forgotten' })
await foyer.apiTokens.list()
const { title }: { title: number } = await foyer.tasks.get({ id: '1' })
console.log(title)
`,
  )
  const errors = (await typeErrors([...examples, wrong])).match(/^\S+\.ts\(\d+/gm)
  expect([...new Set(errors)]).toEqual([3, 4, 5, 6].map((line) => `wrong.ts(${line}`))
})

test('the examples list tasks, record time and draft one invoice', async () => {
  const { owner, project, home, example } = await setUp()
  const listed = await example('list-tasks', ['projects:read'])
  expect(listed.stdout.trim().split('\n').sort()).toEqual([
    'no date  Task 1 (todo)',
    'no date  Task 2 (todo)',
    'no date  Task 3 (todo)',
  ])
  const recorded = await example('record-time', ['projects:read', 'time:write'], 'Copy', '45m')
  expect(recorded.stdout).toBe('45 minutes on Website: Copy\n')
  expect((await owner.workLog.list({})).items).toMatchObject([
    { note: 'Copy', duration_seconds: 2700, project: { id: project.id } },
  ])
  for (const _ of ['once', 'again']) {
    const drafted = await example('create-invoice', WRITING)
    expect(drafted.stdout).toBe('Draft for Home Client: 200 USD\n')
  }
  expect((await owner.invoices.list({})).items).toMatchObject([
    { title: 'Design work', amount: 200_00, status: 'draft', client_id: home.client.clientId },
  ])
})

test("a rejected example shows the portal's message", async () => {
  const { example } = await setUp()
  await expect(example('record-time', ['projects:read', 'time:write'], 'Copy', 'soon')).rejects.toThrow(
    'Please enter a duration such as',
  )
  await expect(example('record-time', ['projects:read'])).rejects.toThrow(
    'This token lacks the scope “time:write”.',
  )
})
