import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isSqlite } from '#server/base/db/engines/dialect.ts'
import { entriesQuery } from '#server/base/db/search/search.ts'
import { newId } from '#server/base/db/values.ts'
import type { FileKind } from '#shared/work/files.ts'
import type { Caller } from '#tests/support/caller.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addFile, addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home, {
    name: 'Harbor Website Redesign',
    description: 'Launch before the regatta',
  })
  const task = await addTask(db, world.home.owner, project.id, {
    title: 'Café menu layout',
    description: 'Mind the lighthouse photographs',
  })
  return { db, world, project, task, owner: callerAs(db, world.home.owner) }
}

/** The titles found, by kind. */
async function find(caller: Caller, query: string): Promise<Record<string, string[]>> {
  const groups = await caller.search.all({ query })
  return Object.fromEntries(groups.map((group) => [group.kind, group.items.map((item) => item.title)]))
}

test('the start of a word finds it, regardless of case and accents', async () => {
  const { owner } = await setUp()
  for (const query of ['harb', 'HARB', 'web redes', 'website harbor'])
    expect(await find(owner, query), query).toEqual({ project: ['Harbor Website Redesign'] })
  for (const query of ['cafe', 'café', 'Menü'])
    expect(await find(owner, query), query).toEqual({ task: ['Café menu layout'] })
  expect(await find(owner, 'harbr')).toEqual({})
})

test.each([
  '한국어 프로젝트',
  'ガイドブック',
  'हिन्दी परियोजना',
  'โครงการ',
  'שָׁלוֹם',
  'العَرَبِيَّة',
  'Thiết kế',
  '設計案',
])('“%s” is found as typed', async (title) => {
  const { db, world, project, owner } = await setUp()
  await addTask(db, world.home.owner, project.id, { title })
  for (const query of [title, title.normalize('NFD'), ...title.split(' ')]) {
    expect(await find(owner, query), query).toEqual({ task: [title] })
  }
})

test('descriptions are found too, ranked below titles', async () => {
  const { db, world, project, owner } = await setUp()
  await addTask(db, world.home.owner, project.id, { title: 'Lighthouse visit' })
  await addTask(db, world.home.owner, project.id, { title: 'Newest', description: 'lighthouse again' })
  expect(await find(owner, 'lighth')).toEqual({ task: ['Lighthouse visit', 'Newest', 'Café menu layout'] })
})

test.each([
  ['one word', 'Résumé', 'résumé'],
  ['two words', 'Annual Report', 'annual  report'],
  ['an apostrophe', 'L’école', "l'ecole"],
  ['a script without spaces', '設計案', '設計案'],
])('exact titles come first, then prefixes, then words within titles: %s', async (_what, title, query) => {
  const { db, world, project, owner } = await setUp()
  const add = (text: string, description = '') =>
    addTask(db, world.home.owner, project.id, { title: text, description })
  await add(title)
  await add(`${title} 2025`)
  await add(`Draft of ${title}`)
  await add('Another', title)
  const titles = [title, `${title} 2025`, `Draft of ${title}`, 'Another']
  expect(await find(owner, query)).toEqual({ task: titles })
  // Newer than the five that are shown.
  for (let number = 0; number < 6; number++) await add(`New ${number} of ${title}`)
  const found = (await find(owner, query)).task
  expect(found?.slice(0, 3)).toEqual([title, `${title} 2025`, `New 5 of ${title}`])
})

test('project numbers and the displayed part of task ids are found', async () => {
  const { owner, project, task } = await setUp()
  expect(await find(owner, project.unique_id)).toEqual({ project: [project.name] })
  expect(await find(owner, project.unique_id.slice(0, 9))).toEqual({ project: [project.name] })
  expect(await find(owner, `#${task.id.slice(0, 8)}`)).toEqual({ task: [task.title] })
})

test('results link to their screen and name their context', async () => {
  const { owner, project, task } = await setUp()
  const groups = await owner.search.all({ query: 'menu' })
  expect(groups).toEqual([
    {
      kind: 'task',
      label: 'Tasks',
      items: [
        {
          kind: 'task',
          id: task.id,
          title: 'Café menu layout',
          subtitle: `${task.id.slice(0, 8)} · ${project.name}`,
          agency_name: 'Home Agency',
          link: `/tasks?task=${task.id}`,
        },
      ],
    },
  ])
})

test('the index follows edits, archiving and deletion', async () => {
  const { owner, project, task } = await setUp()
  await owner.tasks.save({ ...taskFields(task), title: 'Breakfast menu', version: task.version })
  expect(await find(owner, 'cafe')).toEqual({})
  expect(await find(owner, 'breakfast')).toEqual({ task: ['Breakfast menu'] })
  await owner.tasks.delete({ id: task.id })
  expect(await find(owner, 'breakfast')).toEqual({})
  await owner.projects.setArchived({ id: project.id, archived: true })
  expect(await find(owner, 'harbor')).toEqual({})
  await owner.projects.setArchived({ id: project.id, archived: false })
  expect(await find(owner, 'harbor')).toEqual({ project: [project.name] })
})

const taskFields = ({ id, project_id }: { id: string; project_id: string }) => ({ id, project_id })

test('messages are found by text and sender until deleted', async () => {
  const { owner, project } = await setUp()
  const { id } = await owner.messages.send({
    project_id: project.id,
    content: 'The anchor colors are ready',
  })
  expect(await find(owner, 'anchor')).toEqual({ message: ['The anchor colors are ready'] })
  await owner.messages.delete({ id })
  expect(await find(owner, 'anchor')).toEqual({})
})

test('clients and contributors are found only by the owner', async () => {
  const { db, world, owner } = await setUp()
  expect(await find(owner, 'home')).toMatchObject({ client: ['Home Client'], employee: ['Home Employee'] })
  expect(await find(owner, 'home.client@example')).toMatchObject({ client: ['Home Client'] })
  for (const scope of [world.home.employee, world.home.client]) {
    const found = await find(callerAs(db, scope), 'home')
    expect(found.client).toBeUndefined()
    expect(found.employee).toBeUndefined()
  }
})

test('a client finds only records of their projects, also after a project changes clients', async () => {
  const { db, world, owner, project } = await setUp()
  await owner.clients.save({ name: 'Second Client', email: 'second@example.test' })
  const other = await addProject(db, world.home, { name: 'Harbor Secret', client: 'Second Client' })
  await addTask(db, world.home.owner, other.id, { title: 'Harbor secret task' })
  await owner.messages.send({ project_id: other.id, content: 'Harbor secret message' })
  const client = callerAs(db, world.home.client)
  expect(await find(client, 'harbor')).toEqual({ project: [project.name] })
  await db
    .updateTable('projects')
    .set({ assigned_client_id: world.home.client.clientId })
    .where('id', '=', other.id)
    .execute()
  expect(await find(client, 'harbor secret')).toEqual({
    project: ['Harbor Secret'],
    task: ['Harbor secret task'],
    message: ['Harbor secret message'],
  })
})

test('a client finds deliverables, the team every file', async () => {
  const { db, world, owner, project } = await setUp()
  for (const kind of ['deliverable', 'attachment'] as const) {
    await db
      .insertInto('files')
      .values({
        agency_id: world.home.agencyId,
        id: newId(),
        project_id: project.id,
        kind,
        name: `brochure-${kind}.pdf`,
        content_type: 'application/pdf',
        size: 7,
        sha256: 'none',
        storage_key: newId(),
        uploaded_by_name: 'Home Owner',
        created_at: TEST_NOW.toISOString(),
      })
      .execute()
  }
  expect((await find(owner, 'brochure')).file).toHaveLength(2)
  expect(await find(callerAs(db, world.home.client), 'brochure')).toEqual({
    file: ['brochure-deliverable.pdf'],
  })
})

test('a file of a message is only found by its sender until the message is sent', async () => {
  const { db, world, owner, project } = await setUp()
  const { employee, client } = world.home
  const add = (kind: FileKind) =>
    addFile(db, world.home, { project_id: project.id, task_id: null, kind, name: `salary-${kind}.pdf` })
  const id = await add('attachment')
  const file_ids: string[] = []
  // More than are shown.
  for (let count = 0; count < 6; count++) file_ids.push(await add('message'))
  const sender = callerAs(db, employee)
  expect((await find(sender, 'salary')).file).toHaveLength(5)
  for (const query of ['salary', 'salary pdf']) {
    const [group] = await owner.search.all({ query })
    expect(group?.items.map((item) => item.id)).toEqual([id])
  }
  expect(await find(callerAs(db, client), 'salary')).toEqual({})
  await sender.messages.send({ project_id: project.id, content: 'Here', file_ids })
  expect((await find(owner, 'salary')).file).toHaveLength(5)
})

test.each([
  ['in a Japanese text without spaces', 'これは続きです'.repeat(30), '灯台の写真', '灯台の写真', '。以上'],
  [
    'at the end of an address',
    `https://photos.test/?${'album=2026&'.repeat(20)}`,
    'lighthouse',
    'Light',
    '.jpg',
  ],
  ['behind long words', `${'x'.repeat(60)} ${'y'.repeat(60)} ${'z'.repeat(60)} `, 'café', 'CAFE', ' au lait'],
  ['behind emojis', `${'🌊'.repeat(120)}a`, '🗼ab', '🗼', '🌊'.repeat(90)],
])('the excerpt of a message shows a hit %s', async (_text, before, hit, query, after) => {
  const { owner, project } = await setUp()
  await owner.messages.send({ project_id: project.id, content: `${before}${hit}${after}` })
  const { message: [title = ''] = [] } = await find(owner, query)
  expect(title).toContain(hit)
  expect(title.startsWith('… ')).toBe(true)
  expect([...title].length).toBeLessThanOrEqual(104)
  expect(title.isWellFormed()).toBe(true)
})

test('the platform administrator searches all agencies, with the agency named', async () => {
  const { db, world } = await setUp()
  await addProject(db, world.foreign, { name: 'Harbor Abroad' })
  const groups = await callerAs(db, world.admin).search.all({ query: 'harbor' })
  expect(groups[0]?.items.map((item) => item.agency_name)).toEqual(['Foreign Agency', 'Home Agency'])
})

test('empty text finds nothing, and operators are treated as text', async () => {
  const { owner } = await setUp()
  for (const query of ['', ' ', 'h', '"', '*', "')", 'OR', 'a:*', "harbor' | 'x", 'NEAR(harbor)'])
    await expect(owner.search.all({ query })).resolves.toBeInstanceOf(Array)
  expect(await find(owner, '""')).toEqual({})
  expect(await find(owner, 'harbor OR nothing')).toEqual({})
})

test('single letters match word starts, and SQLite keeps an index of the entries', async () => {
  const { db, owner, task } = await setUp()
  expect(await find(owner, 'c m l')).toEqual({ task: [task.title] })
  expect(await find(owner, 'c m x')).toEqual({})
  if (!isSqlite(db)) return
  const { rows } = await sql<{
    sql: string
  }>`select sql from sqlite_master where name = 'search_fts'`.execute(db)
  expect(rows[0]?.sql).toContain(`prefix = '1 2 3 4 5 6 7 8'`)
})

test('for a common word, the newest titles come before the newest bodies', async () => {
  const { db, world, owner } = await setUp()
  const entry = (number: number) => ({
    kind: 'task' as const,
    subject_id: `common-${number}`,
    agency_id: world.home.agencyId,
    project_id: null,
    client_id: null,
    client_visible: 0,
    title: number === 2050 || number === 2090 ? `Commonplace ${number}` : `Task ${number}`,
    keywords: '',
    body: 'A common body',
    audience: `ktask a${world.home.agencyId.replaceAll('-', '')}`,
  })
  const numbers = Array.from({ length: 2_100 }, (_, index) => index)
  for (let start = 0; start < numbers.length; start += 300) {
    await db
      .insertInto('search_entries')
      .values(numbers.slice(start, start + 300).map(entry))
      .execute()
  }
  for (const query of ['common', 'commo']) {
    expect(await find(owner, query), query).toEqual({
      task: ['Commonplace 2090', 'Commonplace 2050', 'Task 2099', 'Task 2098', 'Task 2097'],
    })
  }
})

test('a search reads the index in order, without sorting or scanning', async () => {
  const { db, world, project } = await setUp()
  const query = entriesQuery(db, {
    terms: [{ text: 'task', prefix: true }],
    kind: 'task',
    agencyId: world.home.agencyId,
    client: { id: world.home.client.clientId, projectIds: [project.id] },
    headlinesOnly: true,
    limit: 5,
  })
  if (isSqlite(db)) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db)
    const plan = rows.map((row) => row.detail).join('\n')
    expect(plan).toMatch(/SCAN search_fts VIRTUAL TABLE INDEX/)
    expect(plan).toMatch(/SEARCH entry USING INTEGER PRIMARY KEY/)
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN entry/)
    return
  }
  const plan = await db.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(connection)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/search_entries_(words|newest)/)
})
