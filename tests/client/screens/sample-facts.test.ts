import { expect, test } from 'vitest'
import { sampleFacts } from '#client/features/overview/settings/mail-texts/sample-facts.ts'

test("previews an email text with the agency's own client and currency", () => {
  const inYen = sampleFacts('invoice', { agency: 'Kōen', client: 'Aiko Mori', currency: 'JPY' })
  expect(inYen).toMatchObject({ agency: 'Kōen', client: 'Aiko Mori', amount: '¥4,800', remaining: '¥1,200' })
  const inEuro = sampleFacts('receipt', { agency: 'Lind', client: 'Otto Berg', currency: 'EUR' })
  expect(inEuro).toMatchObject({ amount: '€4,800.00', remaining: '€0.00' })
})
