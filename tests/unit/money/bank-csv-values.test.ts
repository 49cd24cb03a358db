import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '#server/base/adapters/bank-files/read.ts'

const read = (text: string, currency = 'EUR') =>
  readBankFile(Buffer.from(text), { mapping: null, remembered: {}, currency })

test.each([
  ['5.00 Dr', -500],
  ['5.00 DBT', -500],
  ['(5.00) DR', -500],
  ['5.00 CR', 500],
  ['EUR 5.00', 500],
  ['5.00 kr', 500],
  ['R$ 5.00', 500],
  ['Rs. 5.00', 500],
  ['Rs.5.00', 500],
  ['-5.00 CR', null],
  ['5.00 CR DR', null],
  ['5.00 USD', null],
  ['5.00 or so', null],
])('the amount %s is %s', (text, expected) => {
  const file = `Date,Text,Amount\n2026-03-01,A,${text}\n2026-03-02,B,-7.25\n2026-03-03,C,-1.00\n`
  const { problem, statements } = read(file)
  expect(statements[0]?.lines[0]?.amount ?? null).toBe(expected)
  if (expected === null) expect(problem).toContain(`Line 2: “${text}” is not an amount in EUR`)
})

/** The days of lines with these dates. */
const daysOf = (rows: string[], currency: string, today?: string) => {
  const file = `Date,Text,Amount\n${rows.map((day) => `${day},A,-5.00`).join('\n')}\n`
  const options = { mapping: null, remembered: {}, currency, ...(today !== undefined && { today }) }
  return readBankFile(Buffer.from(file), options).statements[0]?.lines.map(({ booked_on }) => booked_on)
}

describe('money in and out in two columns', () => {
  const amountsOf = (rows: string[], header = 'Date,Description,Withdrawals,Deposits,Balance') => {
    const { problem, statements } = read([header, ...rows, ''].join('\n'))
    return problem ?? statements[0]?.lines.map(({ amount }) => amount)
  }

  test('a value below zero is a reversal', () => {
    const rows = ['2026-01-05,INV-7,,100.00,1100.00', '2026-01-06,Returned check,,-100.00,1000.00']
    expect(amountsOf(rows)).toEqual([10_000, -10_000])
    expect(read(`Date,Text,Out,In,Balance\n${rows.join('\n')}\n`).statements[0]).toMatchObject({
      opening: 100_000,
      closing: 100_000,
    })
    const refund = [
      '2026-01-05,A,25.00,,975.00',
      '2026-01-06,Refund,-5.00,,980.00',
      '2026-01-07,B,,1.00,981.00',
    ]
    expect(amountsOf(refund)).toEqual([-2500, 500, 100])
  })

  test('the balances say what the sign of money out means if all of it is below zero', () => {
    const refund = ['2026-01-05,A,,25.00,975.00', '2026-01-06,Refund,-5.00,,980.00']
    expect(amountsOf(refund)).toEqual([2500, 500])
    const usual = ['2026-01-05,A,,25.00,975.00', '2026-01-06,B,-5.00,,970.00']
    expect(amountsOf(usual)).toEqual([2500, -500])
  })

  test('a lone column of money out has returns below zero', () => {
    const rows = ['2026-01-05,A,25.00', '2026-01-06,B,30.00', '2026-01-07,Refund,-5.00']
    expect(amountsOf(rows, 'Date,Text,Withdrawals')).toEqual([-2500, -3000, 500])
    const signed = ['2026-01-05,A,-25.00', '2026-01-06,B,-30.00', '2026-01-07,Refund,5.00']
    expect(amountsOf(signed, 'Date,Text,Withdrawals')).toEqual([-2500, -3000, 500])
  })

  test('a card’s purchases above zero can be chosen as money out', () => {
    const mapping = { columns: { booked_on: 0, text: 1, debit: 2 }, decimal: '.', date_order: 'ymd' } as const
    const file = 'Date,Text,Amount\n2026-01-05,ADS,250.00\n2026-01-06,PAYMENT RECEIVED,-1000.00\n'
    const chosen = readBankFile(Buffer.from(file), { mapping, remembered: {}, currency: 'EUR' })
    expect(chosen.statements[0]?.lines).toMatchObject([{ amount: -25_000 }, { amount: 100_000 }])
  })

  test('are read in any of the ways in which banks write signs', () => {
    const moves = fc.array(
      fc.record({
        cents: fc.integer({ min: 1, max: 1_000_000 }),
        isOut: fc.boolean(),
        isReversal: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(moves, fc.boolean(), fc.boolean(), (all, isOutNegative, hasBalance) => {
        const usual = (isOut: boolean) =>
          all.filter((move) => move.isOut === isOut && !move.isReversal).length
        const reversed = (isOut: boolean) =>
          all.filter((move) => move.isOut === isOut && move.isReversal).length
        fc.pre(
          [true, false].every(
            (isOut) => usual(isOut) > reversed(isOut) || usual(isOut) + reversed(isOut) === 0,
          ),
        )
        let balance = 0
        const expected = all.map(({ cents, isOut, isReversal }) => (isOut !== isReversal ? -cents : cents))
        const rows = all.map(({ cents, isOut, isReversal }, index) => {
          balance += expected[index] ?? 0
          const value = ((isReversal !== (isOut && isOutNegative) ? -cents : cents) / 100).toFixed(2)
          const cells = isOut ? [value, ''] : ['', value]
          return ['2026-01-05', 'A', ...cells, hasBalance ? (balance / 100).toFixed(2) : ''].join()
        })
        const mapping = {
          columns: { booked_on: 0, text: 1, debit: 2, credit: 3, balance: 4 },
          ...({ decimal: '.', date_order: 'ymd' } as const),
        }
        const file = `Date,Text,Withdrawals,Deposits,Balance\n${rows.join('\n')}\n`
        const found = readBankFile(Buffer.from(file), { mapping, remembered: {}, currency: 'EUR' })
        expect(found.problem).toBeNull()
        const amounts = found.statements[0]?.lines.map(({ amount }) => amount)
        expect([expected, expected.toReversed()]).toContainEqual(amounts)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a row that the balances contradict', () => {
  const read5 = (odd: string, rest: string[] = []) =>
    read(
      [
        'Date,Text,Amount,Balance',
        '2026-01-05,A,10.00,110.00',
        '2026-01-06,B,-5.00,105.00',
        odd,
        ...rest,
        '',
      ].join('\n'),
    )
  const HINT =
    'Correct the file, or choose no column for “Balance” if it isn’t the balance after each transaction.'

  test.each([
    ['2026-01-07,C,100.00,5.00', '100.00 left the account'],
    ['2026-01-07,C,-100.00,205.00', '100.00 came into the account'],
    ['2026-01-07,Closing balance,105.00,105.00', 'nothing moved'],
  ])('is named (%s)', (odd, words) => {
    const balance = Number(odd.split(',')[3])
    const rest = [1, 2].map((more) => `2026-01-08,D,1.00,${(balance + more).toFixed(2)}`)
    expect(read5(odd, rest).problem).toBe(`Line 4: according to the balance, ${words}. ${HINT}`)
  })

  test('isn’t wrong if the file has a gap, and its balances are as stated', () => {
    const { problem, statements } = read5('2026-01-07,C,1.00,206.00', ['2026-01-08,D,1.00,207.00'])
    expect(problem).toBeNull()
    expect(statements[0]).toMatchObject({ opening: 10_000, closing: 20_700 })
  })

  test('isn’t wrong if few balances prove their rows', () => {
    expect(read5('2026-01-07,C,100.00,5.00', []).problem).toBeNull()
  })
})

describe('days with slashes', () => {
  test('are in the order that makes them sorted', () => {
    expect(daysOf(['01/02/2026', '02/02/2026', '01/03/2026'], 'USD')).toEqual([
      '2026-02-01',
      '2026-02-02',
      '2026-03-01',
    ])
    expect(daysOf(['02/01/2026', '02/02/2026', '03/01/2026'], 'EUR')).toEqual([
      '2026-02-01',
      '2026-02-02',
      '2026-03-01',
    ])
  })

  test("that are sorted in either order use that of the currency's country", () => {
    expect(daysOf(['02/03/2026'], 'GBP')).toEqual(['2026-03-02'])
    expect(daysOf(['02/03/2026'], 'USD')).toEqual(['2026-02-03'])
  })
})

describe('days with dashes', () => {
  test('are in the order that makes them sorted', () => {
    expect(daysOf(['01-02-2026', '01-03-2026', '02-01-2026'], 'USD')).toEqual([
      '2026-01-02',
      '2026-01-03',
      '2026-02-01',
    ])
    expect(daysOf(['02-01-2026', '02-02-2026', '03-01-2026'], 'EUR')).toEqual([
      '2026-02-01',
      '2026-02-02',
      '2026-03-01',
    ])
  })

  test("aren't in the future, if one of the orders avoids it", () => {
    expect(daysOf(['07-01-2026'], 'USD', '2026-01-31')).toEqual(['2026-01-07'])
    expect(daysOf(['01-07-2026'], 'EUR', '2026-01-31')).toEqual(['2026-01-07'])
    expect(daysOf(['01-07-2026'], 'EUR', '2026-07-31')).toEqual(['2026-07-01'])
  })

  test('in a currency whose country writes the month first are read in the order with the shorter period', () => {
    expect(daysOf(['01-07-2026', '01-08-2026'], 'USD')).toEqual(['2026-01-07', '2026-01-08'])
    expect(daysOf(['07-01-2026', '08-01-2026'], 'USD')).toEqual(['2026-01-07', '2026-01-08'])
    expect(daysOf(['01-07-2026'], 'USD')).toEqual(['2026-01-07'])
    // Monthly payments on the first.
    expect(daysOf(['01-02-2026', '01-03-2026'], 'EUR')).toEqual(['2026-02-01', '2026-03-01'])
  })
})

test('a fee included in the balances but not in the amounts is deducted', () => {
  const file =
    'Type,Completed Date,Description,Amount,Fee,Currency,State,Balance\n' +
    'TRANSFER,2026-03-04 10:00:00,Ada,100.00,1.50,EUR,COMPLETED,98.50\n' +
    'TRANSFER,2026-03-05 10:00:00,Bo,-10.00,0.20,EUR,COMPLETED,88.30\n'
  const { statements } = read(file)
  expect(statements[0]).toMatchObject({ opening: 0, closing: 8830 })
  expect(statements[0]?.lines).toMatchObject([
    { amount: 9850, charges: 150 },
    { amount: -1020, charges: 20 },
  ])
})

test('a fee is detected beside the currency and with any number of decimals', () => {
  const rows = (unit: string) => [
    `a,100.00${unit},1.50${unit},98.50${unit}`,
    `b,-10.00${unit},0.20${unit},88.30${unit}`,
  ]
  const file = (unit: string) =>
    `Date,Text,Amount,Fee,Balance\n${rows(unit)
      .map((row, day) => `2026-01-0${day + 1},${row}`)
      .join('\n')}\n`
  expect(read(file(' EUR')).statements[0]?.lines.map(({ amount }) => amount)).toEqual([9850, -1020])
  expect(read(file('0'), 'KWD').statements[0]?.lines.map(({ amount }) => amount)).toEqual([98_500, -10_200])
})

test("a fee already included in the amounts isn't deducted again", () => {
  const file =
    'Date,Description,Amount,Total fees,Fee,Balance\n' +
    '2026-03-04,Ada,98.50,1.50,1.50,98.50\n2026-03-05,Bo,-10.20,0.20,0.20,88.30\n'
  expect(read(file).statements[0]?.lines).toMatchObject([
    { amount: 9850, charges: 0 },
    { amount: -1020, charges: 0 },
  ])
})

test('net amounts get the charges that gross amounts imply', () => {
  const file =
    'Date,Name,Status,Currency,Gross,Fee,Net,Transaction ID\n' +
    '04/03/2026,Ada,Completed,EUR,100.00,-3.20,96.80,A1\n05/03/2026,Bo,Completed,EUR,-20.00,0.00,-20.00,A2\n'
  expect(read(file).statements[0]?.lines).toMatchObject([
    { amount: 9680, charges: 320, party_name: 'Ada', bank_ref: 'A1' },
    { amount: -2000, charges: 0 },
  ])
})

const PAYPAL =
  'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Reference Txn ID,Balance,Subject,Note,Balance Impact'
const PAYPAL_DE =
  'Datum;Uhrzeit;Zeitzone;Name;Typ;Status;Währung;Brutto;Gebühr;Netto;Absender E-Mail-Adresse;Empfänger E-Mail-Adresse;Transaktionscode;Zugehöriger Transaktionscode;Guthaben;Betreff;Hinweis;Auswirkung auf Guthaben'

test('rows of PayPal that don’t move the balance are left out and counted', () => {
  const rows = [
    '04/03/2026,09:00:00,GMT,Ada,Express Checkout Payment,Completed,EUR,100.00,-3.00,97.00,a@x.test,us@x.test,P1,,97.00,INV-7,,Credit',
    '05/03/2026,09:00:00,GMT,Shop,General Authorization,Pending,EUR,-20.00,0.00,-20.00,us@x.test,s@x.test,P2,,97.00,,,Memo',
    '05/03/2026,09:00:01,GMT,,Account Hold for Open Authorization,Completed,EUR,-20.00,0.00,-20.00,us@x.test,,P3,P2,97.00,,,Memo',
    '06/03/2026,09:00:00,GMT,,Reversal of General Account Hold,Completed,EUR,20.00,0.00,20.00,us@x.test,,P4,P3,97.00,,,Memo',
    '06/03/2026,09:00:01,GMT,Host,General Currency Conversion,Completed,USD,9.00,0.00,9.00,us@x.test,,P5,P6,0.00,,,Memo',
    '20/03/2026,09:00:00,GMT,Bo,Mobile Payment,Pending,EUR,50.00,0.00,50.00,b@x.test,us@x.test,P7,,97.00,,,Memo',
    '21/03/2026,09:00:00,GMT,Shop,PreApproved Payment,Completed,EUR,-7.00,0.00,-7.00,us@x.test,s@x.test,P8,,90.00,,,Debit',
  ]
  const { problem, csv, statements } = read([PAYPAL, ...rows].join('\n'))
  expect(problem).toBeNull()
  expect(csv?.pending).toBe(5)
  expect(statements[0]?.lines.map(({ amount, bank_ref }) => [bank_ref, amount])).toEqual([
    ['P1', 97_00],
    ['P8', -7_00],
  ])
})

test.each([
  ['Auswirkung auf Guthaben', ['Haben', 'Soll', 'Memo', 'Keine Auswirkung']],
  ['Balance Impact', ['Credit', 'Debit', 'memo', 'No impact']],
  ['Impact sur le solde', ['Crédit', 'Débit', 'Mémo', 'Aucun']],
  ['Impacto en el saldo', ['Haber', 'Debe', 'Memo', 'Ninguno']],
])('“%s” says which rows count, in each language', (name, [into = '', out = '', memo = '', none = '']) => {
  const head = PAYPAL_DE.replace('Auswirkung auf Guthaben', name)
  const row = (id: string, amount: string, impact: string) =>
    `04.03.2026;09:00:00;CET;Ada;Zahlung;Abgeschlossen;EUR;${amount};0,00;${amount};a@x.test;us@x.test;${id};;97,00;;;${impact}`
  const rows = [
    row('P1', '100,00', into),
    row('P2', '-3,00', out),
    row('P3', '-20,00', memo),
    row('P4', '20,00', none),
  ]
  const { problem, csv, statements } = read([head, ...rows].join('\n'))
  expect(problem).toBeNull()
  expect(csv?.pending).toBe(2)
  expect(statements[0]?.lines.map(({ bank_ref }) => bank_ref)).toEqual(['P1', 'P2'])
})
