import { describe, expect, test } from 'vitest'
import { setUpBank } from '#tests/support/money/bank/bank-import.ts'

const countLines = async ({ db }: Awaited<ReturnType<typeof setUpBank>>) =>
  (await db.selectFrom('bank_lines').select('id').execute()).length

test('a CSV file requires an account, and its column mapping is remembered by its header', async () => {
  const bank = await setUpBank()
  const file = 'Tag,Was,Wie viel\n2026-03-02,Zinsen,5.00\n2026-03-03,INV-0001,10.00\n'
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '4711', currency: 'usd' })
  expect(await bank.importing(file, { dry_run: true, account_id: id })).toMatchObject({
    problem: 'Choose the columns with the booking date and the amount.',
    csv: {
      columns: ['Tag', 'Was', 'Wie viel'],
      sample: [['2026-03-02', 'Zinsen', '5.00'], expect.anything()],
    },
  })
  await expect(bank.importing(file, { account_id: id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const mapping = { columns: { booked_on: 0, text: 1, amount: 2 }, decimal: '.', date_order: 'ymd' } as const
  await expect(bank.importing(file, { mapping })).rejects.toMatchObject({
    message: expect.stringContaining('account'),
  })
  await bank.importing(file, { mapping, account_id: id })
  const next = file.replace('10.00', '12.00')
  expect((await bank.importing(next, { account_id: id })).statements).toMatchObject([{ lines: 2, added: 1 }])
})

test('another mapping of a CSV file finds its lines again', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '4711', currency: 'USD' })
  const file = 'Day,One,Two,Sum\n2026-03-02,a,b,5.00\n2026-03-03,c,d,10.00\n'
  const mapping = (text: number, bank_ref: number | null) => ({
    columns: { booked_on: 0, text, bank_ref, amount: 3 },
    ...({ decimal: '.', date_order: 'ymd' } as const),
  })
  await bank.importing(file, { account_id: id, mapping: mapping(1, null) })
  for (const other of [mapping(2, null), mapping(1, 2)]) {
    const preview = await bank.importing(file, { account_id: id, mapping: other, dry_run: true })
    expect(preview.statements).toMatchObject([{ added: 2, similar: 2 }])
  }
})

test('lines imported with the agency’s own account as the payer’s are found again without it', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'GBP' })
  const file =
    'Transaction Date,Account Number,Description,Debit Amount,Credit Amount\n' +
    '02/03/2026,12345678,Ada,,5.00\n03/03/2026,12345678,Power,7.00,\n'
  const columns = { booked_on: 0, party_iban: 1, text: 2, debit: 3, credit: 4 }
  const mapping = { columns, decimal: '.', date_order: 'dmy' } as const
  await bank.importing(file, { account_id: id, mapping })
  expect((await bank.importing(file, { account_id: id, dry_run: true })).statements).toMatchObject([
    { lines: 2, added: 0, similar: 0 },
  ])
  const again = await bank.importing(file, { account_id: id })
  expect(again.statements).toMatchObject([{ added: 0 }])
  expect(again.csv?.mapping.columns.party_iban).toBeUndefined()
  expect(await countLines(bank)).toBe(2)
})

test('lines imported before the payer’s column was known are found again in every later file', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'USD' })
  const file = (...rows: string[]) =>
    ['Date,Counter Party,Reference,Type,Amount (USD),Balance (USD)', ...rows, ''].join('\n')
  const first = '02/03/2026,Ada Inc,INV-0001,WIRE,3600.00,4600.00'
  const equal = '02/03/2026,Bo Inc,INV-0001,WIRE,3600.00,8200.00'
  const [second, third] = ['03/03/2026,Power,,ACH,-7.00,8193.00', '04/03/2026,Ada Inc,,WIRE,5.00,8198.00']
  const columns = { booked_on: 0, text: 2, amount: 4, balance: 5 }
  const mapping = { columns, decimal: '.', date_order: 'dmy' } as const
  await bank.importing(file(first), { account_id: id, mapping })

  const next = file(first, equal, second)
  for (const [dry_run, added] of [
    [true, 2],
    [false, 2],
    [false, 0],
  ] as const) {
    const found = await bank.importing(next, { account_id: id, dry_run })
    expect(found.statements).toMatchObject([{ lines: 3, added, similar: 0 }])
    expect(found.csv?.mapping.columns.party_name).toBe(1)
    expect(found.csv).not.toHaveProperty('former')
  }
  // Also with the columns that the dialog sends back, and in a longer file.
  const { csv } = await bank.importing(next, { account_id: id, dry_run: true })
  const all = file(first, equal, second, third)
  const chosen = csv === null ? {} : { mapping: csv.mapping }
  expect((await bank.importing(all, { account_id: id, ...chosen })).statements).toMatchObject([{ added: 1 }])
  expect((await bank.importing(all, { account_id: id })).statements).toMatchObject([{ added: 0 }])
  expect(await countLines(bank)).toBe(4)
})

test('lines whose payee was the holder of the card are found again without it', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'USD' })
  const header = 'Date,Description,Amount,Name On Card'
  const rows = ['2026-03-02,Uber,-5.00,Jane Owner', '2026-03-03,AWS,-7.00,Jane Owner']
  const columns = { booked_on: 0, text: 1, amount: 2, party_name: 3 }
  const mapping = { columns, decimal: '.', date_order: 'ymd' } as const
  await bank.importing(`${header}\n${rows[0]}\n`, { account_id: id, mapping })
  // As it was remembered before such columns were excluded.
  await bank.db
    .updateTable('bank_csv_mappings')
    .set({ mapping: JSON.stringify(mapping) })
    .execute()
  const next = await bank.importing([header, ...rows, ''].join('\n'), { account_id: id })
  expect(next.statements).toMatchObject([{ lines: 2, added: 1, similar: 0 }])
  expect((await bank.openLines()).map(({ party_name }) => party_name).sort()).toEqual(['', 'Jane Owner'])
})

test.each(['From email', 'Adressat', 'Unknown name', 'Account number of payee', 'Name on card'])(
  'a column chosen for the party is used for later files although it is called %j',
  async (name) => {
    const bank = await setUpBank()
    const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'USD' })
    const file = (day: number) => `Date,Amount,${name},Description\n2026-03-0${day},5.00,bob@x.test,a\n`
    const columns = { booked_on: 0, amount: 1, party_name: 2, text: 3 }
    const mapping = { columns, decimal: '.', date_order: 'ymd' } as const
    await bank.importing(file(1), { account_id: id, mapping })
    await bank.importing(file(2), { account_id: id })
    await bank.importing(file(3), { account_id: id })
    expect((await bank.openLines()).map(({ party_name }) => party_name)).toEqual(Array(3).fill('bob@x.test'))
  },
)

describe('an account of the agency that a file names', () => {
  const GERMAN =
    'Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag'
  const DUTCH = 'Datum;Naam;Rekening;Tegenrekening;Af Bij;Bedrag;Mededelingen'
  const RABO = 'IBAN/BBAN;Datum;Bedrag;Tegenrekening IBAN/BBAN;Naam tegenpartij;Omschrijving-1'
  const MERCURY = 'Date;Description;Amount;Status;Source Account'
  const BARCLAYS = 'Number;Date;Account;Amount;Memo'
  const LLOYDS = 'Date;Description;Amount;Sort Code;Account Number'
  const HEADERS = { GERMAN, DUTCH, RABO, MERCURY, BARCLAYS, LLOYDS }
  const rowOf = (bank: keyof typeof HEADERS, account: string, day: number) =>
    ({
      GERMAN: `${account};0${day}.03.2026;Strom;Bo;DE89370400440532013000;-5,00`,
      DUTCH: `2026030${day};Bo;${account};NL91ABNA0417164301;Af;5,00;Maart`,
      RABO: `${account};2026-03-0${day};-5,00;NL91ABNA0417164301;Bo;Maart`,
      MERCURY: `2026-03-0${day};Bo;-5.00;Sent;${account}`,
      BARCLAYS: `;0${day}/03/2026;${account};-5.00;Bo`,
      LLOYDS: `0${day}/03/2026;Bo;-5.00;20-12-34;${account}`,
    })[bank]

  /** The refusal of a file with a row for each account; null if it can be imported. */
  const refusal = async (bank: keyof typeof HEADERS, known: string, accounts: readonly string[]) => {
    const { owner, importing } = await setUpBank()
    const { id } = await owner.bank.saveAccount({ name: 'Main', number: known, currency: 'EUR' })
    const rows = accounts.map((account, index) => rowOf(bank, account, index + 1))
    const file = [HEADERS[bank], ...rows, ''].join('\n')
    const found = await importing(file, { account_id: id, dry_run: true }).catch((error: Error) => error)
    return found instanceof Error ? found.message : found.problem
  }

  test('must be the chosen one', async () => {
    const [own, other] = ['DE02120300000000202051', 'DE02500105170137075030']
    for (const [bank, known, right, wrong] of [
      ['GERMAN', own, own, other],
      ['DUTCH', 'NL69INGB0123456789', 'NL69INGB0123456789', 'NL20INGB0001234567'],
      ['RABO', 'NL69INGB0123456789', 'NL69 INGB 0123 4567 89', 'NL20INGB0001234567'],
      ['MERCURY', '202508655', 'Mercury Checking xx8655', 'Mercury Savings xx1234'],
      ['MERCURY', '202508655', 'Checking', null],
      ['BARCLAYS', 'GB29NWBK60161331926819', '60-16-13 31926819', '60-16-13 31926820'],
      ['BARCLAYS', '31926819', '60-16-13 31926819', '60-16-13 31926820'],
      ['LLOYDS', '12345678', '12345678', '87654321'],
      // Too short to tell.
      ['GERMAN', '4711', own, null],
    ] as const) {
      expect(await refusal(bank, known, Array(3).fill(right)), right).toBeNull()
      if (wrong !== null) {
        const message = await refusal(bank, known, Array(3).fill(wrong))
        expect(message, wrong).toMatch(/^This file is for account .+, not for Main\.$/)
      }
    }
  })

  test('must be one', async () => {
    const message = /^The column “.+” names more than one account\. Export one account at a time, or choose/
    for (const [bank, known, ...accounts] of [
      ['GERMAN', 'DE02120300000000202051', 'DE02120300000000202051', 'DE02500105170137075030'],
      ['DUTCH', 'NL69INGB0123456789', 'NL69INGB0123456789', 'NL20INGB0001234567'],
      ['RABO', 'NL69INGB0123456789', 'NL69INGB0123456789', 'NL20INGB0001234567'],
      ['MERCURY', '202508655', 'Checking', 'Savings'],
      ['BARCLAYS', '31926819', '60-16-13 31926819', '60-16-13 31926820'],
    ] as const) {
      expect(await refusal(bank, known, accounts), bank).toMatch(message)
    }
    const targets = {
      columns: { booked_on: 0, amount: 1, text: 2 },
      decimal: '.',
      date_order: 'ymd',
    } as const
    const { owner, importing } = await setUpBank()
    const { id } = await owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'EUR' })
    const file =
      'Date,Amount,Note,Source account,Destination account\n2026-03-01,-5.00,a,A,B\n2026-03-02,5.00,b,B,A\n'
    expect((await importing(file, { account_id: id, mapping: targets })).statements).toMatchObject([
      { added: 2 },
    ])
    // These may be payers' accounts or other names.
    expect(await refusal('LLOYDS', '12345678', ['12345678', '87654321'])).toBeNull()
    expect(await refusal('BARCLAYS', '12345678', ['Rent', 'Sales'])).toBeNull()
    // Codes of a ledger.
    expect(await refusal('BARCLAYS', '12345678', ['62000', '70000'])).toBeNull()
  })

  test("isn't looked for among the payers' accounts, whatever their columns were before", async () => {
    const { owner, importing, openLines } = await setUpBank()
    const { id } = await owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'EUR' })
    const rows = '2026-03-01,5.00,DE89370400440532013000,Ada,a\n2026-03-02,6.00,DE02500105170137075030,Bo,b\n'
    const importAs = (header: string, columns: object) =>
      importing(`${header}\n${rows}`, {
        account_id: id,
        mapping: {
          columns: { booked_on: 0, amount: 1, text: 4, ...columns },
          decimal: '.',
          date_order: 'ymd',
        },
      })
    const beside = await importAs('Date,Amount,Account,Name,Description', { party_name: 3 })
    expect(beside.problem).toBeNull()
    const header = 'Date,Amount,Source account,Name,Description'
    await expect(importAs(header, { party_name: 3, party_iban: null })).rejects.toThrow(
      'more than one account',
    )
    await importAs(header, { party_name: 3, party_iban: 2 })
    expect((await openLines()).some(({ party_iban }) => party_iban === 'DE89370400440532013000')).toBe(true)
  })

  test("isn't looked for with columns remembered from an earlier file", async () => {
    const { owner, importing } = await setUpBank()
    const { id } = await owner.bank.saveAccount({ name: 'Main', number: '12345678', currency: 'EUR' })
    const header = 'Date,Amount,Source account,Description'
    const first = `${header}\n2026-03-01,5.00,12345678,a\n`
    const columns = { booked_on: 0, amount: 1, text: 3 }
    const rest = { decimal: '.', date_order: 'ymd' } as const
    await importing(first, { account_id: id, mapping: { columns, ...rest } })
    const next = `${header}\n2026-03-02,5.00,DE89370400440532013000,a\n2026-03-03,5.00,DE02500105170137075030,b\n`
    const mapping = { columns: { ...columns, party_iban: 2 }, ...rest }
    const found = await importing(next, { account_id: id, mapping })
    expect([found.problem, found.statements]).toMatchObject([null, [{ added: 2 }]])
  })

  test.each([
    ['2026-03-01,Cafe,,Card,,-3.00', '2026-03-02,Shop,,Card,,-4.00'],
    ['2026-03-01,Client GmbH,DE89370400440532013000,Income,,5.00', '2026-03-02,Cafe,,Card,,-4.00'],
    [1, 2, 4].map((day) => `2026-03-0${day},Client GmbH,DE89 3704 0044 0532 0130 00,Income,,${day}.00`),
  ])("isn't that of the only payer with an account", async (...others) => {
    const { owner, importing, openLines } = await setUpBank()
    const number = 'DE02500105170137075030'
    const { id } = await owner.bank.saveAccount({ name: 'N26', number, currency: 'EUR' })
    const file = [
      'Date,Payee,Account number,Transaction type,Payment reference,Amount (EUR)',
      ...others,
      '2026-03-03,Client GmbH,DE89370400440532013000,Income,INV-0001,100.00',
      '',
    ].join('\n')
    const columns = { booked_on: 0, party_name: 1, party_iban: 2, text: 4, amount: 5 }
    const mapping = { columns, decimal: '.', date_order: 'ymd' } as const
    const lines = others.length + 1
    expect((await importing(file, { account_id: id, dry_run: true })).statements).toMatchObject([
      { lines, added: lines },
    ])
    await importing(file, { account_id: id, mapping })
    const next = file.replaceAll('2026-03', '2026-04')
    expect((await importing(next, { account_id: id })).csv?.mapping.columns.party_iban).toBe(2)
    expect((await openLines()).filter(({ party_iban }) => party_iban !== '').length).toBeGreaterThan(1)
  })
})
