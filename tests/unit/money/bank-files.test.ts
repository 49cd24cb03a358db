import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankFileOptions, readBankFile } from '#server/base/adapters/bank-files/read.ts'
import { AppError } from '#server/base/core/calls/errors.ts'
import {
  closingOf,
  type SampleStatement,
  toBankCsv,
  toCamt,
  toMt940,
  toOfx,
} from '#tests/support/money/bank/bank-files.ts'

const OPTIONS: BankFileOptions = { mapping: null, remembered: {}, currency: 'EUR' }
const read = (text: string | Uint8Array, options = OPTIONS) =>
  readBankFile(typeof text === 'string' ? Buffer.from(text) : text, options)

const word = fc.stringMatching(/^[A-Za-z0-9äöüÄÖÜß&.,()-]{1,12}$/)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2068-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const statements = fc
  .record({
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
    opening: fc.integer({ min: -1_000_000, max: 100_000_000 }),
    lines: fc.array(
      fc.record({
        day,
        amount: fc.integer({ min: -50_000_000, max: 50_000_000 }),
        name: words,
        iban: fc.constantFrom('DE89370400440532013000', 'FR1420041010050500013M02606'),
        text: words,
        endToEnd: fc.constantFrom('', 'INV-2026-0007', 'E2E.4711'),
        id: fc.stringMatching(/^[A-Z0-9]{6,16}$/),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ lines, ...rest }): SampleStatement => {
    const sorted = lines.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    const [from = '', to = ''] = [sorted[0]?.day, sorted.at(-1)?.day]
    return { account: 'DE02120300000000202051', ...rest, lines: sorted, from, to }
  })

test('a table that declares its separator and has blank rows is parsed', () => {
  const csv = 'sep=;\r\nDate;Text;Amount\r\n2026-01-02;Rent, March;-5.00\r\n;;\r\n2026-01-03;A;7.00\r\n'
  expect(read(csv).statements[0]?.lines.map(({ text, amount }) => [text, amount])).toEqual([
    ['Rent, March', -500],
    ['A', 700],
  ])
})

describe('the same transactions in every format', () => {
  test('result in the same lines, period and balances', () => {
    fc.assert(
      fc.property(statements, (statement) => {
        const expected = statement.lines.map((line) => ({
          booked_on: line.day,
          amount: line.amount === 0 ? 0 : line.amount,
          currency: statement.currency,
          charges: 0,
          party_name: line.name,
          party_iban: line.iban,
          reference: '',
          end_to_end_id: line.endToEnd,
          bank_ref: line.id,
          text: line.text,
        }))
        const files = {
          camt2: toCamt([statement], 2),
          camt8: toCamt([statement], 8),
          mt940: toMt940([statement]),
          ofx1: toOfx([statement], 1),
          ofx2: toOfx([statement], 2),
          german: toBankCsv(statement, 'german'),
          iso: toBankCsv(statement, 'iso'),
        }
        for (const [name, text] of Object.entries(files)) {
          const { statements: found, problem } = read(text)
          expect(problem, name).toBeNull()
          expect(
            found.map(({ lines }) => lines.map(({ valued_on: _, ...line }) => line)),
            name,
          ).toEqual([expected])
          expect(found[0], name).toMatchObject({
            currency: statement.currency,
            from_on: statement.from,
            to_on: statement.to,
            opening: statement.opening,
            closing: closingOf(statement),
          })
        }
      }),
      { numRuns: 200 },
    )
  })

  test('keep multiple statements in one file separate', () => {
    fc.assert(
      fc.property(fc.array(statements, { minLength: 2, maxLength: 3 }), (several) => {
        for (const text of [toCamt(several), toMt940(several), toOfx(several, 1)]) {
          expect(read(text).statements.map(({ lines }) => lines.length)).toEqual(
            several.map(({ lines }) => lines.length),
          )
        }
      }),
      { numRuns: 30 },
    )
  })
})

/** The error of a file that can't be read; anything but a typed error fails the test. */
function refusalOf(bytes: string | Uint8Array): string | null {
  try {
    return read(bytes).problem
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('BAD_REQUEST')
    return error.message
  }
}

const SAMPLE: SampleStatement = {
  account: 'DE02120300000000202051',
  currency: 'EUR',
  opening: 0,
  from: '2026-03-01',
  to: '2026-03-02',
  lines: [
    {
      day: '2026-03-01',
      amount: 119_000,
      name: 'Müller & Söhne',
      iban: 'DE89370400440532013000',
      text: 'INV-0007',
      endToEnd: '',
      id: 'ABC123',
    },
  ],
}
const FILES = {
  camt: toCamt([SAMPLE]),
  mt940: toMt940([SAMPLE]),
  ofx1: toOfx([SAMPLE], 1),
  ofx2: toOfx([SAMPLE], 2),
  csv: toBankCsv(SAMPLE),
}

describe('damaged files', () => {
  test('of random bytes, even in the middle of a statement, end in a typed error or are parsed', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...Object.values(FILES)),
        (bytes, file) => {
          refusalOf(bytes)
          const half = Buffer.from(file)
          refusalOf(Buffer.concat([half.subarray(0, half.length / 2), bytes, half.subarray(half.length / 2)]))
        },
      ),
      { numRuns: 500 },
    )
  })

  test.for(['camt', 'mt940', 'ofx1', 'ofx2'] as const)('that are truncated are refused (%s)', (format) => {
    const bytes = Buffer.from(FILES[format])
    expect(refusalOf(bytes.subarray(0, bytes.length - 40))).not.toBeNull()
    for (let end = 0; end < bytes.length; end += 7) refusalOf(bytes.subarray(0, end))
  })

  test.for(Object.entries(FILES))('with a NUL byte are refused (%s)', ([, text]) => {
    expect(refusalOf(`${text.slice(0, 200)}\0${text.slice(200)}`)).toContain('isn’t a text file')
  })

  test.for([
    ['camt', '2026-03-01', '0000-03-01'],
    ['mt940', '2603010301', '2613450301'],
    ['ofx1', '20260301', '00000301'],
    ['ofx2', '20260301', '20260231'],
    ['csv', '01.03.2026', '01.03.0000'],
  ] as const)('with a day that doesn’t exist are refused (%s)', ([format, from, to]) => {
    expect(refusalOf(FILES[format].replaceAll(from, to))).toMatch(/is not a date/)
  })

  test.for([
    ['camt', '1190.00', '99999999999999999999.00'],
    ['camt', '1190.00', '1190.001'],
    ['ofx2', '1190.00', '1e9'],
    ['csv', '1.190,00', '1.19,00'],
  ] as const)('with an amount that isn’t one are refused (%s, %s as %s)', ([format, from, to]) => {
    expect(refusalOf(FILES[format].replaceAll(from, to))).toMatch(/amount|too large/)
  })

  test.for(['x', '<', '"', ';', ';\n', '&', '<a>'])('of 10 MB of %j are refused', (part) => {
    expect(refusalOf(part.repeat((10 * 1024 * 1024) / part.length))).not.toBeNull()
  })

  test('never resolve entities, whether external or expanding', () => {
    const secret = FILES.camt.replace(
      '<Document',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document',
    )
    expect(refusalOf(secret)).toContain('document type')
    expect(read(FILES.camt.replace('INV-0007', '&x;INV')).statements[0]?.lines[0]?.text).toBe('&x;INV')
  })
})

describe('CAMT.053', () => {
  const entry = (rest: string, side = 'CRDT') =>
    FILES.camt.replace(
      /<Ntry>.*<\/Ntry>/s,
      `<Ntry><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>${side}</CdtDbtInd>${rest}</Ntry>`,
    )
  const DATES = '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>'
  const part = (amount: string, name: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
  const linesOf = (text: string) => read(text).statements[0]?.lines ?? []

  test('a batch becomes one line per transaction', () => {
    const batch = entry(`${DATES}<NtryDtls>${part('60.00', 'Ada')}${part('40.00', 'Bob')}</NtryDtls>`)
    expect(linesOf(batch)).toMatchObject([
      { amount: 6000, party_name: 'Ada' },
      { amount: 4000, party_name: 'Bob' },
    ])
  })

  test('a batch whose transactions don’t add up stays one line', () => {
    const batch = entry(`${DATES}<NtryDtls>${part('60.00', 'Ada')}${part('30.00', 'Bob')}</NtryDtls>`)
    expect(linesOf(batch)).toMatchObject([{ amount: 10_000, party_name: '' }])
  })

  test('a returned payment is money out, to the party that had paid', () => {
    const returned = entry(
      `<RvslInd>true</RvslInd>${DATES}<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ada</Nm></Dbtr></RltdPties></TxDtls></NtryDtls>`,
      'DBIT',
    )
    expect(linesOf(returned)).toMatchObject([{ amount: -10_000, party_name: 'Ada', text: 'Reversal' }])
  })

  test('pending entries are left out until they are booked', () => {
    expect(linesOf(entry('<Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt>'))).toEqual([])
  })

  test.for([
    ['version 8', '<Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'],
    ['version 2', '<Chrgs><Amt Ccy="EUR">1.50</Amt></Chrgs>'],
  ])('charges that the bank deducted are recorded (%s)', ([, charges]) => {
    expect(linesOf(entry(`${DATES}${charges}`))).toMatchObject([{ amount: 10_000, charges: 150 }])
  })

  test('namespace prefixes make no difference', () => {
    const prefixed = FILES.camt.replace(/<(\/?)(\w+)/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=')
    expect(read(prefixed).statements).toEqual(read(FILES.camt).statements)
  })
})

describe('MT940', () => {
  test('free text of other banks is unchanged', () => {
    const free = FILES.mt940.replace(/:86:[\s\S]*?(?=:62F)/, ':86:Payment of INV-0007\r\nthank you\r\n')
    expect(read(free).statements[0]?.lines).toMatchObject([{ text: 'Payment of INV-0007 thank you' }])
  })

  test('a reversed credit is money out', () => {
    const returned = FILES.mt940.replace('0301C1190', '0301RC1190')
    expect(read(returned).statements[0]?.lines).toMatchObject([{ amount: -119_000 }])
  })

  test('a booking date around New Year gets its own year', () => {
    const late = FILES.mt940.replace(':61:2603010301', ':61:2612310102')
    expect(read(late).statements[0]?.lines).toMatchObject([
      { booked_on: '2027-01-02', valued_on: '2026-12-31' },
    ])
  })
})

describe('OFX', () => {
  test.for(['ofx1', 'ofx2'] as const)('values may be empty, with or without an end tag (%s)', (format) => {
    const known = read(FILES[format]).statements[0]?.lines
    for (const empty of ['<DTAVAIL></DTAVAIL>', '<CHECKNUM></CHECKNUM>', '<SIC> </SIC>', '<CHECKNUM>\n']) {
      const file = FILES[format].replace('<NAME>', `${empty}<NAME>`)
      expect(read(file).statements[0]?.lines).toEqual(known)
    }
    const nameless = FILES[format].replace(/(<BANKACCTTO><ACCTID>)[^<\n]*(?:<\/ACCTID>)?/, '$1</ACCTID>')
    expect(read(nameless).statements[0]?.lines).toMatchObject([{ amount: 119_000, party_iban: '' }])
  })

  test.for([
    ['REPLACE', [-9000]],
    ['delete', []],
  ] as const)('a later transaction may correct one (%s)', ([action, amounts]) => {
    const [line] = SAMPLE.lines
    const rows = [
      { amount: -10_000, id: 'a' },
      { amount: -9000, id: 'b' },
    ]
    const lines = line === undefined ? [] : rows.map((row) => ({ ...line, ...row }))
    const correction = `<FITID>b</FITID><CORRECTFITID>a</CORRECTFITID><CORRECTACTION>${action}</CORRECTACTION>`
    const file = toOfx([{ ...SAMPLE, lines }]).replace('<FITID>b</FITID>', correction)
    const [statement] = read(file).statements
    expect(statement?.lines.map(({ amount }) => amount)).toEqual(amounts)
    expect(statement?.corrected).toEqual(['a'])
  })
})

describe('CSV', () => {
  test('Windows-1252, lines above the table and a total below it are handled', () => {
    const file = `"Konto";"DE02"\r\n"Stand";"02.03.2026"\r\n\r\n${FILES.csv}\r\n"Summe";"";"";"";"";"";"";"";""`
    const bytes = Buffer.from(file, 'latin1')
    expect(read(bytes).statements[0]?.lines).toMatchObject([
      { amount: 119_000, party_name: 'Müller & Söhne' },
    ])
  })

  test('money in and out in two columns, newest first, is sorted by day', () => {
    const file = 'Date,Description,Paid in,Paid out\n03/14/2026,B,,5.00\n03/13/2026,A,"1,200.00",\n'
    expect(read(file, { ...OPTIONS, currency: 'USD' }).statements[0]?.lines).toMatchObject([
      { booked_on: '2026-03-13', amount: 120_000, text: 'A' },
      { booked_on: '2026-03-14', amount: -500, text: 'B' },
    ])
  })

  test.each([
    ['"1,25,000.00"', 12_500_000],
    ['"-12,34,567.8"', -123_456_780],
    ['(-5.00)', -500],
    ['($5.00)', -500],
    ['--5.00', null],
    ['-(5.00)', null],
    ['-+5.00', null],
    ['"1,234,56"', null],
    ['"1,2,345.00"', null],
  ])('the amount %s is %s', (text, expected) => {
    const file = `Date,Text,Amount\n2026-03-01,A,${text}\n2026-03-02,B,-7.25\n`
    const { problem, statements } = read(file, { ...OPTIONS, currency: 'USD' })
    expect(statements[0]?.lines[0]?.amount ?? null).toBe(expected)
    if (expected === null) expect(problem).toContain(`Line 2: “${text.replaceAll('"', '')}” is not an amount`)
  })

  test.each([
    ['05. 03. 2026', '6. 3. 2026'],
    ['2026. 03. 05.', '2026. 3. 6.'],
    ['05.03.2026.', '06.03.2026.'],
    ['05 Mar 2026', '6 March 2026'],
    ['5-Mar-26', '06-MAR-2026'],
    ['"Mar 5, 2026"', '"March 6, 2026"'],
  ])('the dates %s and %s are parsed', (first, second) => {
    const file = `Date,Text,Amount\n${first},A,-5.00\n${second},B,7.25\n`
    expect(read(file).statements[0]?.lines.map(({ booked_on }) => booked_on)).toEqual([
      '2026-03-05',
      '2026-03-06',
    ])
  })

  test("a date that doesn't exist is reported", () => {
    for (const day of ['31. 2. 2026', '2026. 13. 01.', '31 Feb 2026', '5 Foo 2026']) {
      const file = `Date,Text,Amount\n2026-03-01,A,-5.00\n${day},B,7.25\n`
      expect(read(file).problem, day).toBe(`Line 3: “${day}” is not a date.`)
    }
  })

  test('a counterparty may begin with a quotation', () => {
    const file = 'Date,Name,Amount\n2026-03-01,"Blue" Ltd,-5.00\n2026-03-02,"A, B",7.00\n'
    expect(read(file).statements[0]?.lines.map(({ party_name }) => party_name)).toEqual([
      '"Blue" Ltd',
      'A, B',
    ])
  })

  test('a remembered mapping of the same columns is used', () => {
    const file = 'Tag,Was,Wie viel\n2026-03-01,Miete,5\n'
    const { csv, problem } = read(file)
    expect(problem).toBe('Choose the columns with the booking date and the amount.')
    const mapping = {
      columns: { booked_on: 0, text: 1, amount: 2 },
      decimal: '.',
      date_order: 'ymd',
    } as const
    const remembered = { [csv?.signature ?? '']: mapping }
    expect(read(file, { ...OPTIONS, remembered }).statements[0]?.lines).toMatchObject([{ amount: 500 }])
  })
})
