import { expect, test } from 'vitest'
import { COUNTRY_CODES, countryOptions } from '#shared/base/countries.ts'
import { countryName } from '#shared/base/format.ts'
import { needsNote } from '#shared/identity/letterhead/profile.ts'
import { taxRatesAddInput } from '#shared/identity/letterhead/schemas/profile.ts'
import { PRESET_COUNTRIES, presetRates, TAX_PRESETS_AS_OF } from '#shared/money/ledger/taxes/tax-presets.ts'

test('every country has a unique name, and they are sorted by it', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  for (const code of COUNTRY_CODES) expect(countryName(code)).not.toBe(code)
  const labels = countryOptions().map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')))
})

test.each(PRESET_COUNTRIES)('the usual rates of %s can be added without changes', (country) => {
  const rates = presetRates(country)
  expect(taxRatesAddInput.parse({ rates }).rates).toEqual(rates)
  expect(COUNTRY_CODES).toContain(country)
  expect(rates[0]?.category).toBe('standard')
  expect(new Set(rates.map(({ name }) => name)).size).toBe(rates.length)
  for (const rate of rates) if (needsNote(rate.category)) expect(rate.note).not.toBeNull()
})

test('Germany has 19 %, 7 %, reverse charge and export; unknown countries have none', () => {
  expect(presetRates('DE').map(({ name, bps }) => [name, bps])).toEqual([
    ['USt 19 %', 1900],
    ['USt 7 %', 700],
    ['Reverse charge', 0],
    ['Export', 0],
  ])
  expect(presetRates('US')).toEqual([])
  expect(TAX_PRESETS_AS_OF).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
