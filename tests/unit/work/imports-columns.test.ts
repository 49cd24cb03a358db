import { describe, expect, test } from 'vitest'
import type { EntryItem, ImportItem } from '#server/base/adapters/vendor-exports/items.ts'
import { readExport } from '#server/base/adapters/vendor-exports/read.ts'

const entriesOf = (items: ImportItem[]) => items.filter((item): item is EntryItem => item.kind === 'entry')

const HARVEST = 'Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name'
const harvestRow = (date: string) => `${date},Lumen,Portal,Design,,1,Yes,No,Ada,Byron`

describe('a file without a column', () => {
  const hoursOf = async (text: string) => {
    const { items, overview } = await readExport(Buffer.from(text))
    const entries = entriesOf(items).map(({ billable, invoiced }) => [billable, invoiced ?? false])
    const { people, asks_billable, problems } = overview
    return { entries, people: people.map(({ name, count }) => [name, count]), asks_billable, problems }
  }

  test('“Billable” leaves it to the mapping, and one without people maps all of them together', async () => {
    const text =
      '"Description",Duration,Project,Start date,Start time,Stop date,Stop time\n' +
      'Plan,1:00:00,Portal,2026-02-10,9:00,2026-02-10,10:00\nCall,1:00:00,Portal,2026-02-10,9:00,2026-02-10,9:30'
    expect(await hoursOf(text)).toEqual({
      entries: [
        [null, false],
        [null, false],
      ],
      people: [['Everybody in this file', 2]],
      asks_billable: true,
      problems: [
        {
          line: 1,
          message: 'The file has no column “Billable”: choose whether all of its hours are billable.',
        },
        {
          line: 3,
          message: 'Its duration “1:00:00” differs from its start and end: the duration is imported.',
        },
      ],
    })
  })

  test.each(['Billable', 'Billable?', 'Is billable'])('isn’t one that calls it “%s”', async (name) => {
    const row = (cell: string) => `${cell},1:00:00,Portal,2026-02-10,9:00`
    const rows = ['Ja', 'Billable', 'oui', 'Nein', 'Non-billable', 'non'].map(row)
    const text = [`${name},Duration,Project,Start date,Start time`, ...rows].join('\n')
    expect(await hoursOf(text)).toMatchObject({
      entries: [true, true, true, false, false, false].map((billable) => [billable, false]),
      asks_billable: false,
      problems: [],
    })
  })

  test('“Billable?” or “Invoiced?” of Harvest is reported once', async () => {
    const without = (column: string) => {
      const at = HARVEST.split(',').indexOf(column)
      const rows = [HARVEST, harvestRow('2026-02-03'), harvestRow('2026-02-04').replace(',No,', ',Yes,')]
      return rows.map((row) => row.split(',').toSpliced(at, 1).join(',')).join('\n')
    }
    expect(await hoursOf(without('Billable?'))).toMatchObject({
      entries: [
        [null, false],
        [false, true],
      ],
      asks_billable: true,
      problems: [{ line: 1, message: expect.stringContaining('no column “Billable?”') }],
    })
    expect(await hoursOf(without('Invoiced?'))).toMatchObject({
      entries: [
        [true, false],
        [true, false],
      ],
      asks_billable: false,
      problems: [{ line: 1, message: expect.stringContaining('“Billed until”') }],
    })
  })

  test('isn’t assumed where only cells are empty: they are reported', async () => {
    const row = harvestRow('2026-02-03').replace(',Yes,', ',,')
    expect(await hoursOf(`${HARVEST}\n${row}\n2026-02-03,Lumen,Portal,Design,,1`)).toMatchObject({
      entries: [
        [false, false],
        [false, false],
      ],
      problems: [
        { line: 2, message: 'An empty cell under “Billable?” is neither yes nor no and is read as no.' },
        { line: 3, message: 'An empty cell under “Billable?” is neither yes nor no and is read as no.' },
        { line: 3, message: 'An empty cell under “Invoiced?” is neither yes nor no and is read as no.' },
      ],
    })
  })
})

describe('a table of another product', () => {
  const row = (columns: string, cells: string) => readExport(Buffer.from(`${columns}\n${cells}\n`))

  test.each([
    [
      'Employee ID,First Name,Last Name,Date,Hours,Job/Project,Notes',
      '7,Ada,Byron,2026-02-03,1,Portal,Plan',
      'This is not Harvest’s detailed time report.',
    ],
    [
      'Task ID,Name,Status,Priority,Due Date,Type,Project,Effort,Notes,Link',
      '1,Plan,Done,High,2026-02-03,x,Team,2,,',
      'This isn’t an export from',
    ],
    [
      'Name,Task ID,Status,Assign,Due,Project',
      'Plan,1,Done,Ada,2026-02-03,Team',
      'This isn’t an export from',
    ],
  ])('is refused: %s', async (columns, cells, message) => {
    await expect(row(columns, cells)).rejects.toThrow(message)
  })

  test('in the format of a product is imported, and its further columns are named', async () => {
    const { overview } = await row(
      `${HARVEST},Hours Rounded,Mood,Task Group,Empty`,
      `${harvestRow('2026-02-03')},1,Good,A,`,
    )
    expect(overview.problems).toEqual([
      { line: 1, message: 'The columns “mood”, “task group” aren’t imported.' },
    ])
  })

  test('joined with another of the same product is imported without the second header', async () => {
    const text = [HARVEST, harvestRow('2026-02-03'), HARVEST, harvestRow('2026-02-04')].join('\n')
    const { overview } = await readExport(Buffer.from(text))
    expect(overview.counts.entry).toBe(2)
    expect(overview.problems).toEqual([
      { line: 3, message: 'This row repeats the first line and is left out.' },
    ])
  })
})

describe('a detailed report of Clockify', () => {
  const HEADER =
    'Project,Client,Description,Task,User,Group,Email,Tags,Billable,Start Date,Start Time,End Date,End Time,' +
    'Duration (h),Duration (decimal),Billable Rate (USD),Billable Amount (USD)'
  const entry = (changes: Record<string, string> = {}) => {
    const values: Record<string, string> = {
      ...{ Project: 'Portal', Client: 'Lumen', Description: 'Plan', User: 'Ada', Email: 'ada@x.test' },
      ...{ Billable: 'Yes', 'Start Date': '02/13/2026', 'Start Time': '09:00:00 AM' },
      ...{ 'End Date': '02/13/2026', 'End Time': '09:20:10 AM' },
      ...{ 'Duration (h)': '00:20:10', 'Duration (decimal)': '0.34', 'Billable Rate (USD)': '75.00' },
      ...{ 'Billable Amount (USD)': '25.21', ...changes },
    }
    return HEADER.split(',').map((name) => values[name] ?? '')
  }
  const read = (...rows: string[][]) =>
    readExport(Buffer.from([HEADER, ...rows.map((row) => row.join(','))].join('\n')))

  test('is read with its rates, and the exact duration', async () => {
    const { source, items, overview } = await read(
      entry(),
      entry({ Billable: 'No', 'Duration (h)': '', 'Duration (decimal)': '0.50', 'End Time': '' }),
    )
    expect(source).toBe('clockify')
    expect(entriesOf(items)).toMatchObject([
      {
        ...{ date: '02/13/2026', start: '09:00:00', seconds: 1210, billable: true },
        ...{ rate: '75.00', cost: null, currency: 'USD', person: 'ada@x.test', note: 'Plan' },
      },
      { seconds: 1800, billable: false },
    ])
    expect(overview).toMatchObject({ dates: 'mdy', problems: [] })
  })

  test('in an earlier layout is read, and its tags and groups are named', async () => {
    const { overview } = await read(entry({ Tags: 'x', Group: 'Team' }))
    expect(overview.problems).toEqual([{ line: 1, message: 'The columns “group”, “tags” aren’t imported.' }])
    const at = HEADER.split(',').indexOf('Group')
    const without = [HEADER.split(','), entry()].map((row) => row.toSpliced(at, 1).join(',')).join('\n')
    expect((await readExport(Buffer.from(without))).overview).toMatchObject({ counts: { entry: 1 } })
  })
})

test('more than 50,000 rows are rejected', async () => {
  const csv = `${HARVEST}\n${`${harvestRow('2026-02-03')}\n`.repeat(50_001)}`
  await expect(readExport(Buffer.from(csv))).rejects.toThrow('at most 50000 rows')
})
