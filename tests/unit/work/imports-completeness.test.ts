import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportItem, TaskItem } from '#server/base/adapters/vendor-exports/items.ts'
import { readExport } from '#server/base/adapters/vendor-exports/read.ts'

const readJson = (json: unknown) => readExport(Buffer.from(JSON.stringify(json)))
const tasksOf = (items: ImportItem[]) => items.filter((item): item is TaskItem => item.kind === 'task')
const bad = fc.constantFrom<unknown>(
  null,
  7,
  'text',
  [],
  {},
  { id: '' },
  { name: {} },
  { idCard: 5, checkItems: {} },
)
const orBad = <Good>(good: fc.Arbitrary<Good>) =>
  fc.oneof({ weight: 4, arbitrary: good as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: bad })
const listOf = <Good>(good: fc.Arbitrary<Good>) => fc.array(orBad(good), { maxLength: 6 })

/** A card or task that is always readable, so that the file has something to import. */
const anchored = { id: 'anchor', name: 'Anchor', idList: 'l' }

describe('everything on a board is imported or reported', () => {
  const item = fc.record({ name: fc.constantFrom('Draw', 'Write'), state: fc.constant('complete') })
  const card = fc.record({
    id: fc.constantFrom('c1', 'c2'),
    name: fc.constant('Card'),
    idList: fc.constant('l'),
  })
  const checklist = fc.record({
    idCard: fc.constant('anchor'),
    name: fc.constant('QA'),
    checkItems: listOf(item),
  })
  const comment = fc.record({
    id: fc.constantFrom('a1', 'a2'),
    type: fc.constant('commentCard'),
    data: fc.record({ text: fc.constantFrom('Yes', ''), card: fc.constant({ id: 'anchor' }) }),
  })

  test('whatever else is beside it', async () => {
    await fc.assert(
      fc.asyncProperty(
        listOf(card),
        listOf(checklist),
        listOf(comment),
        async (cards, checklists, actions) => {
          const lists = [{ id: 'l', name: 'To do' }]
          const board = { id: 'b', name: 'B', lists, cards: [anchored, ...cards], checklists, actions }
          const { items, overview } = await readJson(board)
          const within = checklists.flatMap((part) => {
            const { idCard, checkItems } = Object(part)
            return idCard === 'anchor' && Array.isArray(checkItems) ? checkItems : []
          })
          const readable = checklists.filter((part) => Object(part).idCard === 'anchor').length
          const inFile = board.cards.length + (checklists.length - readable) + within.length + actions.length
          const subtasks = tasksOf(items).flatMap((task) => task.subtasks).length
          expect(overview.counts.task + overview.counts.comment + subtasks + overview.problem_count).toBe(
            inFile,
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(['lists', 'cards', 'labels', 'idMembers', 'members', 'checklists', 'checkItems', 'actions'])(
    'one invalid element of “%s” affects no others',
    async (list) => {
      const good = {
        id: 'b',
        lists: [{ id: 'l', name: 'To do' }] as unknown[],
        members: [{ id: 'm', fullName: 'Ada' }] as unknown[],
        cards: [{ ...anchored, labels: [{ name: 'Red' }], idMembers: ['m'] }] as unknown[],
        checklists: [{ idCard: 'anchor', name: 'QA', checkItems: [{ name: 'Draw' }] }] as unknown[],
        actions: [
          { id: 'a', type: 'commentCard', data: { text: 'Yes', card: { id: 'anchor' } } },
          { id: 'u', type: 'updateCard', data: 'anything' },
        ] as unknown[],
      }
      const before = await readJson(good)
      const add = (value: object): object =>
        Object.fromEntries(
          Object.entries(value).map(([key, part]) => {
            const deeper = Array.isArray(part)
              ? part.map((one) => (typeof one === 'object' && one !== null ? add(one) : one))
              : part
            return [key, key === list ? [...deeper, { name: {} }] : deeper]
          }),
        )
      const after = await readJson(add(good))
      expect(after.items).toEqual(before.items)
      expect(after.overview.problem_count).toBe(1)
    },
  )
})

test('an invalid list is reported, and the rest of its card is imported', async () => {
  const card = { ...anchored, labels: 'red', idMembers: 5, due: 'soon' }
  const { items, overview } = await readJson({
    id: 'b',
    lists: [],
    cards: [card],
    members: {},
    checklists: 1,
  })
  expect(tasksOf(items)).toMatchObject([{ title: 'Anchor', people: [], due: null }])
  expect(overview.problems.map(({ message }) => message)).toEqual([
    'The members can’t be read and are left out.',
    'The checklists can’t be read and are left out.',
    'The labels of the card “Anchor” can’t be read and are left out.',
    'The members of the card “Anchor” can’t be read and are left out.',
    'The due date of the card “Anchor” “soon” can’t be read and is left out.',
  ])
})

test('members with the same name stay two people, and all members of a card are listed', async () => {
  const members = [
    { id: 'm1', fullName: 'Kim Lee' },
    { id: 'm2', fullName: 'Kim Lee' },
  ]
  const cards = [
    { ...anchored, idMembers: ['m1', 'm2'] },
    { ...anchored, id: 'other', idMembers: ['m2'] },
  ]
  const { items, overview } = await readJson({ id: 'b', lists: [], cards, members })
  expect(overview.people.map(({ name, count }) => [name, count])).toEqual([
    ['Kim Lee', 1],
    ['Kim Lee (m2)', 2],
  ])
  expect(tasksOf(items)).toMatchObject([
    { people: ['kim lee', 'kim lee (m2)'], description: 'Members: Kim Lee, Kim Lee' },
    { people: ['kim lee (m2)'], description: null },
  ])
})

test('a text that is too long is truncated and reported', async () => {
  const card = { ...anchored, name: 'x'.repeat(301), desc: 'y'.repeat(10_001) }
  const { overview } = await readJson({ id: 'b', lists: [], cards: [card] })
  expect(overview.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('has more than 300 characters and is shortened.'),
    expect.stringContaining('has more than 10,000 characters and is shortened.'),
  ])
})

const ASANA = ['Task ID', 'Name', 'Section/Column', 'Projects', 'Parent task', 'Completed At', 'Created At']
type Row = [id: string, name: string, parent?: string]
const readAsana = (rows: Row[]) =>
  readExport(
    Buffer.from(
      stringify([ASANA, ...rows.map(([id, name, parent = '']) => [id, name, 'To do', 'P', parent, '', ''])]),
    ),
  )
const outline = (items: ImportItem[]) =>
  tasksOf(items).map(({ external_id, subtasks }) => [external_id, ...subtasks.map(({ title }) => title)])

describe('subtasks of an Asana table', () => {
  test('belong to the task above them, even if other tasks have its name', async () => {
    const rows: Row[] = [
      ['1', 'Launch'],
      ['2', 'Draw', 'Launch'],
      ['3', 'Ink', 'Draw'],
      ['4', 'Launch'],
      ['5', 'Write', 'Launch'],
      ['6', 'Other'],
    ]
    const { items, overview } = await readAsana(rows)
    expect(outline(items)).toEqual([['1', 'Draw', 'Draw: Ink'], ['4', 'Write'], ['6']])
    expect(overview.problems).toEqual([])
  })

  test('are reported if it is unclear to which task they belong', async () => {
    const { items, overview } = await readAsana([
      ['1', 'Launch'],
      ['2', 'Launch'],
      ['3', 'Draw', 'Launch'],
      ['4', 'Nowhere', 'Gone'],
      ['5', 'Ink', 'Nowhere'],
      ['6', 'Itself', 'Itself'],
    ])
    expect(outline(items)).toEqual([['1'], ['2']])
    expect(overview.problems).toEqual([
      { line: 4, message: '2 tasks are called “Launch”, and the file doesn’t say to which it belongs.' },
      { line: 5, message: 'Its parent task “Gone” is not in the file.' },
      { line: 6, message: 'Its parent task “Nowhere” is left out.' },
      { line: 7, message: 'Its parent task “Itself” is not in the file.' },
    ])
  })

  test('and tasks add up to the rows of the file', async () => {
    const name = fc.constantFrom('A', 'B', 'C', '')
    const row = fc.tuple(fc.constantFrom('1', '2', ''), name, name) as fc.Arbitrary<Row>
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
        const { items, overview } = await readAsana([['0', 'Anchor'], ...rows])
        const subtasks = tasksOf(items).flatMap((task) => task.subtasks).length
        expect(overview.counts.task + subtasks + overview.problem_count).toBe(rows.length + 1)
      }),
    )
  })
})

test('the JSON export of Asana has each task and subtask imported or reported', async () => {
  const part = fc.record({
    name: fc.constantFrom('Draw', ''),
    subtasks: listOf(fc.record({ name: fc.constant('Ink') })),
  })
  const task = fc.record({
    gid: fc.constantFrom('1', '2'),
    name: fc.constant('Task'),
    subtasks: listOf(part),
  })
  const isReadable = (raw: unknown) => typeof Object(raw).name === 'string'
  await fc.assert(
    fc.asyncProperty(listOf(task), async (tasks) => {
      const data = [{ gid: '0', name: 'Anchor' }, ...tasks]
      const { items, overview } = await readJson({ data })
      const read = tasks.filter((raw) => Object(raw).gid !== undefined && isReadable(raw))
      const parts = read.flatMap((raw) => Object(raw).subtasks as unknown[])
      const deeper = parts.flatMap((raw) => (Array.isArray(Object(raw).subtasks) ? Object(raw).subtasks : []))
      const subtasks = tasksOf(items).flatMap((one) => one.subtasks).length
      expect(overview.counts.task + subtasks + overview.problem_count).toBe(
        data.length + parts.length + deeper.length,
      )
    }),
    { numRuns: 60 },
  )
})
