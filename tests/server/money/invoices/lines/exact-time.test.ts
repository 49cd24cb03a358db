import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import { present } from '#server/base/core/calls/errors.ts'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { numberedDocuments } from '#server/money/ledger/exports/queries/numbered-documents.ts'
import { lineRows } from '#server/money/ledger/exports/queries/table-layouts.ts'
import { paperOf, paperRows } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { on } from '../../../time/timesheets/setup.ts'
import { addProject, setUpWorld } from '../../../work/projects/setup.ts'

const RATE = 90_00

/** The owner's own time on a project at 90.00 an hour: 20, 5 and 7 minutes on separate tasks. */
async function setUp() {
  const world = await setUpWorld()
  const { db, owner } = world
  const project = await addProject(db, world.world.home, 'Website', { billing_rate: RATE })
  for (const minutes of [20, 5, 7]) {
    const task = await owner.tasks.save({ title: `Call of ${minutes}`, project_id: project })
    await owner.workLog.save({ task_id: task.id, time: on('2026-03-02', `${minutes}m`) })
  }
  const input = { client_id: world.world.home.client.clientId, group_by: 'task' } as const
  const bill = () => owner.invoices.fromTime({ ...input, title: 'March', due_date: '2026-04-01' })
  return { ...world, project, input, bill }
}

/** The line of the 20 minutes. */
const lineOf = ({ items }: InvoiceDocumentDto) =>
  present(
    items.find(({ description }) => description.endsWith('20')),
    'The line of 20 minutes',
  )

const formOf = (draft: InvoiceDocumentDto) => ({
  id: draft.id,
  version: draft.version,
  client_id: draft.client_id ?? '',
  title: draft.title,
  due_date: draft.dueDate,
  currency: draft.currency,
})

test('20 minutes at 90.00 are 30.00 in the project, the preview, the invoice and the PDF', async () => {
  const { owner, project, input, bill } = await setUp()
  const figure = async () => (await owner.timesheets.projectTime({ project_id: project })).value
  expect(await figure()).toBe(48_00)
  const preview = await owner.timesheets.unbilled(input)
  expect(preview.amount).toBe(48_00)
  expect(preview.lines.map(({ seconds, amount }) => [seconds, amount])).toEqual(
    expect.arrayContaining([
      [1200, 30_00],
      [300, 7_50],
      [420, 10_50],
    ]),
  )
  const draft = await bill()
  expect(draft.amount).toBe(48_00)
  expect(lineOf(draft)).toMatchObject({ quantity: 0.333, seconds: 1200, amount: 30_00 })
  expect(await figure()).toBe(48_00)
  expect(paperRows(paperOf(draft))).toContainEqual(['Website: Call of 20', '20 min', '$90.00', '$30.00'])
})

test('a line is exact until its quantity or unit is changed', async () => {
  const { owner, bill } = await setUp()
  const draft = await bill()
  const { id, description, quantity, rate } = lineOf(draft)
  const form = formOf(draft)
  // A program that sends back only the fields it knows.
  const same = await owner.invoices.save({ ...form, items: [{ id, description, quantity, rate }] })
  expect(same.items).toMatchObject([{ seconds: 1200, amount: 30_00 }])
  const dearer = await owner.invoices.save({
    ...formOf(same),
    items: [{ id, description, quantity, rate: 100_00 }],
  })
  expect(dearer.items).toMatchObject([{ seconds: 1200, amount: 33_33 }])
  const days = await owner.invoices.save({
    ...formOf(dearer),
    items: [{ id, description, quantity, rate, unit: 'day', seconds: 1200 }],
  })
  expect(days.items).toMatchObject([{ seconds: null, amount: 29_97 }])
  const typed = await owner.invoices.save({
    ...formOf(days),
    items: [
      { description, quantity: 0.5, rate, unit: 'Stunden', seconds: 1200 },
      { description, quantity: 0.333, rate, unit: 'Stunden', seconds: 1200 },
    ],
  })
  expect(typed.items).toMatchObject([
    { seconds: null, amount: 45_00 },
    { seconds: 1200, amount: 30_00 },
  ])
})

test('e-invoices and exports have the exact time', async () => {
  const { db, world, owner, bill } = await setUp()
  const sent = await owner.invoices.send({ id: (await bill()).id })
  const ubl = toUbl({ document: sent, format: 'peppol', pdf: null })
  expect(ubl['ubl:Invoice']['cac:InvoiceLine']).toContainEqual(
    expect.objectContaining({
      'cbc:InvoicedQuantity': '20',
      'cbc:InvoicedQuantity@unitCode': 'MIN',
      'cbc:LineExtensionAmount': '30.00',
      'cac:Price': expect.objectContaining({ 'cbc:PriceAmount': '90.00', 'cbc:BaseQuantity': '60' }),
    }),
  )
  const quantities: unknown[] = []
  const ctx = ctxFor(db, world.home.owner as SeedMember) as AgencyCtx
  for await (const documents of numberedDocuments(ctx, { from: null, to: null })) {
    quantities.push(...documents.flatMap(lineRows).map(({ quantity }) => quantity))
  }
  expect(quantities.toSorted()).toEqual([1 / 12, 7 / 60, 1 / 3])
  const { csv } = await owner.workLog.exportCsv({ whose: 'own' })
  const hours = csv
    .split('\n')
    .slice(1)
    .map((row) => Number(row.split(',')[3]))
  expect(hours.filter((value) => value > 0).toSorted((a, b) => b - a)).toEqual([1 / 3, 7 / 60, 1 / 12])
})
