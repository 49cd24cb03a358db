import { describe, expect, test } from 'vitest'
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

describe('a table from a spreadsheet', () => {
  const RATES = [
    { quoted_on: '2026-11-27', currency: 'USD', per_euro: '1.0542' },
    { quoted_on: '2026-11-27', currency: 'JPY', per_euro: '162.55' },
  ]

  test.each([
    ['semicolons', 'Date;USD;JPY\n2026-11-27;1,0542;162,55'],
    ['tabs', 'Date\tUSD\tJPY\t\n27.11.2026\t1,0542\t162,55\t'],
    ['quotes', '"Date","USD","JPY"\n"2026-11-27","1,0542","162,55"'],
    ['points', 'Date;USD;JPY;\n27.11.2026;1.0542;162.55;'],
  ])('keeps decimal commas apart from separators (%s)', (_, text) => {
    expect(parseRateTable(text)).toEqual({ rates: RATES, problem: null })
  })

  test('reads three decimals after a comma if another rate shows that commas are decimal', () => {
    expect(parseRateTable('Date;USD;JPY\n2026-11-27;1,054;162,55').rates).toMatchObject([
      { per_euro: '1.054' },
      { per_euro: '162.55' },
    ])
  })

  test.each([
    [
      'Date,USD\n2026-11-27,1,0542',
      'The line “2026-11-27,1,0542” has more values than the first line has names. Separate them by semicolons if the rates have decimal commas.',
    ],
    ['Date;USD\n2026-11-27;1,054', '“1,054” can be read in two ways. Please write 1054 or 1.054.'],
    ['Date;USD;JPY\n2026-11-27;abc;1', '“abc” is not a rate of USD.'],
    ['Date;USD\n2026-11-27;0', '“0” is not a rate of USD.'],
    ['Date;USD\n31.02.2026;1', '“31.02.2026” is not a date.'],
  ])('%j is refused with a reason', (text, problem) => {
    expect(parseRateTable(text)).toEqual({ rates: [], problem })
  })

  test('may have gaps, and columns of other names', () => {
    const expected = [{ quoted_on: '2026-11-26', currency: 'JPY', per_euro: '162.55' }]
    const rows = [';USD;JPY;Note', '2026-11-27;;N/A;old', '2026-11-26; ;162.55;x']
    for (const separator of [';', '\t', ',']) {
      const text = rows.join('\n').replaceAll(';', separator)
      expect(parseRateTable(text).rates).toEqual(expected)
    }
  })
})
