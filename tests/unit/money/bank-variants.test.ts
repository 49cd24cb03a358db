import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unexplainedOf } from '#server/base/adapters/bank-files/lines.ts'
import { readBankFile } from '#server/base/adapters/bank-files/read.ts'
import { isSameAccount } from '#server/money/bank/rules/account-numbers.ts'
import { type SampleStatement, toCamt, toMt940, toOfx } from '#tests/support/money/bank/bank-files.ts'

const read = (text: string) =>
  readBankFile(Buffer.from(text), { mapping: null, remembered: {}, currency: 'EUR' })
const linesOf = (text: string) => read(text).statements[0]?.lines ?? []

const LINE = {
  ...{ day: '2026-03-01', amount: 119_000, name: 'Ada', iban: 'DE89370400440532013000' },
  ...{ text: 'INV-0007', endToEnd: '', id: 'ABC123' },
}
const SAMPLE: SampleStatement = {
  account: 'DE02120300000000202051',
  currency: 'EUR',
  opening: 0,
  from: '2026-03-01',
  to: '2026-03-02',
  lines: [LINE],
}

describe('numbers of one account', () => {
  test.for([
    ['DE02120300000000202051', '12030000/0000202051'],
    ['DE02120300000000202051', '12030000/202051EUR'],
    ['DE02120300000000202051', '202051'],
    ['DE02120300000000202051', '0000202051EUR'],
    ['NL69INGB0123456789', 'NL69INGB0123456789EUR'],
    ['NL69INGB0123456789', 'INGBNL2A/0123456789'],
    ['AT611904300234573201', '19043/00234573201'],
    ['BE68539007547034', '539007547034'],
    ['12030000/0000202051', '12030000/202051'],
    ['12030000/0000202051', '0000202051'],
    ['121000248/4711', '121000248/4711USD'],
  ] as const)('%s is %s', ([one, other]) => {
    const currency = other.endsWith('USD') ? 'USD' : 'EUR'
    expect([isSameAccount(one, other, currency), isSameAccount(other, one, currency)]).toEqual([true, true])
  })

  test.for([
    ['DE02120300000000202051', '12030001/0000202051'],
    ['DE02120300000000202051', '12030000/0000202052'],
    ['DE02120300000000202051', 'DE02500105170137075030'],
    ['DE02120300000000202051', '2051'],
    ['DE02120300000000202051', ''],
    ['12030000/0000202051', '50010517/0000202051'],
    ['4711', '4712'],
  ] as const)('%s is not %s', ([one, other]) => {
    expect([isSameAccount(one, other, 'EUR'), isSameAccount(other, one, 'EUR')]).toEqual([false, false])
  })

  test('are read with the bank code and without the currency', () => {
    const numberOf = (number: string) =>
      read(toMt940([{ ...SAMPLE, account: number }])).statements[0]?.account
    expect(numberOf('12030000/0000202051EUR')).toBe('12030000/0000202051')
    expect(numberOf('NL69INGB0123456789EUR')).toBe('NL69INGB0123456789')
    expect(numberOf('INGBNL2A/NL69INGB0123456789')).toBe('NL69INGB0123456789')
  })
})

describe('CAMT.053', () => {
  const DATES = '<Sts>BOOK</Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>'
  const entry = (amount: string, rest: string) =>
    toCamt([SAMPLE]).replace(/<Ntry>.*<\/Ntry>/s, `<Ntry>${amount}${DATES}${rest}</Ntry>`)
  const IN = '<Amt Ccy="EUR">98.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
  const FEE = '<Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'
  const part = (amount: string, rest = '') => `<TxDtls><Amt Ccy="EUR">${amount}</Amt>${rest}</TxDtls>`
  const chargesOf = (text: string) => linesOf(text).map(({ amount, charges }) => [amount, charges])

  test("charges of a batch aren't counted for each of its transactions", () => {
    const details = (parts: string) => `<NtryDtls>${parts}</NtryDtls>`
    const split = details(part('50.00') + part('48.50'))
    expect(chargesOf(entry(IN, FEE + split))).toEqual([
      [5000, 0],
      [4850, 0],
    ])
    expect(chargesOf(entry(IN, details(part('50.00', FEE) + part('48.50'))))).toEqual([
      [5000, 150],
      [4850, 0],
    ])
    expect(chargesOf(entry(IN, FEE + details(part('50.00') + part('50.00'))))).toEqual([[9850, 150]])
    expect(chargesOf(entry(IN, FEE + details(part('98.50'))))).toEqual([[9850, 150]])
  })

  test('charges stated only as a total are recorded', () => {
    const sum = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.50</TtlChrgsAndTaxAmt></Chrgs>'
    expect(chargesOf(entry(IN, sum))).toEqual([[9850, 150]])
  })

  const reversed = (side: string, details: string, [opening, closing]: [string, string]) =>
    entry(
      `<Amt Ccy="EUR">50.00</Amt><CdtDbtInd>${side}</CdtDbtInd>`,
      `<RvslInd>true</RvslInd><NtryDtls>${details}</NtryDtls>`,
    )
      .replace(/(<Cd>OPBD<.*?<Amt Ccy="EUR">)[^<]+/, `$1${opening}`)
      .replace(/(<Cd>CLBD<.*?<Amt Ccy="EUR">)[^<]+/, `$1${closing}`)
  const PARTIES = '<RltdPties><Dbtr><Nm>Ada</Nm></Dbtr><Cdtr><Nm>Bo</Nm></Cdtr></RltdPties>'

  test.for([
    ['DBIT', '150.00', '100.00', -5000, 'Ada', 0],
    ['DBIT', '100.00', '150.00', 5000, 'Bo', 0],
    ['CRDT', '100.00', '150.00', 5000, 'Bo', 0],
    ['CRDT', '150.00', '100.00', -5000, 'Ada', 0],
    // Nothing is proven.
    ['DBIT', '100.00', '151.00', -5000, 'Ada', 10_100],
  ] as const)('a reversal (%s) from %s to %s moves %s', ([side, opening, closing, amount, party, gap]) => {
    const details = `<TxDtls>${PARTIES}</TxDtls>`
    const { statements } = read(reversed(side, details, [opening, closing]))
    expect(statements.map(unexplainedOf)).toEqual([gap])
    expect(statements[0]?.lines).toMatchObject([{ amount, party_name: party }])
  })

  test.for(['true', '1'])('a reversed batch moves with all its transactions (%s)', (flag) => {
    const file = reversed('DBIT', part('20.00') + part('30.00'), ['100.00', '150.00']).replace('true', flag)
    expect(linesOf(file).map(({ amount }) => amount)).toEqual([2000, 3000])
  })

  test.for([
    [
      'in another currency',
      '<Amt Ccy="USD">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>',
      'in USD, but the account is in EUR',
    ],
    ['without a direction', '<Amt Ccy="EUR">5.00</Amt>', 'in or went out'],
    ['with a sign', '<Amt Ccy="EUR">-5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>', 'in or went out'],
  ] as const)('an amount %s is refused', ([, amount, words]) => {
    expect(() => read(entry(amount, ''))).toThrow(words)
  })
})

test('values between slashes in MT940 end before the next one', () => {
  const text = ':86:/EREF/INV-1//IBAN/DE89370400440532013000//NAME/Ada//REMI/USTD//thanks/'
  const file = toMt940([SAMPLE]).replace(/:86:[\s\S]*?(?=:62F)/, `${text}\r\n`)
  expect(linesOf(file)).toMatchObject([
    { end_to_end_id: 'INV-1', party_iban: 'DE89370400440532013000', party_name: 'Ada', text: 'thanks' },
  ])
})

describe('MT940 of other banks', () => {
  const file = (information: string, movement = '') =>
    toMt940([SAMPLE]).replace(/:86:[\s\S]*?(?=:62F)/, `${movement}${information}\r\n`)

  test.for([
    '119.50 EUR RE-2026-001 ACME',
    '020/12345 RE-2026-001',
    '100 20 RE-2026-001',
    '034\r\n034 PRZELEW RE-2026-001',
    '123-45 RE-2026-001',
  ])('digits at the beginning of a text are part of it (%j)', (text) => {
    expect(linesOf(file(`:86:${text}`))).toMatchObject([{ text: text.replace('\r\n', ' ') }])
  })

  test.for(['?', '<', '~', '^', '|'])('codes of structured texts may begin with %s', (sign) => {
    const text = ['166', '00GUTSCHRIFT', '20INV-0007', '32Ada'].join(sign)
    expect(linesOf(file(`:86:${text}`))).toMatchObject([{ text: 'INV-0007', party_name: 'Ada' }])
  })

  test('texts in more than one field are joined', () => {
    expect(linesOf(file(':86:ADA BV\r\n:86:INV-0007\r\n:86:thanks'))).toMatchObject([
      { text: 'ADA BV INV-0007 thanks' },
    ])
  })

  test.for([
    [
      '/TRCD/541/ORDP//NAME/Franz Nord/REMI/2020-F0OBAR/ISDT/202\r\n0-08-24',
      { party_name: 'Franz Nord', text: '2020-F0OBAR' },
    ],
    [
      '/PREF/4711/BENM//NAME/Stroom BV/REMI/Factuur 12/PURP//CD/SALA/ULTB//NAME/Studio',
      { party_name: 'Stroom BV', text: 'Factuur 12' },
    ],
    ['/EREF/X1/RTRN/AM04/ORDP//NAME/Ada/CSID/NL1', { end_to_end_id: 'X1', party_name: 'Ada' }],
  ] as const)('values of Rabobank between slashes are read (%s)', ([text, line]) => {
    expect(linesOf(file(`:86:${text}`))).toMatchObject([line])
  })

  test('an account number on a line of its own below the movement is the payer’s', () => {
    expect(linesOf(file(':86:/REMI/INV-0007', 'NL91ABNA0417164300\r\n'))).toMatchObject([
      { party_iban: 'NL91ABNA0417164300', text: 'INV-0007' },
    ])
    expect(linesOf(file(':86:INV-0007', 'EXCHANGE 1\r\n'))).toMatchObject([{ party_iban: '' }])
  })

  test.for([
    ['the value date of a month of 30 days', '2602300302C1190,00NTRFNONREF', '2026-02-28', '2026-03-02'],
    ['blanks instead of the booking date', '260301    C1190,00NTRFNONREF', '2026-03-01', '2026-03-01'],
    ['a blank before the amount', '2603010301C 1190,00NTRFNONREF', '2026-03-01', '2026-03-01'],
    ['a line break before the amount', '2603010301C\r\n1190,00NTRFNONREF', '2026-03-01', '2026-03-01'],
    ['a sign that the balances don’t confirm', '2603010301C-1190,00NTRFNONREF', '2026-03-01', '2026-03-01'],
    ['a type with a blank', '2603010301C1190,00N 12NONREF', '2026-03-01', '2026-03-01'],
  ] as const)('a movement may have %s', ([, movement, valued_on, booked_on]) => {
    const text = toMt940([SAMPLE]).replace(/(?<=:61:)[^\r]*/, movement)
    expect(linesOf(text)).toMatchObject([{ amount: 119_000, valued_on, booked_on }])
  })

  test('other days that don’t exist are refused', () => {
    for (const day of ['260231', '260431', '260200', '261301']) {
      const text = toMt940([SAMPLE]).replace(/(?<=:61:)[^\r]*/, `${day}C1190,00NTRFNONREF`)
      expect(() => read(text), day).toThrow('is not a date')
    }
  })
})

test('balances of MT940 show that a line is wrong', () => {
  const file = toMt940([SAMPLE]).replace(/(?<=:62F:C\d{6}EUR).*/, '27,98')
  expect(read(file).statements.map(unexplainedOf)).toEqual([2798 - 119_000])
})

describe('MT940 of German banks', () => {
  const file = (text: string) =>
    toMt940([SAMPLE]).replace(/:86:[\s\S]*?(?=:62F)/, `:86:166?00GUTSCHRIFT${text}\r\n`)

  test.for([
    ['?20RE INV-2026-0012?21EREF+NOTPROVIDED', 'RE INV-2026-0012'],
    ['?20RE INV-2026-0012?21EREF+X1?22SVWZ+Thanks', 'Thanks'],
    ['?20EREF+X1', 'GUTSCHRIFT'],
    ['?20Thanks', 'Thanks'],
    ['', 'GUTSCHRIFT'],
  ] as const)('text before the first tag counts if no tag has any (%s)', ([text, expected]) => {
    expect(linesOf(file(text))).toMatchObject([{ text: expected }])
  })
})

describe('OFX', () => {
  const sample = (amounts: number[]) =>
    toOfx([{ ...SAMPLE, lines: amounts.map((amount) => ({ ...LINE, amount })) }])
  const amountsOf = (file: string) => linesOf(file).map(({ amount }) => amount)
  const unsigned = (file: string) => file.replace(/(?<=<TRNAMT>)-/g, '')

  test('amounts without any sign go the way that their types say', () => {
    expect(amountsOf(unsigned(sample([-5000, 8000])))).toEqual([-5000, 8000])
    expect(read(unsigned(sample([-5000, 8000]))).statements[0]).toMatchObject({ opening: 0, closing: 3000 })
    for (const type of ['CHECK', 'ATM', 'POS', 'PAYMENT', 'FEE', 'SRVCHG', 'DIRECTDEBIT'])
      expect(amountsOf(unsigned(sample([-5000])).replace('>DEBIT<', `>${type}<`)), type).toEqual([-5000])
    for (const type of ['CREDIT', 'DEP', 'INT', 'DIV', 'XFER', 'OTHER', 'DIRECTDEP'])
      expect(amountsOf(sample([5000]).replace('>CREDIT<', `>${type}<`)), type).toEqual([5000])
  })

  test('a sign counts if any amount has one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('DEBIT', 'CREDIT', 'POS', 'OTHER'),
        (amounts, type) => {
          const file = sample(amounts)
          expect(amountsOf(file)).toEqual(amounts)
          expect(amountsOf(unsigned(file))).toEqual(amounts)
          if (amounts.some((amount) => amount < 0))
            expect(amountsOf(file.replace(/(?<=<TRNTYPE>)\w+/g, type))).toEqual(amounts)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('a payment to a credit card comes in', () => {
    const card = unsigned(sample([-5000, 8000]))
      .replace('>CREDIT<', '>PAYMENT<')
      .replaceAll('BANKACCTFROM', 'CCACCTFROM')
      .replace(/BANKMSGSRSV1/g, 'CREDITCARDMSGSRSV1')
      .replace(/(?<!C)STMT(TRNRS|RS)>/g, 'CCSTMT$1>')
    expect(amountsOf(card)).toEqual([-5000, 8000])
  })

  test.for([
    ['1,650', 'EUR', null],
    ['-12,500', 'EUR', null],
    ['1,000', 'JPY', null],
    ['1.650', 'EUR', 165],
    ['0,650', 'EUR', 65],
    ['1650,000', 'EUR', 165_000],
    ['12,50', 'EUR', 1250],
    ['1,650', 'KWD', 1650],
  ] as const)('the amount %s in %s is %s', ([text, currency, expected]) => {
    const file = toOfx([{ ...SAMPLE, currency }]).replace(/(?<=<TRNAMT>)[^<]+/, text)
    if (expected !== null) return expect(amountsOf(file)).toEqual([expected])
    expect(() => read(file)).toThrow(
      `“${text}” can be read in two ways, with or without decimals. Use another format.`,
    )
  })

  test("a balance of a day after the period isn't that of its end", () => {
    const balances = (text: string) => read(text).statements.map(({ opening, closing }) => [opening, closing])
    const at = (day: string) => toOfx([SAMPLE]).replace(/(?<=<DTASOF>)[^<]+/, day)
    expect(balances(at('20260210120000'))).toEqual([[0, 119_000]])
    for (const day of ['20260302', '00000000']) expect(balances(at(day))).toEqual([[0, 119_000]])
    expect(balances(at('20260303'))).toEqual([[null, null]])
    expect(balances(at('20260302').replace(/<DTEND>[^<]+<.DTEND>/, ''))).toEqual([[null, null]])
    expect(balances(at('20260301').replace(/<DTEND>[^<]+<.DTEND>/, ''))).toEqual([[0, 119_000]])
    expect(balances(toOfx([SAMPLE]).replace(/<DTASOF>[^<]+<.DTASOF>/, ''))).toEqual([[0, 119_000]])
  })

  test('one dot may separate thousands beside amounts with commas', () => {
    const file = sample([165_000, 1250]).replace('1650.00', '1.650').replace('12.50', '12,50')
    expect(() => read(file)).toThrow('“1.650” can be read in two ways')
  })
})

describe('CSV', () => {
  test.for(['Currency', 'Devise', 'Unit', 'Code', ''])(
    'amounts in two currencies are refused (%s)',
    (name) => {
      const rows = ['2026-01-01,Rent,-5.00,EUR', '2026-01-02,INV-7,7.00,USD']
      const found = read(`Date,Text,Amount,${name}\n${rows.join('\n')}\n`)
      expect(found.problem).toBe(
        'This file has transactions in more than one currency. Export one account at a time.',
      )
      expect(found.statements).toEqual([])
    },
  )

  test('a mapping remembered without the currency gets it, one chosen without doesn’t', () => {
    const file = 'Date,Text,Amount,Unit\n2026-01-01,Rent,-5.00,USD\n'
    const found = (currency: { currency?: null }) => {
      const mapping = {
        columns: { booked_on: 0, text: 1, amount: 2, ...currency },
        ...({ decimal: '.', date_order: 'ymd' } as const),
      }
      const options = { mapping: null, remembered: { [read(file).csv?.signature ?? '']: mapping } }
      return readBankFile(Buffer.from(file), { ...options, currency: 'EUR' }).statements[0]?.currency
    }
    expect([found({}), found({ currency: null })]).toEqual(['USD', 'EUR'])
  })

  test('codes that aren’t currencies, or those of original amounts, aren’t the account’s currency', () => {
    const currencyOf = (name: string, code: string) =>
      read(`Date,Text,Amount,${name}\n2026-01-01,Rent,-5.00,${code}\n`).statements[0]?.currency
    expect(currencyOf('Kind', 'TRF')).toBe('EUR')
    expect(currencyOf('Original ccy', 'USD')).toBe('EUR')
    expect(currencyOf('Unit', 'USD')).toBe('USD')
  })

  test('a transfer that Wise returned is left out, a payment that PayPal refunded later isn’t', () => {
    const of = (status: string) =>
      read(`Status,Date,Text,Amount\nCOMPLETED,2026-01-01,Rent,-5.00\n${status},2026-01-02,Tax,-7.00\n`)
    expect(of('REFUNDED').csv?.pending).toBe(1)
    expect(of('REFUNDED').statements[0]?.lines).toHaveLength(1)
    expect(of('Refunded').statements[0]?.lines).toHaveLength(2)
  })

  test.for([
    ['S/H', 'S', 'H'],
    ['Soll/Haben', 's', 'h'],
    ['Debit/Credit', 'D', 'C'],
    ['Type', 'Debit', 'Credit'],
    ['Credit Debit Indicator', 'DBIT', 'CRDT'],
    ['', '-', '+'],
  ] as const)('amounts without a sign go the way that a column says (%s)', ([name, out, into]) => {
    const file = `Date,Text,Amount,${name}\n2026-01-01,a,5.00,${out}\n2026-01-02,b,7.00,${into}\n`
    expect(linesOf(file).map(({ amount }) => amount)).toEqual([-500, 700])
  })

  test.each(['X', '', 'DC'])('one value that isn’t a direction (%j) is reported; money stays out', (odd) => {
    const rows = ['a,5.00,D', 'b,7.00,C', `c,9.00,${odd}`, 'd,1.00,D'].map((row) => `2026-01-01,${row}`)
    const found = read(`Date,Text,Amount,Kind\n${rows.join('\n')}\n`)
    expect(found.problem).toBe(`Line 4: “${odd}” doesn’t say whether money came in or went out.`)
    expect(found.csv?.mapping.columns.side).toBe(3)
  })

  test("a mapping remembered without the direction column gets it; one chosen without it doesn't", () => {
    const file = Buffer.from('Date,Text,Amount,Kind\n2026-01-01,a,5.00,D\n2026-01-02,b,7.00,C\n')
    const amounts = (side: { side?: null }) => {
      const mapping = {
        columns: { booked_on: 0, text: 1, amount: 2, ...side },
        ...({ decimal: '.', date_order: 'ymd' } as const),
      }
      const signature = read(file.toString()).csv?.signature ?? ''
      const options = { mapping: null, remembered: { [signature]: mapping }, currency: 'EUR' }
      return readBankFile(file, options).statements[0]?.lines.map(({ amount }) => amount)
    }
    expect(amounts({})).toEqual([-500, 700])
    expect(amounts({ side: null })).toEqual([500, 700])
  })

  test('an invalid direction is reported with its line', () => {
    const file = 'Date,Text,Amount,S/H\n2026-01-01,a,5.00,S\n2026-01-02,b,7.00,X\n'
    const columns = { booked_on: 0, text: 1, amount: 2, side: 3 }
    const mapping = { columns, decimal: '.', date_order: 'ymd' } as const
    const read = readBankFile(Buffer.from(file), { mapping, remembered: {}, currency: 'EUR' })
    expect(read.problem).toBe('Line 3: “X” doesn’t say whether money came in or went out.')
  })

  test('signs count if any amount has one', () => {
    const file = 'Date,Text,Amount,Type\n2026-01-01,a,-5.00,D\n2026-01-02,b,-7.00,C\n'
    expect(linesOf(file).map(({ amount }) => amount)).toEqual([-500, -700])
  })

  test('rows of one day are in the order of their balances', () => {
    const rows = ['2026-01-02,c,1.00,13.00', '2026-01-02,b,7.00,12.00', '2026-01-02,a,5.00,5.00']
    const found = (lines: string[]) => read(`Date,Text,Amount,Balance\n${lines.join('\n')}\n`).statements[0]
    for (const lines of [rows, rows.toReversed()]) {
      expect(found(lines)).toMatchObject({ opening: 0, closing: 1300 })
      expect(found(lines)?.lines.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    }
  })
})
