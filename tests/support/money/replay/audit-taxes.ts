import { TAX_BASES } from '#shared/money/ledger/taxes/tax-report.ts'
import { type Client, RATES } from './acts.ts'
import { addUp, differences, type Sums } from './audit.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import type { Entry, TaxRow } from './books.ts'
import type { Agency } from './player.ts'
import { YEAR } from './year.ts'

const QUARTERS = [
  { from: '2026-01-01', to: '2026-03-31' },
  { from: '2026-04-01', to: '2026-06-30' },
  { from: '2026-07-01', to: '2026-09-30' },
  { from: '2026-10-01', to: '2026-12-31' },
]
const PERIODS = [YEAR, ...QUARTERS]

const isIn =
  ({ from, to }: { from: string; to: string }) =>
  ({ day }: { day: string }) =>
    day >= from && day <= to

export async function auditTaxes({ reader }: Agency, books: Bookkeeper): Promise<string[]> {
  const lines: string[] = []
  for (const period of PERIODS) {
    const rows = books.taxes.filter(isIn(period))
    for (const basis of TAX_BASES) {
      const sales = rows.filter(({ side }) => side === basis)
      const report = await reader.finance.taxReport({ ...period, basis })
      const about = `Tax report by date ${basis}, ${period.from} to ${period.to}`
      const name = (row: { tax_name: string | null }) => row.tax_name ?? 'untaxed'
      for (const of of ['net', 'tax'] as const) {
        const base = of === 'net' ? 'baseNet' : 'baseTax'
        lines.push(
          ...differences(
            `${about}, ${of}`,
            addUp(
              sales,
              ({ rate }) => rate,
              (row) => row[base],
            ),
            addUp(report.output, name, (row) => row[of]),
          ),
          ...differences(
            `${about}, ${of} in the document’s currency`,
            addUp(
              sales,
              ({ currency, rate }) => `${currency} ${rate}`,
              (row) => row[of],
            ),
            addUp(
              report.by_currency.flatMap(({ currency, rows: own }) =>
                own.map((row) => ({ ...row, currency })),
              ),
              (row) => `${row.currency} ${name(row)}`,
              (row) => row[of],
            ),
          ),
        )
      }
      const input = rows.filter(({ side }) => side === 'input')
      lines.push(
        ...differences(
          `${about}, input tax`,
          addUp(
            input,
            ({ rate }) => rate,
            ({ baseTax }) => baseTax,
          ),
          addUp(
            report.input,
            ({ tax_bps }) => String(tax_bps),
            ({ tax }) => tax,
          ),
        ),
      )
    }
  }
  return lines
}

/** Box by client's country and rate. */
function boxOf({ rate, client }: TaxRow): string {
  if (rate === RATES.standard.name) return '81'
  if (rate === RATES.reduced.name) return '86'
  const boxes: Record<Client, string> = { german: '60', french: '21', american: '45' }
  return boxes[client ?? 'german']
}

const isServiceInUnion = ({ rate, client }: TaxRow): boolean =>
  rate === RATES.reverse.name && client === 'french'

const wholeEuros = (cents: number): number => Math.trunc(cents / 100) * 100 + 0

/** The boxes of the German advance return, rounded as on the form. */
function germanBoxes(sales: readonly TaxRow[], input: readonly TaxRow[], owed: readonly TaxRow[]): Sums {
  const net = addUp(sales, boxOf, ({ baseNet }) => baseNet)
  const form = new Map([...net].map(([box, sum]) => [box, wholeEuros(sum)]))
  const taxAt = (box: string, percent: number) => Math.round(((form.get(box) ?? 0) * percent) / 100)
  form.set('81-tax', taxAt('81', 19)).set('86-tax', taxAt('86', 7))
  form.set(
    '66',
    input.reduce((sum, { baseTax }) => sum + baseTax, 0),
  )
  const owedIn = (box: string) => owed.filter(({ rate }) => (rate === 'FR' ? '46' : '84') === box)
  for (const [box, tax] of [
    ['46', '47'],
    ['84', '85'],
  ] as const) {
    form.set(box, wholeEuros(owedIn(box).reduce((sum, { baseNet }) => sum + baseNet, 0)))
    form.set(
      tax,
      owedIn(box).reduce((sum, { baseTax }) => sum + baseTax, 0),
    )
  }
  const lost = sales.filter((row) => row.isLoss && ['81', '86'].includes(boxOf(row)))
  form.set('50', wholeEuros(lost.reduce((sum, { baseNet }) => sum - baseNet, 0)))
  form.set('67', (form.get('47') ?? 0) + (form.get('85') ?? 0))
  return form.set('83', (form.get('81-tax') ?? 0) + (form.get('86-tax') ?? 0) - (form.get('66') ?? 0))
}

export async function auditReturns({ reader }: Agency, books: Bookkeeper): Promise<string[]> {
  const lines: string[] = []
  for (const period of PERIODS) {
    const rows = books.taxes.filter(isIn(period))
    const input = rows.filter(({ side }) => side === 'input')
    const owed = rows.filter(({ side }) => side === 'owed')
    for (const basis of TAX_BASES) {
      // Services in the EU count when they are provided.
      const services = rows.filter((row) => row.side === 'issued' && isServiceInUnion(row))
      const others = rows.filter((row) => row.side === basis && !isServiceInUnion(row))
      const asked = { ...period, basis }
      const german = await reader.finance.taxReturn({ ...asked, kind: 'german-advance-return' })
      const about = `by date ${basis}, ${period.from} to ${period.to}`
      lines.push(
        ...differences(
          `Advance return ${about}, box`,
          germanBoxes([...others, ...services], input, owed),
          addUp(
            german.boxes,
            ({ key }) => key,
            ({ form }) => form,
          ),
        ),
      )
      const list = await reader.finance.taxReturn({ ...asked, kind: 'ec-sales-list' })
      const sum = wholeEuros(services.reduce((total, { baseNet }) => total + baseNet, 0))
      lines.push(
        ...differences(
          `EC sales list ${about}`,
          new Map([['FR40303265045', sum]]),
          addUp(
            list.table?.lines ?? [],
            ({ key }) => key,
            ({ cells }) => Number(cells[3]),
          ),
        ),
      )
    }
    lines.push(...(await auditDifferences({ reader }, books, period)))
  }
  return lines
}

/** Realized gains and losses by the currency of the document. */
async function auditDifferences(
  { reader }: Pick<Agency, 'reader'>,
  books: Bookkeeper,
  period: { from: string; to: string },
): Promise<string[]> {
  const list = await reader.finance.taxReturn({ ...period, kind: 'exchange-differences' })
  const currencies = new Map([...books.docs.values()].map(({ number, currency }) => [number, currency]))
  const gains = books.entries
    .filter(({ account }) => account.endsWith('exchange_differences'))
    .filter(isIn(period))
  const of = (entry: Entry) => `${currencies.get(entry.document)} ${entry.base > 0 ? 'gains' : 'losses'}`
  const found = (list.table?.lines ?? []).flatMap(({ key, cells }) => [
    [`${key} gains`, Number(cells[1])] as const,
    [`${key} losses`, Number(cells[2])] as const,
  ])
  return differences(
    `Exchange differences ${period.from} to ${period.to}`,
    addUp(gains, of, ({ base }) => base),
    new Map(found),
  )
}
