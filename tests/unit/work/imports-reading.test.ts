import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClock, readDate, readHours } from '#server/base/adapters/vendor-exports/dates.ts'
import type { EntryItem, ImportItem, TaskItem } from '#server/base/adapters/vendor-exports/items.ts'
import { readExport } from '#server/base/adapters/vendor-exports/read.ts'
import { storable } from '#server/base/core/plain-text.ts'
import { isBlank } from '#shared/base/text/blank.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../support/exports', name))
const bytes = (text: string) => Buffer.from(text)

const ofKind = <Kind extends ImportItem['kind']>(items: ImportItem[], kind: Kind) =>
  items.filter((item): item is Extract<ImportItem, { kind: Kind }> => item.kind === kind)

const TOGGL = 'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,Duration'
const HARVEST = 'Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name'
const harvestRow = (date: string) => `${date},Lumen,Portal,Design,,1,Yes,No,Ada,Byron`

describe('a Trello board', () => {
  test("becomes a project with tasks, subtasks and comments in the board's order", async () => {
    const { source, items, overview } = await readExport(fixture('trello.json'))
    expect(source).toBe('trello')
    expect(overview.counts).toEqual({ client: 0, project: 1, task: 4, comment: 2, entry: 0 })
    expect(overview.lists.map(({ name, suggested, count }) => [name, suggested, count])).toEqual([
      ['Backlog', 'todo', 2],
      ['In Progress', 'in_progress', 1],
      ['Done', 'done', 1],
    ])
    expect(overview.archived).toBe(1)
    const tasks = ofKind(items, 'task')
    expect(tasks.map((task) => task.title)).toEqual([
      'Collect the texts',
      'Sketch the home page',
      'Agree on a budget',
      'An old idea',
    ])
    expect(tasks[1]).toMatchObject({
      description: 'Two directions,\n"bold" and calm\n\nLabels: Design, red',
      people: ['home employee'],
      created_at: '2024-03-12T07:10:57.000Z',
      subtasks: [
        { title: 'Desktop', completed: true },
        { title: 'Phone', completed: false },
      ],
    })
    expect(ofKind(items, 'comment').map(({ text, author }) => [author, text])).toEqual([
      ['Home Employee', 'Which one first?'],
      ['Nobody Known', 'Bold, please 👍'],
    ])
  })

  test("keeps checklist items that exceed a task's limit", async () => {
    const board = JSON.parse(String(fixture('trello.json')))
    board.checklists[0].checkItems = Array.from({ length: 103 }, (_, index) => ({
      name: `Item ${index}`,
      state: 'complete',
      pos: index,
    }))
    const { items } = await readExport(bytes(JSON.stringify(board)))
    const task = ofKind(items, 'task').find(({ title }) => title === 'Sketch the home page')
    expect(task?.subtasks).toHaveLength(100)
    expect(task?.description).toMatch(/☑ Item 100\n☑ Item 101\n☑ Item 102$/)
  })
})

test('an Asana project name may contain commas, and subtasks go into their parents', async () => {
  const { source, items, overview } = await readExport(fixture('asana.csv'))
  expect(source).toBe('asana')
  expect(overview.projects.map(({ name }) => name)).toEqual(['Campaign, spring'])
  expect(ofKind(items, 'task')).toMatchObject([
    {
      external_id: '1201',
      people: ['home.employee@example.test'],
      description: 'First line\nsecond line\n\nTags: urgent,copy',
      done: false,
      subtasks: [{ title: 'Ask the client', completed: true }],
    },
    { external_id: '1202', done: true, completed_at: '2026-01-20' },
  ])
  expect(overview.problems).toEqual([
    { line: 6, message: 'Its parent task “A task elsewhere” is not in the file.' },
  ])
})

test('an Asana JSON export is read like its CSV', async () => {
  const task = {
    gid: '9',
    name: 'Plan',
    notes: '',
    completed: false,
    start_on: '2026-04-27',
    due_on: '2026-05-01',
    assignee: { gid: '1', name: 'Ada' },
    memberships: [{ project: { name: 'Launch' }, section: { name: 'Doing' } }],
    tags: [],
    subtasks: [{ name: 'Call', completed: true }],
  }
  const { overview, items } = await readExport(bytes(JSON.stringify({ data: [task] })))
  expect(overview.projects[0]?.name).toBe('Launch')
  expect(ofKind(items, 'task')[0]).toMatchObject({
    start: '2026-04-27',
    due: '2026-05-01',
    list: 'doing',
    people: ['ada'],
    subtasks: [{ title: 'Call', completed: true }],
  })
})

test('a list named for what is not done yet becomes To Do', async () => {
  const names = ['Not started', 'Not done', 'Un-approved', 'Untested', 'Started', 'Done', 'Notes for review']
  const tasks = names.map((name) => ({
    gid: name,
    name: `Task of ${name}`,
    completed: false,
    memberships: [{ project: { name: 'Launch' }, section: { name } }],
  }))
  const { overview } = await readExport(bytes(JSON.stringify({ data: tasks })))
  expect(overview.lists.map(({ name, suggested }) => [name, suggested])).toEqual([
    ['Not started', 'todo'],
    ['Not done', 'todo'],
    ['Un-approved', 'todo'],
    ['Untested', 'todo'],
    ['Started', 'in_progress'],
    ['Done', 'done'],
    ['Notes for review', 'review'],
  ])
})

test('unreadable rows of a Toggl report are reported by line, and identical rows stay separate', async () => {
  const { source, items, overview } = await readExport(fixture('toggl.csv'))
  expect(source).toBe('toggl')
  const entries = ofKind(items, 'entry')
  expect(entries).toHaveLength(4)
  expect(entries[0]).toMatchObject({
    date: '2026-02-10',
    start: '09:00:00',
    seconds: 5400,
    billable: true,
    note: 'Build: =HYPERLINK("x") 🚀',
  })
  expect(entries[3]).toMatchObject({ project: '', person: 'else@example.test' })
  expect(new Set(entries.map((entry) => entry.external_id)).size).toBe(4)
  expect(overview).toMatchObject({ dates: 'clear', seconds: 5400 + 900 + 900 + 3600 })
  expect(overview.problems).toEqual([
    { line: 1, message: 'The column “amount (usd)” isn’t imported.' },
    { line: 6, message: '“0000-02-11” is not a date.' },
    { line: 7, message: 'The duration is not between one second and 24 hours.' },
  ])
})

test.each([
  ['18:25 min', '00:08:25', 1105, null],
  ['0.31 h', '00:08:25', 1116, null],
  [
    '18:25',
    '00:08:25',
    66_300,
    'Its duration “18:25” differs from its start and end: the duration is imported.',
  ],
  ['18 minuti', '00:08:25', null, '“18 minuti” is not a duration.'],
  ['25:00:00', '00:50:00', null, 'The duration is not between one second and 24 hours.'],
  ['', '', null, 'The duration is missing.'],
])('the Toggl duration “%s” until %s is %s seconds', async (duration, end, seconds, message) => {
  const row = (start: string, end: string, duration: string) =>
    `Ada,a@b.test,Lumen,Portal,,Plan,No,2026-02-10,${start},${duration},${end}`
  const lines = [`${TOGGL},End time`, row('23:50:00', end, duration), row('9:00', '10:00', '1:00:00')]
  const { items, overview } = await readExport(bytes(lines.join('\n')))
  expect(ofKind(items, 'entry').map((entry) => entry.seconds)).toEqual(
    seconds === null ? [3600] : [seconds, 3600],
  )
  expect(overview.problems).toEqual(message === null ? [] : [{ line: 2, message }])
})

test("hours invoiced in Harvest aren't billable", async () => {
  const { source, items, overview } = await readExport(fixture('harvest.csv'))
  expect(source).toBe('harvest')
  expect(overview).toMatchObject({ dates: 'ask', date_sample: '03/02/2026' })
  expect(ofKind(items, 'entry')).toMatchObject([
    {
      seconds: 5400,
      billable: true,
      rate: '120.0',
      cost: '45.5',
      currency: 'USD',
      note: 'Design: Wireframes',
    },
    { seconds: 7200, billable: false },
    { seconds: 2700, billable: false, rate: '0.0', currency: 'EUR', note: 'Programming' },
  ])
})

test('a row keeps its id when the hours are invoiced later', async () => {
  const idOf = async (invoiced: string) => {
    const row = harvestRow('2026-02-03').replace(',No,', `,${invoiced},`)
    return (await readExport(bytes(`${HARVEST}\n${row}`))).items.at(-1)?.external_id
  }
  expect(await idOf('Yes')).toBe(await idOf('No'))
})

test.each([
  ['120', '120'],
  ['0.0', '0.0'],
  ['1,500.0', '1500.0'],
  ['1.500,0', '1500.0'],
  ['1 500,25', '1500.25'],
  ['1\u202f500,25 €', '1500.25'],
  ['CHF 1’500.50', '1500.50'],
  ['1,500,000', '1500000'],
  [',5', '0.5'],
  ['120 kr', '120'],
  ['$1,500.00/hr', '1500.00'],
  ['83.3333', '83.3333'],
  ['1.500', null],
  ['1,500', null],
  ['-5', null],
  ['1,50,0', null],
  ['1.5.0', null],
  ['12 per hour', null],
  ['€', null],
])('the rate “%s” is parsed as %s, and reported if it can’t be', async (text, expected) => {
  const csv = [
    `${HARVEST},Billable Rate,Cost Rate`,
    `${harvestRow('2026-02-03')},"${text}",1`,
    `${harvestRow('2026-02-04')},1,"${text}"`,
  ]
  const { items, overview } = await readExport(bytes(csv.join('\n')))
  expect(ofKind(items, 'entry').map(({ rate, cost }) => [rate, cost])).toEqual([
    [expected, '1'],
    ['1', expected],
  ])
  expect(overview.problems).toEqual(
    expected === null
      ? [
          { line: 2, message: `Its billable rate “${text}” can’t be read: the current rate applies.` },
          { line: 3, message: `Its cost rate “${text}” can’t be read: the current rate applies.` },
        ]
      : [],
  )
})

test.each([
  ['Billable?', 'Yes'],
  ['Invoiced?', 'No'],
  ['Currency', 'USD'],
])('an unreadable “%s” is reported by line', async (_column, word) => {
  const row = `${harvestRow('2026-02-03')},USD`.replace(`,${word}`, ',maybe')
  const { overview } = await readExport(bytes(`${HARVEST},Currency\n${row}`))
  expect(overview.problems).toMatchObject([{ line: 2, message: expect.stringContaining('“maybe”') }])
})

describe('dates', () => {
  const datesOf = async (...dates: string[]) =>
    (await readExport(bytes([HARVEST, ...dates.map(harvestRow)].join('\n')))).overview.dates

  test('one day above 12 determines the order of all', async () => {
    expect(await datesOf('03/04/2026', '13/04/2026')).toBe('dmy')
    expect(await datesOf('03/04/2026', '04/13/2026')).toBe('mdy')
    expect(await datesOf('03/04/2026', '05/06/2026')).toBe('ask')
    expect(await datesOf('2026-04-03', '03.04.2026', '04/04/2026')).toBe('clear')
  })

  test.each([
    ['2026-04-03', 'dmy', '2026-04-03'],
    ['03/04/2026', 'dmy', '2026-04-03'],
    ['03/04/2026', 'mdy', '2026-03-04'],
    ['03/04/2026', null, null],
    ['3.4.2026', 'mdy', '2026-04-03'],
    ['03.04.26', null, '2026-04-03'],
    ['3/4/26', 'mdy', '2026-03-04'],
    ['03-Apr-2026', null, '2026-04-03'],
    ['3. 4. 2026', null, '2026-04-03'],
    ['3/13/2026 12:00 AM', 'mdy', '2026-03-13'],
    ['26-03-04', 'dmy', null],
    ['3.4.206', null, null],
    ['3 Apr 2026', null, '2026-04-03'],
    ['April 3, 2026', null, '2026-04-03'],
    ['2026-02-30', null, null],
    ['0000-01-01', null, null],
    ['31/02/2026', 'dmy', null],
  ] as const)('%s read as %s is %s', (text, order, expected) => {
    expect(readDate(text, order)).toBe(expected)
  })

  test.each([
    ['9:05 PM', '21:05:00'],
    ['12:00 am', '00:00:00'],
    ['09:05:30', '09:05:30'],
    ['9h05', '09:05:00'],
    ['9 h 5', null],
    ['24:00', null],
    ['13:00 PM', null],
  ])('the time %s is %s', (text, expected) => expect(readClock(text)).toBe(expected))

  test.each([
    ['1:30:00', 5400],
    ['1,25', 4500],
    ['.5', 1800],
    ['1h 30m', 5400],
    ['1h30', 5400],
    ['1 hr, 30 min', 5400],
    ['1.5 hrs', 5400],
    ['90 min', 5400],
    ['18:25 min', 1105],
    ['18:75 min', null],
    ['1 hour 30 minutes 15 seconds', 5415],
    ['45s', 45],
    ['1d', null],
    ['1 30', null],
    ['h', null],
    ['25', null],
    ['0', null],
    ['-1', null],
  ])('the hours %s are %s seconds', (text, expected) => expect(readHours(text)).toBe(expected))
})

test('any text round-trips through a table with any separator', async () => {
  const cell = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  await fc.assert(
    fc.asyncProperty(
      cell,
      fc.constantFrom(',', ';', '\t'),
      fc.boolean(),
      async (note, delimiter, windows) => {
        const rows = [
          TOGGL.split(','),
          ['Ada', 'a@b.test', 'Lumen', 'Portal', '', note, 'No', '2026-02-10', '9:00', '1:00:00'],
        ]
        const csv = stringify(rows, {
          delimiter,
          bom: windows,
          record_delimiter: windows ? 'windows' : 'unix',
        })
        const [entry] = ofKind((await readExport(bytes(csv))).items, 'entry')
        const told = storable(note)
          .trim()
          .replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '')
        expect((entry as EntryItem).note).toBe(isBlank(told) ? null : told)
      },
    ),
    { numRuns: 20, examples: [['\u{e0000}', ',', false]] },
  )
})

test('any text round-trips through a board', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), async (desc) => {
      const board = {
        id: 'b',
        name: 'B',
        lists: [{ id: 'l', name: 'L' }],
        cards: [{ id: 'c', name: 'Card', desc, idList: 'l' }],
      }
      const [task] = ofKind((await readExport(bytes(JSON.stringify(board)))).items, 'task')
      const told = storable(desc).trim()
      expect((task as TaskItem).description).toBe(isBlank(told) ? null : told)
    }),
    { numRuns: 60, examples: [['\u{e0000}'], ['\u200b\u2060']] },
  )
})

test('Windows-1252 and UTF-16 files are decoded', async () => {
  const csv = `${TOGGL}\nZoë,z@b.test,Lumen,Portal,,Café,No,2026-02-10,9:00,1:00:00`
  for (const file of [Buffer.from(csv, 'latin1'), Buffer.from(`\uFEFF${csv}`, 'utf16le')]) {
    expect(ofKind((await readExport(file)).items, 'entry')[0]?.note).toBe('Café')
  }
})

test('characters lost before the export are reported, row by row', async () => {
  const csv = `${TOGGL}\nZo\uFFFD,z@b.test,Lumen,Portal,,Caf\uFFFD,No,2026-02-10,9:00,1:00:00`
  const { overview } = await readExport(bytes(csv))
  expect(overview).toMatchObject({ counts: { entry: 1 }, problem_count: 2 })
  expect(overview.problems).toEqual([
    { line: 2, message: '“Caf\uFFFD” lost characters before the export. It is imported as it is.' },
    { line: null, message: 'The name “Zo\uFFFD” lost characters before the export.' },
  ])
})

test.each([
  ['a summary', 'Project,Duration\nPortal,1:00:00', /Toggl summary.*detailed/],
  ['a Trello table', 'Card ID,Card Name\n1,Sketch', /board as JSON/],
  ['a foreign table', 'a,b\n1,2', /t an export from Trello, Asana, Toggl Track, Clockify or Harvest/],
  ['foreign JSON', '{"some":"thing"}', /neither a Trello board nor an Asana project/],
  ['half a board', '{"lists":[', /damaged or incomplete/],
  ['a spreadsheet', 'PK\u0003\u0004', /spreadsheet or an archive/],
  ['only a header', TOGGL, /nothing to import/],
  [
    'only bad rows',
    `${HARVEST}\n${harvestRow('yesterday')}`,
    /nothing to import.*Line 2: “yesterday” is not a date/,
  ],
  ['an unclosed quote', `${TOGGL}\n"open`, /cannot be read/],
])('%s is rejected with a message', async (_what, text, message) => {
  await expect(readExport(bytes(text))).rejects.toThrow(message)
})
