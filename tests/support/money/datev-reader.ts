/**
 * Reads a DATEV posting batch (EXTF, category 21) as an accounting program does: from the published format alone,
 * without the portal's code. Amounts are in cents.
 */
export interface DatevLine {
  amount: number
  /** Whether `account` is debited; `contra` is the other side. */
  debit: boolean
  account: string
  contra: string
  /** Tax key; 40 suspends the tax of an automatic account. */
  key: string
  /** `YYYY-MM-DD` */
  date: string
  document: string
  text: string
  /** The customer's VAT number, for reports of services within the EU. */
  vatId: string
}

/** Accounts that compute tax, as in the chart: percent and the account of the tax. */
export type AutomaticAccounts = Record<string, { percent: number; tax: string }>

export function readDatev(bytes: Buffer): DatevLine[] {
  const [header = '', names = '', ...lines] = new TextDecoder('windows-1252')
    .decode(bytes)
    .trimEnd()
    .split('\r\n')
  const head = fieldsOf(header)
  if (head[0] !== 'EXTF' || head[1] !== '700' || head[2] !== '21') throw new Error(`not a batch: ${header}`)
  const columns = fieldsOf(names)
  const at = (name: string): number => {
    const index = columns.indexOf(name)
    if (index < 0) throw new Error(`no column ${name}`)
    return index
  }
  const [from = '', to = ''] = [dashed(head[14]), dashed(head[15])]
  return lines.map((line) => {
    const fields = fieldsOf(line)
    const field = (name: string): string => fields[at(name)] ?? ''
    const amount = /^(\d{1,10}),(\d\d)$/.exec(field('Umsatz (ohne Soll/Haben-Kz)'))
    const side = field('Soll/Haben-Kennzeichen')
    if (amount === null || (side !== 'S' && side !== 'H')) throw new Error(`not a posting: ${line}`)
    const day = field('Belegdatum')
    const date = `${from.slice(0, 4)}-${day.slice(2, 4)}-${day.slice(0, 2)}`
    if (date < from || date > to) throw new Error(`${date} is outside of ${from} to ${to}`)
    return {
      amount: Number(amount[1]) * 100 + Number(amount[2]),
      debit: side === 'S',
      account: field('Konto'),
      contra: field('Gegenkonto (ohne BU-Schlüssel)'),
      key: field('BU-Schlüssel'),
      date,
      document: field('Belegfeld 1'),
      text: field('Buchungstext'),
      vatId: field('EU-Land u. UStID (Bestimmung)'),
    }
  })
}

/** Balances by account and, with `account day`, by day; debits are positive. */
export class DatevBooks {
  private readonly sums = new Map<string, number>()
  private readonly automatic: AutomaticAccounts

  constructor(lines: readonly DatevLine[], automatic: AutomaticAccounts) {
    this.automatic = automatic
    for (const line of lines) {
      const signed = line.debit ? line.amount : -line.amount
      this.post(line, line.account, signed)
      this.post(line, line.contra, -signed)
    }
  }

  balance(account: string, day?: string): number {
    return this.sums.get(day === undefined ? account : `${account} ${day}`) ?? 0
  }

  /** The days on which the account has a balance other than zero. */
  byDay(account: string): Record<string, number> {
    const days = [...this.sums].filter(([key, sum]) => key.startsWith(`${account} `) && sum !== 0)
    return Object.fromEntries(days.map(([key, sum]) => [key.slice(account.length + 1), sum]).toSorted())
  }

  accounts(): string[] {
    return [...this.sums.keys()].filter((key) => !key.includes(' ')).toSorted()
  }

  private post({ key, date }: DatevLine, account: string, amount: number): void {
    const automatic = key === '40' ? undefined : this.automatic[account]
    const tax = automatic === undefined ? 0 : taxIn(amount, automatic.percent)
    if (automatic !== undefined) this.add(automatic.tax, date, tax)
    this.add(account, date, amount - tax)
  }

  private add(account: string, date: string, amount: number): void {
    for (const key of [account, `${account} ${date}`]) this.sums.set(key, (this.sums.get(key) ?? 0) + amount)
  }
}

/** The tax in a gross amount, rounded half up. */
function taxIn(gross: number, percent: number): number {
  const [numerator, denominator] = [BigInt(Math.abs(gross)) * BigInt(percent), BigInt(100 + percent)]
  const tax = Number((2n * numerator + denominator) / (2n * denominator))
  return gross < 0 ? -tax : tax
}

const dashed = (day = ''): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`

/** Semicolons separate fields; text is in quotes, with embedded quotes doubled. */
function fieldsOf(line: string): string[] {
  const fields: string[] = []
  for (let at = 0; at <= line.length; at++) {
    if (line[at] !== '"') {
      const end = line.indexOf(';', at)
      const last = end < 0 ? line.length : end
      fields.push(line.slice(at, last))
      at = last
      continue
    }
    let text = ''
    for (at++; at < line.length; at++) {
      if (line[at] !== '"') text += line[at]
      else if (line[at + 1] === '"') {
        text += '"'
        at++
      } else break
    }
    fields.push(text)
    at++
  }
  return fields
}
