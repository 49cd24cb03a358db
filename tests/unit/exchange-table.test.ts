import { expect, test } from 'vitest'
import { parseRateTable } from '#shared/exchange-table.ts'

test('reads a line for each day under a line of currencies', () => {
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

test('reads the daily file, whose dates name the month, and other separators', () => {
  expect(parseRateTable('Date; USD\r\n20 November 2026; 1.0842').rates).toEqual([
    { quoted_on: '2026-11-20', currency: 'USD', per_euro: '1.0842' },
  ])
})

test('says what it cannot read', () => {
  expect(parseRateTable('hello').problem).toContain('must name the currencies')
  expect(parseRateTable('Date,USD\n31 February 2026,1.1').problem).toBe('“31 February 2026” is not a date.')
  expect(parseRateTable('Date,USD\n2026-11-20,-').problem).toBe('There is no rate in this text.')
})
