import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal } from '#server/base/adapters/tables/numbers.ts'
import type { EntryItem, ImportItem, TaskItem } from '#server/base/adapters/vendor-exports/items.ts'
import { readExport } from '#server/base/adapters/vendor-exports/read.ts'

const TOGGL = [
  'User',
  'Email',
  'Client',
  'Project',
  'Description',
  'Billable',
  'Start date',
  'Start time',
  'Duration',
]
const row = (description: string, more: string[] = []) => [
  'Ada',
  'ada@example.test',
  'Lumen',
  'Portal',
  description,
  'Yes',
  '2026-03-04',
  '09:00:00',
  '01:00:00',
  ...more,
]
const lineOf = (cells: string[]) => stringify([cells], { record_delimiter: '' })

const read = (text: string) => readExport(Buffer.from(text))
const entriesOf = (items: ImportItem[]) => items.filter((item): item is EntryItem => item.kind === 'entry')
const tasksOf = (items: ImportItem[]) => items.filter((item): item is TaskItem => item.kind === 'task')
const messagesOf = ({ overview }: Awaited<ReturnType<typeof readExport>>) =>
  overview.problems.map(({ line, message }) => (line === null ? message : `${line} ${message}`))

describe('a table', () => {
  test('may use any line endings, even mixed ones', async () => {
    const [head, ...rows] = [TOGGL, row('One'), row('Two'), row('Three'), row('Four')].map(lineOf)
    for (const ends of [
      ['\r\n', '\n', '\n', '\r\n'],
      ['\n', '\r\n', '\r', '\r'],
      ['\r', '\r', '\n', '\r\n'],
    ]) {
      const text = `${head}${ends[0]}${rows.map((one, index) => one + ends[index]).join('')}`
      const file = await read(text)
      expect(
        entriesOf(file.items).map(({ note }) => note),
        JSON.stringify(ends),
      ).toEqual(['One', 'Two', 'Three', 'Four'])
      expect(messagesOf(file)).toEqual([])
    }
  })

  test('is parsed by the separator of its header, below blank lines and beside quoted names', async () => {
    const inQuotes = (name: string) => `"${name}"`
    for (const separator of [',', ';', '\t', '|']) {
      for (const above of ['', '\r\n\r\n', '   \r\n']) {
        const others = [',', ';', '|'].filter((other) => other !== separator)
        const names = [...TOGGL, `Tags${others.map((other) => `${other} x${other} y${other} z`).join('')}`]
        const rows = [names.map(inQuotes), row('A, B; C | D', ['']).map(inQuotes)]
        const file = await read(above + rows.map((cells) => cells.join(separator)).join('\r\n'))
        expect(
          entriesOf(file.items).map(({ note }) => note),
          JSON.stringify([separator, above]),
        ).toEqual(['A, B; C | D'])
        expect(messagesOf(file)).toEqual([])
      }
    }
  })

  test('may have cells that begin with a quotation', async () => {
    const plain = (cell: string) => lineOf(row('NOTE')).replace('NOTE', cell)
    const notes = ['"Blue" Ltd', '"A"B', '"One" two', '  "x" y "z" ', '"quoted, cell" ', 'The "Best"']
    const file = await read([lineOf(TOGGL), ...notes.map(plain)].join('\n'))
    expect(entriesOf(file.items).map(({ note }) => note)).toEqual([
      '"Blue" Ltd',
      '"A"B',
      '"One" two',
      '"x" y "z"',
      'quoted, cell',
      'The "Best"',
    ])
    expect(messagesOf(file)).toEqual([])
  })

  test('reports a row with extra cells, and ignores empty ones', async () => {
    const shifted = 'Ada,ada@example.test,Lumen,Portal,Plan, draft,Yes,2026-03-04,09:00:00,01:00:00'
    const empty = lineOf(row('Two', ['', '', '']))
    const file = await read([lineOf([...TOGGL, '', '']), lineOf(row('One')), shifted, empty].join('\n'))
    expect(entriesOf(file.items).map(({ note }) => note)).toEqual(['One', 'Two'])
    expect(messagesOf(file)).toEqual([expect.stringMatching('^3 This row has a cell without a column')])
  })

  test('reports a column that appears twice, and uses the first', async () => {
    const rows = [row('One', ['Other']), row('Two', ['']), row('', ['Other'])]
    const file = await read([[...TOGGL, 'description'], ...rows].map(lineOf).join('\n'))
    expect(entriesOf(file.items).map(({ note }) => note)).toEqual(['One', 'Two', null])
    expect(messagesOf(file)).toEqual(['1 The column “description” appears twice; the first is read.'])
  })

  test.each(['utf16le', 'utf16be'] as const)('in %s without a BOM is decoded', async (encoding) => {
    const bytes = Buffer.from([TOGGL, row('Grüße aus 東京 und Łódź')].map(lineOf).join('\r\n'), 'utf16le')
    const file = await readExport(encoding === 'utf16le' ? bytes : bytes.swap16())
    expect(entriesOf(file.items).map(({ note }) => note)).toEqual(['Grüße aus 東京 und Łódź'])
    expect(messagesOf(file)).toEqual([])
  })

  test('reports a guessed encoding', async () => {
    const bytes = Buffer.from([TOGGL, row('Für Müller')].map(lineOf).join('\r\n'), 'latin1')
    const file = await readExport(bytes)
    expect(entriesOf(file.items).map(({ note }) => note)).toEqual(['Für Müller'])
    expect(messagesOf(file)).toEqual([
      'The file isn’t UTF-8 and was read as Windows-1252. Check the letters of “Für”. If they are wrong, save the file as UTF-8.',
    ])
  })

  test('with a cell of ten megabytes is parsed, and reports what is truncated', async () => {
    const file = await read([TOGGL, row('x'.repeat(10_000_000)), row('Two')].map(lineOf).join('\n'))
    expect(entriesOf(file.items).map(({ note }) => note?.length)).toEqual([500, 3])
    expect(messagesOf(file)).toEqual([
      expect.stringContaining('has more than 500 characters and is shortened.'),
    ])
  })

  test('reports truncated names, and keeps them distinct', async () => {
    const long = (end: string) => `${'Project '.repeat(40)}${end}`
    const rows = ['one', 'two', 'two'].map((end) =>
      row('Note').map((cell) => (cell === 'Portal' ? long(end) : cell)),
    )
    const { items, overview } = await read([TOGGL, ...rows].map(lineOf).join('\n'))
    expect(overview.projects.map(({ name, count }) => [name.length, count])).toEqual([
      [200, 1],
      [200, 2],
    ])
    expect(overview.problem_count).toBe(2)
    expect(new Set(entriesOf(items).map(({ project }) => project)).size).toBe(2)
  })

  test.each([
    ['2026-03-04', '04.03.2026', '4 March 2026', 'Mar 4, 2026', '2026/03/04'],
    ['03/04/2026', '3-4-2026'],
  ])('parses dates in any order: %s', async (...dates) => {
    const rows = dates.map((date) => row('Note').map((cell) => (cell === '2026-03-04' ? date : cell)))
    const file = await read([TOGGL, ...rows].map(lineOf).join('\n'))
    expect(entriesOf(file.items)).toHaveLength(dates.length)
    expect(file.overview.dates).toBe(dates[0] === '2026-03-04' ? 'clear' : 'ask')
  })

  test('adds up: each row is an entry or a problem', async () => {
    const odd = fc.constantFrom(
      '',
      'x',
      '٣',
      '1,5',
      '"',
      "'=1",
      'a\nb',
      'é',
      '01:00:00',
      '2026-03-04',
      '31/12/2026',
      '\u200b',
    )
    const cells = fc.tuple(
      fc.constant(row('Note')),
      fc.array(fc.tuple(fc.nat(TOGGL.length + 1), odd), { maxLength: 4 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\r\n', '\n', '\r'),
        async (changed, delimiter, end) => {
          const rows = changed.map(([before, changes]) => {
            const after = [...before]
            for (const [at, cell] of changes) after[at] = cell
            return Array.from(after, (cell) => cell ?? '')
          })
          const text = stringify([TOGGL, row('Anchor'), ...rows], {
            delimiter,
            record_delimiter: end,
            quoted_match: /[\r\n]/,
          })
          const { overview } = await read(text)
          const doubtful = overview.problems.filter(({ message }) =>
            /is neither|lost characters/.test(message),
          )
          expect(overview.counts.entry + overview.problem_count - doubtful.length).toBe(rows.length + 1)
        },
      ),
      { numRuns: 60 },
    )
  })
})

test.each([
  ["1'500.00", '1500.00'],
  ['1’500.00', '1500.00'],
  ['1 500,00', '1500.00'],
  ['1\u00a0500,00', '1500.00'],
  ['1\u202f500,00', '1500.00'],
  ['€ 12,5', '12.5'],
  ['CHF 95', '95'],
  ['٣', null],
  ['1.500', null],
  ['-5', null],
  ['1e3', null],
  ['1,2,3', null],
  ['12.34.56', null],
  ['Infinity', null],
])('the amount %j is parsed as %j', (text, amount) => {
  expect(readDecimal(text)).toBe(amount)
})

describe('a task', () => {
  const json = (data: object[]) => read(JSON.stringify({ data }))

  test('with more than one project in Asana lists the others', async () => {
    const memberships = ['Launch', 'Website', 'Launch'].map((name) => ({
      project: { name },
      section: { name: 'Doing' },
    }))
    const file = await json([{ gid: '1', name: 'Plan', memberships, projects: [{ name: 'Print' }] }])
    expect(tasksOf(file.items).map(({ description }) => description)).toEqual([
      'Projects: Launch, Website, Print',
    ])
    const head = ['Task ID', 'Created At', 'Completed At', 'Name', 'Section/Column', 'Projects']
    const table = await read(
      [head, ['1', '', '', 'Plan', 'To do', 'Launch, Website'], ['2', '', '', 'Do', 'To do', 'Launch']]
        .map(lineOf)
        .join('\n'),
    )
    expect(tasksOf(table.items).map(({ description }) => description)).toEqual([
      'Projects: Launch, Website',
      null,
    ])
  })

  test('with an unreadable due date reports it', async () => {
    const file = await json([
      { gid: '1', name: 'Plan', due_on: '2026-13-45' },
      { gid: '2', name: 'Do', due_on: '2026-03-04' },
    ])
    expect(tasksOf(file.items).map(({ due }) => due)).toEqual([null, '2026-03-04'])
    expect(messagesOf(file)).toEqual([
      'The due date of the task “Plan” “2026-13-45” can’t be read and is left out.',
    ])
  })

  test('reports what its subtasks have beyond a title', async () => {
    const asana = await json([
      {
        gid: '1',
        name: 'Plan',
        subtasks: [
          {
            name: 'Call',
            notes: 'At noon',
            due_on: '2026-03-04',
            assignee: { name: 'Ada' },
            tags: [{ name: 'x' }],
          },
          { name: 'Write', notes: '', due_on: null, assignee: null, tags: [] },
        ],
      },
    ])
    expect(messagesOf(asana)).toEqual([
      'Not imported from the subtask “Call”: notes, due date, assignee, tags.',
    ])
    const head = [
      'Task ID',
      'Created At',
      'Completed At',
      'Name',
      'Notes',
      'Parent task',
      'Assignee',
      'Due Date',
    ]
    const rows = [
      ['1', '', '', 'Plan', '', '', '', ''],
      ['2', '', '', 'Call', 'At noon', 'Plan', '', '2026-03-04'],
    ]
    expect(messagesOf(await read([head, ...rows].map(lineOf).join('\n')))).toEqual([
      '3 Not imported from the subtask “Call”: notes, due date.',
    ])
    const trello = await read(
      JSON.stringify({
        id: 'b',
        lists: [],
        cards: [{ id: 'c', name: 'Card', idList: 'l' }],
        checklists: [
          { idCard: 'c', name: 'QA', checkItems: [{ name: 'Call', due: '2026-03-04', idMember: 'm' }] },
        ],
      }),
    )
    expect(messagesOf(trello)).toEqual(['Not imported from the subtask “Call”: due date, member.'])
  })
})
