import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { BOOKS_FILES, type BooksFile } from '#shared/money/ledger/books.ts'
import { ctxFor } from '../../caller.ts'
import { closedFigures } from '../closed-period.ts'
import { type AutomaticAccounts, DatevBooks, readDatev } from '../datev-reader.ts'
import { minor, postQuickbooks, readTable, reconcileXero, withOwnCodes } from '../program-reader.ts'
import { RATES } from './acts.ts'
import { addBooked, type BookedParts, inEuros, minus, toBooks } from './arithmetic.ts'
import { addUp, differences, dueInEuros, type Sums } from './audit.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { dueOf, type Entry } from './books.ts'
import type { Agency } from './player.ts'
import { CLOSED, YEAR } from './year.ts'

/** The time at which all files are created, so that those of a closed period have the same header later. */
const READ_AT = new Date('2027-01-15T12:00:00.000Z')

interface Period {
  from: string
  to: string
}

async function fileOf({ db, world }: Agency, name: BooksFile, period: Period = YEAR): Promise<Buffer> {
  const ctx = ctxFor(db, world.home.owner as SeedMember, READ_AT)
  const { content } = await openBooksFile(ctx, name, { ...period, basis: 'issued', bom: false })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The adviser's numbers and the tax codes, which files for DATEV, Xero and QuickBooks require. */
export async function enterAccounts({ reader }: Agency): Promise<void> {
  const { version } = await reader.finance.accounts()
  const numbers = { consultant_number: 29_098, client_number: 55_003 }
  const accounts = defaultAccounts('skr03')
  const rates = withOwnCodes(accounts.rates)
  await reader.finance.saveAccounts({ ...accounts, rates, ...numbers, version })
}

/** As in the chart SKR03. */
const AUTOMATIC: AutomaticAccounts = {
  8400: { percent: 19, tax: '1776' },
  1718: { percent: 19, tax: '1776' },
  2406: { percent: 19, tax: '1776' },
  8300: { percent: 7, tax: '1771' },
  1711: { percent: 7, tax: '1771' },
  2401: { percent: 7, tax: '1771' },
}

const flow = ({ account, base }: Entry): number => (account.startsWith('expense') ? -base : base)

export async function auditDatev(agency: Agency, books: Bookkeeper): Promise<string[]> {
  const read = new DatevBooks(readDatev(await fileOf(agency, 'datev')), AUTOMATIC)
  // Numbered in the order in which they were added.
  const debtorOf = new Map([...agency.clients.values()].map((id, index) => [id, String(10_001 + index)]))
  const money = books.entries.filter((entry) => entry.money)
  return [
    ...differences(
      'DATEV, bank on',
      addUp(money, ({ day }) => day, flow),
      new Map(Object.entries(read.byDay('1200'))),
    ),
    ...differences(
      'DATEV, debtor',
      addUp(
        books.docs.values(),
        ({ client }) => debtorOf.get(agency.clients.get(client) ?? '') ?? '',
        dueInEuros,
      ),
      new Map(
        read
          .accounts()
          .filter((account) => account.length === 5)
          .map((account) => [account, read.balance(account)]),
      ),
    ),
    ...differences('DATEV, accounts', accountsByHand(books), foundAccounts(read)),
  ]
}

const GROUPS: Record<string, readonly string[]> = {
  'client credit 1710': ['1710'],
  'tax 19% 1776': ['1776'],
  'tax 7% 1771': ['1771'],
  'sales, losses and advances at 19%': ['8400', '2406', '1718'],
  'sales, losses and advances at 7%': ['8300', '2401', '1711'],
  'advances at 19% 1718': ['1718'],
  'advances at 7% 1711': ['1711'],
  'reverse charge 8336': ['8336', '2400'],
  'outside 8338': ['8338'],
  'input tax 1570': ['1570'],
  'disputes 2309': ['2309'],
  'fees 4970': ['4970'],
  'software 4964': ['4964'],
  'hosting 4925': ['4925'],
  'contributors 3100': ['3100'],
  'reverse charge 3123': ['3123'],
  'reverse charge 3125': ['3125'],
  'exchange differences 2660 and 2150': ['2660', '2150'],
}

const foundAccounts = (read: DatevBooks): Sums =>
  new Map(
    Object.entries(GROUPS).map(([name, accounts]) => [
      name,
      accounts.reduce((sum, account) => sum + read.balance(account), 0),
    ]),
  )

/**
 * Debits are positive. Losses without tax share an account, so they are grouped with the sales that make up most of
 * them.
 */
function accountsByHand(books: Bookkeeper): Sums {
  const issued = books.taxes.filter(({ side }) => side === 'issued')
  const net = addUp(
    issued,
    ({ rate }) => rate,
    ({ baseNet }) => -baseNet,
  )
  const tax = addUp(
    issued,
    ({ rate }) => rate,
    ({ baseTax }) => -baseTax,
  )
  const cost = addUp(
    books.entries,
    ({ account }) => account,
    ({ base, baseTax }) => base - baseTax,
  )
  const input = books.taxes.filter(({ side }) => side === 'input')
  const owed = addUp(
    books.taxes.filter(({ side }) => side === 'owed'),
    ({ rate }) => rate,
    ({ baseNet }) => baseNet,
  )
  let realized = 0
  for (const { account, base } of books.entries)
    if (account.endsWith('exchange_differences')) realized += base
  for (const doc of books.docs.values()) {
    if (doc.credited === 0 && doc.lostParts === null) continue
    const settled = doc.income + doc.credited + doc.lost
    realized += doc.posted - inEuros(settled, doc.currency, doc.rate)
  }
  const of = (sums: Sums, key: string) => sums.get(key) ?? 0
  const owing = advancesOwing(books)
  const advances = (rate: string) => -(owing.get(rate)?.baseNet ?? 0)
  return new Map([
    ['client credit 1710', -[...books.credit.values()].reduce((sum, { base }) => sum + base, 0)],
    ['tax 19% 1776', of(tax, RATES.standard.name)],
    ['tax 7% 1771', of(tax, RATES.reduced.name)],
    ['sales, losses and advances at 19%', of(net, RATES.standard.name)],
    ['sales, losses and advances at 7%', of(net, RATES.reduced.name)],
    ['advances at 19% 1718', advances(RATES.standard.name)],
    ['advances at 7% 1711', advances(RATES.reduced.name)],
    ['reverse charge 8336', of(net, RATES.reverse.name)],
    ['outside 8338', of(net, RATES.outside.name)],
    ['input tax 1570', input.reduce((sum, { baseTax }) => sum + baseTax, 0)],
    ['disputes 2309', of(cost, 'expense disputes')],
    ['fees 4970', of(cost, 'expense provider_fees')],
    ['software 4964', of(cost, 'expense software')],
    ['hosting 4925', of(cost, 'expense hosting')],
    ['contributors 3100', of(cost, 'expense contractors') - of(owed, 'FR') - of(owed, 'US')],
    ['reverse charge 3123', of(owed, 'FR')],
    ['reverse charge 3125', of(owed, 'US')],
    ['exchange differences 2660 and 2150', -realized],
  ])
}

/** Advance invoices, less what was credited, until a final invoice deducts what was received. */
function advancesOwing(books: Bookkeeper): BookedParts {
  const owing: BookedParts = new Map()
  for (const doc of books.docs.values()) {
    if (doc.stage !== 'advance' || doc.isVoid) continue
    const convert = (amount: number) => inEuros(amount, doc.currency, doc.rate)
    addBooked(owing, toBooks(doc.parts, convert))
    for (const note of books.notes.values())
      if (note.of === doc.ref) addBooked(owing, toBooks(note.parts, convert), -1)
    if (doc.paid > 0) addBooked(owing, toBooks(minus(doc.parts, doc.taken), convert), -1)
  }
  return owing
}

/** Amounts due stay open; the bank's balance is the money from clients and the payment provider. */
export async function auditPrograms(agency: Agency, books: Bookkeeper): Promise<string[]> {
  const read = async (name: BooksFile) => String(await fileOf(agency, name))
  const xero = reconcileXero({
    documents: [await read('xero'), await read('xero-fees')],
    statements: { bank: await read('xero-payments'), credit: await read('xero-credit') },
  })
  const quickbooks = postQuickbooks({
    invoices: await read('quickbooks'),
    bills: await read('quickbooks-fees'),
    journal: await read('quickbooks-journal'),
  })
  const docs = [...books.docs.values()]
  const isOwn = ({ account }: Entry) => /expense (hosting|software|contractors)/.test(account)
  const cash = books.entries.filter((entry) => entry.money && !isOwn(entry))
  const moved = ({ account, amount }: Entry) => (account.startsWith('expense') ? -amount : amount)
  const creditIn = (name: string): Sums =>
    addUp(
      books.credit,
      ([key]) => `${name} ${key.split(' ')[1]}`,
      ([, { amount }]) => -amount,
    )
  const named = (sums: Iterable<[string, number]>, name: string): Sums =>
    new Map([...sums].filter(([key]) => key.startsWith(`${name} `)))
  const companies = { german: 'Home Company', french: 'french company', american: 'american company' }
  return [
    ...differences(
      'Xero, open',
      addUp(docs, ({ number }) => number, dueOf),
      xero.open,
    ),
    ...differences(
      'Xero',
      addUp(cash, ({ currency }) => `bank ${currency}`, moved),
      named(xero.balances, 'bank'),
    ),
    ...differences('Xero', creditIn('credit'), named(xero.balances, 'credit')),
    ...quickbooks.unbalanced.map(([entry, sum]) => `QuickBooks, entry ${entry} is out of balance by ${sum}`),
    ...differences(
      'QuickBooks, owed by',
      addUp(docs, ({ client, currency }) => `${companies[client]} ${currency}`, dueOf),
      quickbooks.owed,
    ),
    ...differences(
      'QuickBooks',
      addUp(cash, ({ currency }) => `Checking ${currency}`, moved),
      named(quickbooks.balances, 'Checking'),
    ),
    ...differences(
      'QuickBooks',
      creditIn('Customer deposits'),
      named(quickbooks.balances, 'Customer deposits'),
    ),
  ]
}

/** What has settled each invoice, of the columns of the invoices file. */
export async function auditSettled(agency: Agency, books: Bookkeeper): Promise<string[]> {
  const rows = readTable(String(await fileOf(agency, 'invoices'))).filter(({ kind }) => kind === 'invoice')
  const docs = [...books.docs.values()].filter(({ isVoid }) => !isVoid)
  const expected = docs.flatMap((doc) => {
    const { paid, applied, credited, lost, total } = doc
    const amounts = { paid, applied, credited, written_off: lost, due: dueOf(doc), total }
    return Object.entries(amounts).map(([column, amount]) => [`${column} of ${doc.number}`, amount] as const)
  })
  const found = rows.flatMap((row) =>
    SETTLED.map((column) => {
      const amount = minor(row[column] ?? '', row.currency ?? '')
      return [`${column} of ${row.number}`, amount] as const
    }),
  )
  return differences('Invoices file', new Map(expected), new Map(found))
}

const SETTLED = ['paid', 'applied', 'credited', 'written_off', 'due', 'total']

/** The settled part of a document is as of today, whatever the period. */
const OF_TODAY = ['status', 'paid', 'credited', 'applied', 'written_off', 'due']

/** All files exported from the closed quarter, as text by file name. */
export async function closedBooks(agency: Agency): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const name of BOOKS_FILES) {
    if (name === 'ageing') continue
    const bytes = await fileOf(agency, name, CLOSED)
    const isOfToday = name === 'invoices'
    files.set(name, isOfToday ? withoutToday(String(bytes)) : bytes.toString('latin1'))
  }
  const { db, reader, agencyId } = agency
  return files.set('figures', await closedFigures(db, reader, agencyId, CLOSED.to))
}

const withoutToday = (text: string): string =>
  JSON.stringify(
    readTable(text).map((row) => Object.entries(row).filter(([column]) => !OF_TODAY.includes(column))),
  )
