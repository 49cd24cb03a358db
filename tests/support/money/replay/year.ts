import { seeded } from '../tax-arithmetic.ts'
import {
  type Act,
  CLIENTS,
  type Client,
  CODES,
  type Code,
  dayOf,
  type Issued,
  type Line,
  type Moved,
  PROJECTS,
  type RateKey,
} from './acts.ts'
import { Bookkeeper } from './bookkeeper.ts'
import { dueOf, type Kept } from './books.ts'

export const YEAR = { from: '2026-01-01', to: '2026-12-31' }
/** Closed on July 16; the quarter before it has been locked since May. */
export const CLOSED = { from: '2026-04-01', to: '2026-06-30' }

/** The actions of a year and a bookkeeper's books of them. */
export interface WrittenYear {
  acts: Act[]
  books: Bookkeeper
}

/** The same for the same seed. Amounts that depend on what is due are taken from the books so far. */
export function writeYear(seed: number, months = 12): WrittenYear {
  const writer = new Writer(seed)
  for (let month = 1; month <= months; month++) writer.writeMonth(month)
  writer.statements(YEAR.to)
  return { acts: writer.acts, books: writer.books }
}

const RATE_OF: Record<Client, readonly RateKey[]> = {
  german: ['standard', 'standard', 'reduced'],
  french: ['reverse', 'reverse', 'standard'],
  american: ['outside', 'outside', 'standard'],
}

class Writer {
  readonly acts: Act[] = []
  readonly books = new Bookkeeper()
  private readonly random: () => number
  /** What the bank's next statement of each account will contain. */
  private pending: (Moved & { currency: Code })[] = []
  private readonly covered = new Map<Code, string>()
  private readonly expenses: { ref: string; day: string; amount: number; currency: Code }[] = []
  private readonly charged: string[] = []
  private readonly disputed: string[] = []
  private deposits: { ref: string; client: Client; currency: Code; amount: number }[] = []
  private count = 0

  constructor(seed: number) {
    this.random = seeded(seed)
  }

  private upTo = (most: number): number => Math.floor(this.random() * (most + 1))
  private any = <Item>(items: readonly Item[]): Item => items[this.upTo(items.length - 1)] as Item
  private part = (amount: number): number => Math.max(1, Math.floor(amount * (0.2 + 0.6 * this.random())))
  private name = (what: string): string => `${what}-${++this.count}`

  private act(act: Act): void {
    this.acts.push(act)
    this.books.perform(act)
  }

  writeMonth(month: number): void {
    const day = (of: number) => dayOf(month, of)
    const issued = Array.from({ length: 4 }, () => this.issue(day(2), day(12), {}))
    const advances = month % 2 === 1 ? [this.advance(day(3)), this.advance(day(3))] : []
    if (month === 2 || month === 4) this.charge(day, month === 2 ? 'EUR' : 'GBP')
    this.deposit(day(6))
    for (const doc of issued) this.settle(doc, day)
    for (const doc of advances) this.pay(doc, this.any([doc.total, this.part(doc.total)]), day(9))
    this.hosting(day(11))
    this.statements(day(15))
    for (const doc of issued) this.spendCredit(doc, day(16))
    this.credit(day(17))
    this.refund(month, day(18))
    if (month % 4 === 2) this.giveBack(day(19))
    for (const doc of advances) this.finish(doc, day(22))
    this.spend(day(24))
    this.payOut(month, day)
    this.chargeBack(month, day)
    if (month % 3 === 0) this.lose(day(27))
    if (month === 8) this.recover(day(27))
    if (month === 5) this.act({ do: 'close', day: day(20), soft: '2026-03-31', hard: null })
    if (month === 7) this.act({ do: 'close', day: day(16), soft: null, hard: CLOSED.to })
    if (month >= 8 && month % 2 === 0) this.correctClosed(day(25))
  }

  private issue(day: string, dueOn: string, given: Partial<Issued>): Kept {
    const client = given.client ?? this.any(CLIENTS)
    const ref = this.name('document')
    const isShared = given.lines === undefined && this.random() < 0.2
    const act: Issued = {
      ...{ do: 'issue', day, ref, client, dueOn },
      project: this.any([...PROJECTS, null]),
      currency: this.any(CODES),
      rate: null,
      inclusive: this.random() < 0.3,
      discount: isShared
        ? { type: 'none', value: 0 }
        : this.any([
            { type: 'none', value: 0 },
            { type: 'percent', value: 1 + this.upTo(1500) },
            { type: 'amount', value: 1 + this.upTo(500) },
          ] as const),
      lines: this.lines(client, isShared),
      stage: 'whole',
      deducts: [],
      ...given,
    }
    if (act.currency !== 'EUR' && given.rate === undefined && this.random() < 0.5) {
      act.rate = { USD: '0.9137', GBP: '1.1683', JPY: '0.00613', KWD: '2.9871' }[act.currency]
    }
    this.act(act)
    return this.books.doc(ref)
  }

  private lines(client: Client, isShared: boolean): Line[] {
    return Array.from({ length: isShared ? 2 : 1 + this.upTo(2) }, (_, index) => ({
      quantity: 1 + this.upTo(9000),
      rate: 5000 + this.upTo(90_000),
      discountBps: this.any([0, 0, 333]),
      tax: this.any(RATE_OF[client]),
      project: isShared ? (PROJECTS[index] ?? null) : null,
    }))
  }

  private settle(doc: Kept, day: (of: number) => string): void {
    const chance = this.random()
    const due = dueOf(doc)
    if (chance < 0.4) this.pay(doc, due, day(8))
    else if (chance < 0.55 && due > 1) this.pay(doc, this.part(due), day(8))
    else if (chance < 0.65) {
      const amount = due + 1 + this.upTo(4000)
      this.move(
        doc.currency,
        { day: day(10), amount, purpose: { kind: 'surplus', ref: doc.ref, due } },
        doc.number,
      )
    } else if (chance < 0.8 && doc.client === 'german' && doc.currency !== 'KWD' && due >= 100) {
      this.act({ do: 'card', day: day(7), ref: doc.ref, fee: 30 + this.upTo(400) })
      this.charged.push(doc.ref)
    } else if (chance < 0.84 && doc.byProject.size === 0) this.act({ do: 'void', day: day(8), ref: doc.ref })
  }

  /** Paid by card, and disputed later. */
  private charge(day: (of: number) => string, currency: Code): void {
    const lines = this.lines('german', false)
    const { ref } = this.issue(day(2), day(12), { client: 'german', currency, lines })
    this.act({ do: 'card', day: day(7), ref, fee: 30 + this.upTo(400) })
    this.disputed.push(ref)
    this.charged.push(ref)
  }

  private pay(doc: Kept, amount: number, day: string): void {
    this.move(doc.currency, { day, amount, purpose: { kind: 'document', ref: doc.ref } }, doc.number)
  }

  private move(currency: Code, moved: Omit<Moved, 'text'>, about: string): void {
    this.pending.push({ ...moved, currency, text: `${about} transfer ${++this.count}` })
  }

  private deposit(day: string): void {
    const ref = this.name('deposit')
    const purpose = { kind: 'deposit' as const, ref, client: this.any(CLIENTS) }
    const [currency, amount] = [this.any(CODES), 5000 + this.upTo(60_000)]
    this.move(currency, { day, amount, purpose }, ref)
    this.deposits.push({ ref, client: purpose.client, currency, amount })
  }

  private hosting(day: string): void {
    const ref = this.name('hosting')
    const amount = 1000 + this.upTo(9000)
    this.expenses.push({ ref, day, amount, currency: 'EUR' })
    this.pending.push({ day, amount: -amount, currency: 'EUR', text: ref, purpose: { kind: 'expense', ref } })
  }

  /** All accounts up to the day before, or up to the last day of the year. */
  statements(day: string): void {
    const to = day === YEAR.to ? day : `${day.slice(0, 8)}14`
    for (const currency of CODES) {
      const lines = this.pending.filter((line) => line.currency === currency && line.day <= to)
      const from = this.covered.get(currency) ?? YEAR.from
      this.covered.set(currency, `${to.slice(0, 8)}15`)
      const sorted = lines
        .map(({ currency: _, ...line }) => line)
        .toSorted((a, b) => a.day.localeCompare(b.day))
      this.act({ do: 'statement', day, currency, from, to, lines: sorted })
      for (const { purpose } of sorted) this.enterTax(purpose, day)
    }
    this.pending = this.pending.filter((line) => line.day > to)
  }

  private enterTax(purpose: Moved['purpose'], day: string): void {
    if (purpose.kind !== 'expense') return
    const { ref, amount } = this.expenses.find((expense) => expense.ref === purpose.ref) ?? {
      ref: '',
      amount: 0,
    }
    this.act({ do: 'correct', day, ref, amount, tax: Math.round((amount * 19) / 119) })
  }

  private spendCredit(doc: Kept, day: string): void {
    const credit = this.books.credit.get(`${doc.client} ${doc.currency}`)?.amount ?? 0
    const amount = Math.min(credit, dueOf(doc))
    if (amount > 0 && doc.byProject.size === 0) {
      this.act({ do: 'apply', day, ref: doc.ref, amount: this.any([amount, this.part(amount)]) })
    }
  }

  /** Open and settled documents that can be credited, written off or refunded. */
  private candidates(isFit: (doc: Kept) => boolean): Kept[] {
    const deducted = new Set(this.acts.flatMap((act) => (act.do === 'issue' ? act.deducts : [])))
    return [...this.books.docs.values()].filter(
      (doc) =>
        !doc.isVoid &&
        doc.byProject.size === 0 &&
        doc.stage !== 'advance' &&
        !deducted.has(doc.ref) &&
        isFit(doc),
    )
  }

  private credit(day: string): void {
    const open = this.candidates((doc) => dueOf(doc) > 1 && doc.lost === 0)
    const one = open.at(-1)
    if (one !== undefined) {
      this.act({ do: 'credit', day, ref: one.ref, amount: this.part(dueOf(one)), keep: false })
    }
    const settled = this.candidates(
      (doc) => dueOf(doc) === 0 && doc.paid > 1 && doc.credited === 0 && doc.applied === 0 && doc.lost === 0,
    )
    const two = this.any(settled)
    if (two !== undefined && !this.charged.includes(two.ref)) {
      this.act({ do: 'credit', day, ref: two.ref, amount: this.part(two.paid), keep: true })
    }
  }

  private refund(month: number, day: string): void {
    const paid = this.candidates(
      (doc) => doc.paid > 1 && doc.applied === 0 && doc.lost === 0 && doc.credited === 0,
    )
    const doc = paid.filter(({ ref, currency }) => !this.charged.includes(ref) || currency === 'EUR').at(-1)
    if (doc === undefined || this.charged.includes(doc.ref)) return
    const amount = this.part(doc.paid)
    this.act({ do: 'refund', day, ref: doc.ref, amount, credit: month % 2 === 0 })
    this.left(doc.currency, day, amount, `Refund of ${doc.number}`)
  }

  /** Part of a deposit that still has enough credit left. */
  private giveBack(day: string): void {
    const credit = (of: { client: Client; currency: Code }) =>
      this.books.credit.get(`${of.client} ${of.currency}`)?.amount ?? 0
    const deposit = this.deposits.find((one) => credit(one) > 1)
    if (deposit === undefined) return
    this.deposits = this.deposits.filter((one) => one !== deposit)
    const amount = this.part(Math.min(deposit.amount, credit(deposit)))
    this.act({ do: 'refund', day, ref: deposit.ref, amount, credit: false })
    this.left(deposit.currency, day, amount, `Refund of ${deposit.ref}`)
  }

  /** Outgoing money that is already in the books. */
  private left(currency: Code, day: string, amount: number, about: string): void {
    const text = `${about} ${++this.count}`
    this.pending.push({ day, amount: -amount, currency, text, purpose: { kind: 'known', text } })
  }

  private advance(day: string): Kept {
    return this.issue(day, dayOf(Number(day.slice(5, 7)), 13), {
      stage: 'advance',
      lines: this.lines('german', false),
      client: 'german',
      discount: { type: 'none', value: 0 },
      project: this.any(PROJECTS),
    })
  }

  /** All of the work at the advance invoice's rates, and more. */
  private finish(advance: Kept, day: string): void {
    const work = this.acts.find((act) => act.do === 'issue' && act.ref === advance.ref) as Issued
    if (advance.paid === 0) return
    const { client, currency, inclusive, project } = work
    const lines = work.lines.map((line) => ({ ...line, quantity: line.quantity + 500 + this.upTo(4000) }))
    const given = { client, currency, inclusive, project, lines, discount: work.discount }
    this.issue(day, dayOf(Number(day.slice(5, 7)), 28), { ...given, stage: 'final', deducts: [advance.ref] })
  }

  private spend(day: string): void {
    const ref = this.name('license')
    const currency = this.any(CODES)
    const amount = 1190 + this.upTo(40_000)
    const bps = this.any([1900, 1900, 700])
    const tax = this.any([0, Math.round((amount * bps) / (10_000 + bps))])
    const stated = currency !== 'EUR' && this.random() < 0.3 ? 500 + this.upTo(9000) : null
    const client = this.any([...CLIENTS, null])
    const project = client && this.any([...PROJECTS, null])
    this.act({ do: 'spend', ref, day, currency, amount, inEuros: stated, tax, bps, client, project })
    this.expenses.push({ ref, day, amount, currency })
    this.left(currency, day, amount, ref)
  }

  private payOut(month: number, day: (of: number) => string): void {
    for (const sepa of [true, false]) {
      const ref = this.name('help')
      const net = 20_000 + this.upTo(80_000)
      const taxed = {
        net,
        tax: Math.round(net * 0.19),
        bps: 1900,
        treatment: 'taxed',
        country: 'DE',
      } as const
      const free = {
        net,
        tax: 0,
        bps: 0,
        treatment: this.any(['reverse_charge', 'small_business'] as const),
        country: this.any(['DE', 'FR', 'US'] as const),
      } as const
      const bill = this.any([taxed, free, null])
      this.act({ do: 'payout', day: day(26), ref, amount: net, bill, sepa })
      const amount = -(bill === null ? net : bill.net + bill.tax)
      this.pending.push({
        day: day(28),
        amount,
        currency: 'EUR',
        text: ref,
        purpose: { kind: 'payout', ref },
      })
    }
    if (month % 2 === 1 || this.charged.length === 0) return
    const ref = this.name('provider')
    const amount = 10_000 + this.upTo(5000)
    this.act({ do: 'provider-payout', day: day(26), ref, currency: 'EUR', amount })
    this.pending.push({
      day: day(28),
      amount,
      currency: 'EUR',
      text: `STRIPE ${ref}`,
      purpose: { kind: 'provider', ref },
    })
  }

  /** One dispute is won and one lost, each after the month of its payment; a lost one is in the closed quarter. */
  private chargeBack(month: number, day: (of: number) => string): void {
    const [first, second] = this.disputed
    const tell = (ref: string | undefined, status: 'open' | 'won' | 'lost') => {
      if (ref !== undefined) this.act({ do: 'dispute', day: day(26), ref, status })
    }
    if (month === 6) for (const ref of [first, second]) tell(ref, 'open')
    if (month === 9) tell(first, 'won')
    if (month === 9) tell(second, 'lost')
  }

  private lose(day: string): void {
    const [doc] = this.candidates((one) => dueOf(one) > 0 && one.lost === 0 && one.applied >= 0)
    if (doc !== undefined) this.act({ do: 'lose', day, ref: doc.ref })
  }

  private recover(day: string): void {
    const [doc] = this.candidates((one) => one.lost > 0)
    if (doc !== undefined) this.act({ do: 'recover', day, ref: doc.ref })
  }

  /** An expense of the closed quarter turns out to have been higher. */
  private correctClosed(day: string): void {
    const known = this.expenses.filter((expense) => expense.day >= CLOSED.from && expense.day <= CLOSED.to)
    const expense = this.any(known.filter(({ currency }) => currency === 'EUR'))
    if (expense === undefined) return
    this.expenses.splice(this.expenses.indexOf(expense), 1)
    const amount = expense.amount + 119
    this.act({ do: 'correct', day, ref: expense.ref, amount, tax: Math.round((amount * 19) / 119) })
  }
}
