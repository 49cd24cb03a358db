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
        { line: 2, message: 'An empty cell under “Billable?” is neither yes nor no and read as no.' },
        { line: 3, message: 'An empty cell under “Billable?” is neither yes nor no and read as no.' },
        { line: 3, message: 'An empty cell under “Invoiced?” is neither yes nor no and read as no.' },
      ],
    })
  })
})
