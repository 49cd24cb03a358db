import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { renderSheet, table } from '#server/base/adapters/documents/document-page.ts'

const COLUMNS = ['Description', 'Quantity', 'Amount']
const words = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index + 1))

/** The text of each page, without header and footer. */
async function pagesOf(rows: string[][]): Promise<string[]> {
  const sheet = {
    title: 'Invoice',
    reference: 'INV-1',
    createdOn: '2026-03-04',
    text: rows.flat().join('\n'),
  }
  const pdf = await renderSheet(sheet, (page) =>
    table(page, { columns: COLUMNS, rows, sums: [['Total', '9,876.00']], strong: 'Total' }),
  )
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test.each([
  ['one paragraph', words(3000, (index) => `w${index}`).join(' '), 'w'],
  ['many lines', words(250, (index) => `w${index}`).join('\n'), 'w'],
  ['letters of another script', words(250, (index) => `字${index}`).join('\n'), '字'],
])('a row of %s across pages keeps its figures, its words and the header', async (_, text, letter) => {
  const before = ['Before', '1', '111.00']
  const after = ['After', '3', '333.00']
  const pages = await pagesOf([before, [text, '2', '222.00'], after])
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page).toContain(COLUMNS.join(' '))
  expect(pages.map((page) => page.includes('222.00'))).toEqual(pages.map((_page, index) => index === 0))
  const found = pages.flatMap((page) => page.match(new RegExp(`${letter}\\d+`, 'g')) ?? [])
  expect(found).toEqual(text.split(/\s+/))
  expect(pages.at(-1)).toMatch(/After.*333\.00.*9,876\.00/)
})

test('an endless word is split, too', async () => {
  const pages = await pagesOf([['x'.repeat(12_000), '2', '222.00']])
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.join('').match(/x/g)).toHaveLength(12_000)
  expect(pages[0]).toContain('222.00')
  expect(pages.at(-1)).toContain('9,876.00')
})

test("a row that fits on a page isn't split", async () => {
  const rows = words(40, (index) =>
    [`Item ${index} ${'and more words '.repeat(30)}end${index}`, '1', `${index}.00`].join('|'),
  )
  const pages = await pagesOf(rows.map((row) => row.split('|')))
  for (const [index] of rows.entries()) {
    const begins = pages.findIndex((page) => page.includes(`Item ${index + 1} `))
    expect(pages[begins]).toContain(`end${index + 1} `)
  }
})
