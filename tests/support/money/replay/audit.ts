import { type Client, CODES, type Code } from './acts.ts'
import { inEuros, spread } from './arithmetic.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { dueOf, type Entry, type Kept } from './books.ts'
import { type Agency, OPENING } from './player.ts'
import { type WrittenYear, YEAR } from './year.ts'

export type Sums = Map<string, number>

export function addUp<Row>(rows: Iterable<Row>, keyOf: (row: Row) => string, of: (row: Row) => number): Sums {
  const sums: Sums = new Map()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + of(row))
  return sums
}

/** Describes every difference; zero and missing values are equal. */
export function differences(what: string, expected: Sums, found: Sums): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].toSorted().flatMap((key) => {
    const [one, other] = [expected.get(key) ?? 0, found.get(key) ?? 0]
    return one === other ? [] : [`${what}, ${key}: the bookkeeper has ${one}, the portal ${other}`]
  })
}

const inWords = ({
  day,
  account,
  document,
  amount,
  currency,
  base,
  tax,
  baseTax,
}: Omit<Entry, 'money' | 'client' | 'project'>) =>
  `${document || 'no document'} on ${day}: ${account} ${amount} ${currency} = ${base} EUR, tax ${tax} = ${baseTax} EUR`

/** The ledger's entries, without those that were corrected on the same day. */
async function ledgerOf({ db, agencyId }: Agency) {
  const rows = await db
    .selectFrom('ledger_entries as entry')
    .leftJoin('invoices', 'invoices.id', 'entry.invoice_id')
    .leftJoin('payments', 'payments.id', 'entry.payment_id')
    .leftJoin('invoices as paid', 'paid.id', 'payments.invoice_id')
    .leftJoin('expenses', 'expenses.id', 'entry.expense_id')
    .leftJoin('payouts', 'payouts.id', 'entry.payout_id')
    .selectAll('entry')
    .select(['invoices.number', 'paid.number as paid_number'])
    .select(['expenses.description as expense', 'payouts.description as payout'])
    .where('entry.agency_id', '=', agencyId)
    .execute()
  const days = new Map(rows.map(({ id, occurred_on }) => [id, occurred_on]))
  const reversed = new Set(
    rows.flatMap(({ reverses_id, occurred_on }) =>
      reverses_id !== null && days.get(reverses_id) === occurred_on ? [reverses_id] : [],
    ),
  )
  return rows.filter(
    ({ id, reverses_id }) => !reversed.has(id) && (reverses_id === null || !reversed.has(reverses_id)),
  )
}

const refOf = (text: string | null): string | undefined => /(hosting|license|help)-\d+/.exec(text ?? '')?.[0]

/** Compares entry by entry, and money by currency and day. */
export async function auditLedger(agency: Agency, books: Bookkeeper): Promise<string[]> {
  const rows = await ledgerOf(agency)
  const found = rows.map((row) => ({
    day: row.occurred_on,
    account: `${row.direction} ${row.category}`,
    document: row.number ?? row.paid_number ?? refOf(row.expense) ?? refOf(row.payout) ?? '',
    amount: row.amount,
    currency: row.currency as Code,
    base: row.base_amount ?? Number.NaN,
    tax: row.tax,
    baseTax: row.base_tax,
    money: row.payment_id !== null || row.direction === 'expense',
  }))
  const byDay = ({ currency, day }: { currency: string; day: string }) => `${currency} on ${day}`
  const flow = ({ account, amount }: { account: string; amount: number }) =>
    account.startsWith('expense') ? -amount : amount
  const moved = <Row extends { money: boolean }>(all: readonly Row[]) => all.filter(({ money }) => money)
  return [
    ...differences(
      'Ledger',
      addUp(books.entries, inWords, () => 1),
      addUp(found, inWords, () => 1),
    ),
    ...differences('Money', addUp(moved(books.entries), byDay, flow), addUp(moved(found), byDay, flow)),
    ...differences(
      'Account',
      addUp(
        books.entries,
        ({ account }) => account,
        ({ base }) => base,
      ),
      addUp(
        found,
        ({ account }) => account,
        ({ base }) => base,
      ),
    ),
  ]
}

/** The bank's balance and the books'; they differ by what was corrected after the bank had paid it. */
export async function auditBank(
  { reader, accounts }: Agency,
  { acts, books }: WrittenYear,
): Promise<string[]> {
  const lines: string[] = []
  for (const currency of CODES) {
    const moved = acts.flatMap((act) =>
      act.do === 'statement' && act.currency === currency ? act.lines : [],
    )
    const predicted = {
      closing: moved.reduce((sum, { amount }) => sum + amount, OPENING),
      difference: books.correctedLate.get(currency) ?? 0,
    }
    const balance = await reader.bank.balance({ account_id: accounts.get(currency) ?? '' })
    const found = {
      ...{ closing: balance.closing ?? 0, difference: balance.difference ?? 0 },
      ...{ 'open lines': balance.open.count, missing: balance.missing },
    }
    const [expected, portal] = [new Map(Object.entries(predicted)), new Map(Object.entries(found))]
    lines.push(...differences(`Bank account in ${currency}`, expected, portal))
  }
  return lines
}

const nameOfClient = (agency: Agency) => new Map([...agency.clients].map(([name, id]) => [id, name]))

/** The amount due on a document, in euros. */
export const dueInEuros = (doc: Kept): number => {
  const convert = (amount: number) => inEuros(amount, doc.currency, doc.rate)
  return convert(doc.total) - convert(doc.total - dueOf(doc))
}

const BUCKETS = [
  ['not_due', 0],
  ['days_1_30', 30],
  ['days_31_60', 60],
  ['days_61_90', 90],
] as const

function bucketOf(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000)
  return BUCKETS.find(([, most]) => days <= most)?.[0] ?? 'over_90'
}

export async function auditDebtors(agency: Agency, books: Bookkeeper): Promise<string[]> {
  const { db, agencyId } = agency
  const owner = agency.ownerOn(YEAR.to)
  const rows = await db.selectFrom('invoices').selectAll().where('agency_id', '=', agencyId).execute()
  const dueIn = (row: (typeof rows)[number]) =>
    row.status === 'void' || row.kind === 'credit_note'
      ? 0
      : row.total - row.amount_paid - row.amount_credited - row.amount_applied - row.amount_written_off
  const docs = [...books.docs.values()]
  const names = nameOfClient(agency)
  const aging = await owner.finance.aging()
  const aged = aging.clients.flatMap((row) =>
    (['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const).map((bucket) => ({
      key: `${names.get(row.client_id ?? '')} ${row.currency} ${bucket}`,
      amount: row[bucket],
    })),
  )
  const open = docs.filter((doc) => dueOf(doc) > 0)
  const credit = await db.selectFrom('client_credits').selectAll().where('agency_id', '=', agencyId).execute()
  return [
    ...differences(
      'Due',
      addUp(docs, ({ number }) => number, dueOf),
      addUp(rows, ({ number }) => number ?? '', dueIn),
    ),
    ...differences(
      'Total',
      new Map([
        ...docs.map((doc) => [doc.number, doc.total] as const),
        ...[...books.notes].map(([number, note]) => [number, addParts(note.parts)] as const),
      ]),
      addUp(
        rows,
        ({ number }) => number ?? '',
        ({ total }) => total,
      ),
    ),
    ...differences(
      'Aging',
      addUp(open, (doc) => `${doc.client} ${doc.currency} ${bucketOf(doc.dueOn, YEAR.to)}`, dueOf),
      addUp(
        aged,
        ({ key }) => key,
        ({ amount }) => amount,
      ),
    ),
    ...differences(
      'Aging in euros',
      addUp(open, ({ client, currency }) => `${client} ${currency}`, dueInEuros),
      addUp(
        aging.clients,
        (row) => `${names.get(row.client_id ?? '')} ${row.currency}`,
        (row) => row.base_total ?? 0,
      ),
    ),
    ...differences(
      'Client credit',
      new Map([...books.credit].map(([key, { amount }]) => [key, amount])),
      addUp(
        credit,
        (row) => `${names.get(row.client_id)} ${row.currency}`,
        ({ amount }) => amount,
      ),
    ),
  ]
}

const addParts = (parts: ReadonlyMap<string, { net: bigint; tax: bigint }>): number =>
  [...parts.values()].reduce((sum, { net, tax }) => sum + Number(net + tax), 0)

/** Net amounts by the client or project they belong to. */
function profitByHand(books: Bookkeeper, keyOf: (client: Client | null, project: string | null) => string) {
  const [revenue, cost]: [Sums, Sums] = [new Map(), new Map()]
  const add = (sums: Sums, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  const docOf = new Map([...books.docs.values()].map((doc) => [doc.number, doc]))
  for (const [number, { of }] of books.notes) docOf.set(number, books.doc(of))
  const issued = addUp(
    books.taxes.filter(({ side }) => side === 'issued'),
    ({ document }) => document,
    ({ baseNet }) => baseNet,
  )
  for (const [number, net] of issued) {
    const doc = docOf.get(number)
    if (doc === undefined) throw new Error(`no document ${number}`)
    const shared = [...doc.byProject]
    const shares = spread(
      net,
      shared.map(([, sum]) => sum.net),
    )
    for (const [index, [project]] of shared.entries())
      add(revenue, keyOf(doc.client, project), shares[index] ?? 0)
    if (shared.length === 0) add(revenue, keyOf(doc.client, doc.project), net)
  }
  for (const { account, base, baseTax, client, project } of books.entries) {
    const key = keyOf(client, project)
    if (account === 'income exchange_differences') add(revenue, key, base)
    if (account.startsWith('expense')) add(cost, key, base - baseTax)
  }
  return { revenue, cost }
}

export async function auditProfit(agency: Agency, books: Bookkeeper): Promise<string[]> {
  const { reader, projects } = agency
  const names = {
    client: nameOfClient(agency),
    project: new Map([...projects].map(([name, id]) => [id, name])),
  }
  const lines: string[] = []
  for (const by of ['client', 'project'] as const) {
    const hand = profitByHand(books, (client, project) =>
      by === 'client' ? (client ?? 'none') : project === null ? 'none' : `${client} ${project}`,
    )
    const list = await reader.finance.profits({ ...YEAR, by, basis: 'issued' })
    const name = ({ id }: { id: string | null }) => (id === null ? 'none' : (names[by].get(id) ?? id))
    lines.push(
      ...differences(
        `Revenue by ${by}`,
        hand.revenue,
        addUp(list.rows, name, (row) => row.revenue),
      ),
      ...differences(
        `Cost by ${by}`,
        hand.cost,
        addUp(list.rows, name, (row) => row.cost),
      ),
    )
  }
  return lines
}
