import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { paragraph, renderSheet } from '#server/base/adapters/documents/document-page.ts'

test("each page of a document has the portal's mark beside its number", async () => {
  const sheet = {
    title: 'Statement',
    reference: 'INV-7',
    createdOn: '2026-03-04',
    footer: 'Harbor & Co',
    text: '',
  }
  const pdf = await renderSheet(sheet, (page) => {
    for (let line = 0; line < 120; line++) paragraph(page, `Line ${line}`)
  })
  const { OPS } = await getResolvedPDFJS()
  const document = await getDocumentProxy(new Uint8Array(pdf))
  expect(document.numPages).toBeGreaterThan(1)
  for (let number = 1; number <= document.numPages; number++) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList()
    const drawn = fnArray.flatMap((operator, index) =>
      operator === OPS.constructPath ? [argsArray[index]?.[0] as number] : [],
    )
    // The arch and the door of the mark.
    expect(drawn.filter((operator) => operator === OPS.eoFill)).toHaveLength(2)
  }
})
