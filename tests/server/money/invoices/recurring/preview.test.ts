import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { partyLines } from '#shared/identity/letterhead/parties.ts'
import { type Draft, draftPaper } from '#shared/money/invoices/invoice-draft.ts'
import {
  paperColumns,
  paperFacts,
  paperInstallments,
  paperOf,
  paperRows,
  paperSums,
  paperTaxNotes,
} from '#shared/money/invoices/invoice-paper.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const rates = await Promise.all([
    owner.letterhead.saveTaxRate({ name: 'VAT 19%', bps: 1900, category: 'standard' }),
    owner.letterhead.saveTaxRate({
      name: 'Reverse charge',
      bps: 0,
      category: 'reverse_charge',
      note: 'The recipient accounts for the VAT.',
    }),
  ])
  return { db, world, owner, rates }
}

const line = {
  unit: null,
  seconds: null,
  discount_bps: 0,
  tax_bps: 0,
  tax_name: null,
  tax_category: null,
  tax_note: null,
}

test("a draft's preview matches its PDF to the cent", async () => {
  const { world, owner, rates } = await setUp()
  const [standard, reverse] = rates
  const draft: Draft = {
    title: 'May',
    description: 'As agreed',
    notes: 'Thank you',
    purchase_order: 'PO-7',
    currency: 'EUR',
    tax_rounding: 'document',
    stage: 'whole',
    advances: [],
    prices_include_tax: true,
    discount: { type: 'amount', value: 10_01 },
    dueDate: '2026-04-03',
    supply_from: '2026-02-01',
    supply_to: '2026-02-28',
    instalments: ['2026-03-10', '2026-04-10', '2026-05-10'],
    items: [
      {
        ...line,
        description: 'Design',
        quantity: 2.335,
        unit: 'hour',
        seconds: 8406,
        rate: 119_99,
        tax_bps: 1900,
        tax_name: 'VAT 19%',
        tax_category: 'standard',
      },
      {
        ...line,
        description: 'Abroad',
        quantity: 1,
        rate: 500_00,
        discount_bps: 333,
        tax_name: 'Reverse charge',
        tax_category: 'reverse_charge',
        tax_note: 'The recipient accounts for the VAT.',
      },
      { ...line, description: 'Typed', quantity: 3, rate: 7_77, tax_bps: 550, tax_category: 'standard' },
    ],
  }
  const ids = [standard.id, reverse.id, null]
  const { client } = world.home
  const { dueDate, tax_rounding: _, advances: _none, ...fields } = draft
  const saved = await owner.invoices.save({
    ...draftFor(client.clientId),
    ...fields,
    discount: { type: 'amount', value: 10_01 },
    due_date: dueDate,
    booking_rate: '1.1',
    items: draft.items.map(({ tax_name, tax_category, tax_note, ...item }, index) => ({
      ...item,
      tax_rate_id: ids[index] ?? null,
    })),
  })
  const parties = await owner.invoices.letterhead({ client_id: client.clientId })
  const preview = draftPaper(draft, parties)
  const bare = ({ items, ...paper }: typeof preview) => ({
    ...paper,
    items: items.map(({ id, tax_rate_id, project_id, ...item }) => item),
  })
  expect(bare(preview)).toEqual(bare(paperOf(saved)))

  const pdf = await renderInvoicePdf(paperOf(saved))
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  const said = text.replace(/\s+/g, ' ')
  const texts = [
    preview.title,
    ...paperFacts(preview).flat(),
    ...partyLines(preview.parties.seller),
    ...partyLines(preview.parties.buyer),
    ...paperColumns(preview),
    ...paperRows(preview).flat(),
    ...paperSums(preview).flat(),
    ...paperTaxNotes(preview),
    ...paperInstallments(preview).flat(),
  ]
  for (const words of texts) expect(said).toContain(words.replace(/\s+/g, ' '))
  expect(texts.join('\n')).toContain('VAT 19% on ')
})

test("a preview shows only the agency's own letterhead and clients", async () => {
  const { db, world, owner } = await setUp()
  const nobody = await owner.invoices.letterhead({ client_id: null })
  expect(nobody.seller.name).toBe('Home Agency')
  expect(nobody.buyer.name).toBe('')
  const { clientId } = world.foreign.client
  await expect(owner.invoices.letterhead({ client_id: clientId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const foreign = callerAs(db, world.foreign.owner)
  expect((await foreign.invoices.letterhead({ client_id: clientId })).seller.name).not.toBe('Home Agency')
})
