import { expect, test } from 'vitest'
import { parseRateTable } from '#shared/base/amounts/schemas/exchange-table.ts'

test('parses one line per day below a line of currencies', () => {
  const { rates, problem } = parseRateTable(
    'Date,USD,JPY,\n2026-11-20,1.0842,163.55,\n2026-11-19,1.0811,N/A,\n',
  )
  expect(problem).toBeNull()
  expect(rates).toEqual([
    { quoted_on: '2026-11-20', currency: 'USD', per_euro: '1.0842' },
    { quoted_on: '2026-11-20', currency: 'JPY', per_euro: '163.55' },
    { quoted_on: '2026-11-19', currency: 'USD', per_euro: '1.0811' },
  ])
})

test('parses the daily file with month names and other separators', () => {
  expect(parseRateTable('Date; USD\r\n20 November 2026; 1.0842').rates).toEqual([
    { quoted_on: '2026-11-20', currency: 'USD', per_euro: '1.0842' },
  ])
})

test("reports what it can't parse", () => {
  expect(parseRateTable('hello').problem).toContain('must name the currencies')
  expect(parseRateTable('Date,USD\n31 February 2026,1.1').problem).toBe('“31 February 2026” is not a date.')
  expect(parseRateTable('Date,USD\n2026-11-20,-').problem).toBe('This text contains no rates.')
})
