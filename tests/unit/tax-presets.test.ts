import { expect, test } from 'vitest'
import { needsNote, taxRatesAddInput } from '#shared/billing.ts'
import { COUNTRY_CODES, countryOptions } from '#shared/countries.ts'
import { countryName } from '#shared/parties.ts'
import { PRESET_COUNTRIES, presetRates, TAX_PRESETS_AS_OF } from '#shared/tax-presets.ts'

test('every country has a name, each once, and they are offered by name', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  for (const code of COUNTRY_CODES) expect(countryName(code)).not.toBe(code)
  const labels = countryOptions().map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')))
})

test.each(PRESET_COUNTRIES)('the usual rates of %s can be added as they are', (country) => {
  const rates = presetRates(country)
  expect(taxRatesAddInput.parse({ rates }).rates).toEqual(rates)
  expect(COUNTRY_CODES).toContain(country)
  expect(rates[0]?.category).toBe('standard')
  expect(new Set(rates.map(({ name }) => name)).size).toBe(rates.length)
  for (const rate of rates) if (needsNote(rate.category)) expect(rate.note).not.toBeNull()
})

test('Germany has 19 %, 7 %, reverse charge and export; nothing is claimed of other countries', () => {
  expect(presetRates('DE').map(({ name, bps }) => [name, bps])).toEqual([
    ['USt 19 %', 1900],
    ['USt 7 %', 700],
    ['Reverse charge', 0],
    ['Export', 0],
  ])
  expect(presetRates('US')).toEqual([])
  expect(TAX_PRESETS_AS_OF).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
