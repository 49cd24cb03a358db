import { addTo, byHandOnce, creditByHand, linesByHand, type ReferenceSums } from '../tax-arithmetic.ts'
import { type Client, type Code, type Issued, type Project, RATES, tableRate } from './acts.ts'
import {
  addBooked,
  type BookedParts,
  gross,
  inEuros,
  minus,
  type Parts,
  paidParts,
  shareOf,
  spread,
  toBooks,
  totalOf,
} from './arithmetic.ts'
import { Books, dueOf, type Entry, type Kept } from './books.ts'

/** Keeps the books of documents: amounts due, received, credited and lost. */
export class DocumentBooks extends Books {
  readonly docs = new Map<string, Kept>()
  /** Credit notes by number, with the document that they credit. */
  readonly notes = new Map<string, { of: string; day: string; parts: Parts }>()

  doc(ref: string): Kept {
    const doc = this.docs.get(ref)
    if (doc === undefined) throw new Error(`no document ${ref}`)
    return doc
  }

  /** Numbered when it is sent, in the order of the actions. */
  protected issue(act: Issued): void {
    const parts = this.workOf(act)
    for (const ref of act.deducts) {
      const advance = this.doc(ref)
      const due = dueOf(advance)
      if (due > 0) this.creditNote(advance, { day: act.day, amount: due, keep: false })
      for (const [key, { net, tax }] of minus(advance.parts, advance.taken)) {
        const sum = parts.get(key) ?? { net: 0n, tax: 0n }
        parts.set(key, { net: sum.net - net, tax: sum.tax - tax })
      }
    }
    const { ref, client, project, currency, day, dueOn, stage } = act
    const byProject = act.lines.some((line) => line.project !== null) ? this.projectsOf(act) : new Map()
    const doc: Kept = {
      ...{ ref, client, project, currency, dueOn, stage, parts, byProject, issuedOn: day },
      number: `INV-${1001 + this.docs.size}`,
      rate: act.rate ?? tableRate(currency, day),
      total: gross(parts),
      taken: new Map(),
      ...{ credited: 0, paid: 0, applied: 0, lost: 0, lostParts: null, income: 0, posted: 0, isVoid: false },
      ...{ split: new Map(), splits: new Map() },
    }
    this.docs.set(ref, doc)
    this.report(doc, { day, side: 'issued', document: doc.number }, toBooks(parts, this.rateOf(doc)))
  }

  protected workOf = (act: Issued): Parts => byHandOnce(...asReference(act))

  protected projectsOf(act: Issued): Kept['byProject'] {
    const sums: Kept['byProject'] = new Map()
    const taxed = linesByHand(...asReference(act))
    for (const [index, line] of act.lines.entries()) {
      const sum = taxed[index] ?? { net: 0n, tax: 0n }
      const project = line.project ?? act.project
      if (project === null) throw new Error(`${act.ref} has a line without a project`)
      const known = sums.get(project) ?? { net: 0, parts: new Map() }
      addTo(known.parts, new Map([[RATES[line.tax].name, sum]]), 1n)
      sums.set(project, { net: known.net + Number(sum.net), parts: known.parts })
    }
    return sums
  }

  protected readonly rateOf =
    ({ currency, rate }: Pick<Kept, 'currency' | 'rate'>) =>
    (amount: number): number =>
      inEuros(amount, currency, rate)

  protected left = (doc: Kept): Parts => minus(doc.parts, doc.taken)

  /** Income of a document, with the step of its split; of more than one project, each has what its lines received. */
  protected book(
    doc: Kept,
    amount: number,
    { day, base, money }: { day: string; base: number; money: boolean; isCredit?: boolean },
  ) {
    doc.income += amount
    const whole = paidParts(this.left(doc), doc.income, this.rateOf(doc))
    doc.posted += base
    if (doc.byProject.size < 2) {
      const step = stepTo(whole, doc.split)
      doc.split = whole
      this.enterIncome(doc, step, { day, money, amount, base, project: doc.project })
      return
    }
    for (const [project, parts] of byProject(whole, doc.byProject)) {
      const step = stepTo(parts, doc.splits.get(project) ?? new Map())
      doc.splits.set(project, parts)
      const share = {
        amount: totalOf(step, 'net') + totalOf(step, 'tax'),
        base: totalOf(step, 'baseNet') + totalOf(step, 'baseTax'),
      }
      if (share.amount !== 0) this.enterIncome(doc, step, { day, money, project, ...share })
    }
  }

  private enterIncome(
    doc: Kept,
    split: BookedParts,
    entry: Pick<Entry, 'day' | 'money' | 'amount' | 'base' | 'project'>,
  ): void {
    const { client, currency, number: document } = doc
    this.enter({
      ...{ ...entry, account: 'income invoices', document, currency, client },
      ...{ tax: totalOf(split, 'tax'), baseTax: totalOf(split, 'baseTax') },
    })
    this.report(doc, { day: entry.day, side: 'paid', document }, split)
  }

  /** A step of the amount received, in euros. */
  protected step(doc: Kept, amount: number): number {
    const before = doc.paid + doc.applied
    return this.rateOf(doc)(before + amount) - this.rateOf(doc)(before)
  }

  protected receive(doc: Kept, amount: number, day: string): void {
    const base = this.step(doc, amount)
    doc.paid += amount
    this.book(doc, amount, { day, base, money: true })
  }

  protected deposit(client: Client, currency: Code, { day, amount }: { day: string; amount: number }): void {
    const base = inEuros(amount, currency, tableRate(currency, day))
    this.owe(client, currency, {
      day,
      amount,
      base,
      account: 'liability client_credit',
      document: '',
      money: true,
    })
  }

  /** Credit is valued at its average booking rate; the difference from the document's rate is realized. */
  protected apply(doc: Kept, amount: number, day: string): void {
    const { client, currency, number: document } = doc
    const known = this.credit.get(`${client} ${currency}`) ?? { amount: 0, base: 0 }
    const worth = shareOf(known.base, amount, known.amount)
    this.owe(client, currency, {
      ...{ day, amount: -amount, base: -worth, account: 'liability credit_applied', document, money: false },
    })
    const base = this.step(doc, amount)
    doc.applied += amount
    this.book(doc, amount, { day, base, money: false })
    const gain = worth - base
    if (gain === 0) return
    this.enter({
      ...{ day, account: 'income exchange_differences', document, amount: gain, currency: 'EUR', base: gain },
      ...{ tax: 0, baseTax: 0, money: false, client, project: doc.project },
    })
  }

  protected creditNote(
    doc: Kept,
    { day, amount, keep }: { day: string; amount: number; keep: boolean },
  ): void {
    const parts = creditByHand(this.left(doc), BigInt(amount))
    const number = `CN-${1001 + this.notes.size}`
    this.notes.set(number, { of: doc.ref, day, parts })
    this.report(doc, { day, side: 'issued', document: number }, toBooks(parts, this.rateOf(doc)), -1)
    for (const [key, { net, tax }] of parts) {
      const sum: ReferenceSums = doc.taken.get(key) ?? { net: 0n, tax: 0n }
      doc.taken.set(key, { net: sum.net + net, tax: sum.tax + tax })
    }
    doc.credited += amount
    doc.posted += this.rateOf(doc)(amount)
    const kept = doc.paid + doc.credited + doc.applied + doc.lost - doc.total
    if (keep && kept > 0) {
      const base = -this.step(doc, -kept)
      doc.applied -= kept
      const entry = { day, amount: kept, base, account: 'liability client_credit', document: doc.number }
      this.owe(doc.client, doc.currency, { ...entry, money: false })
      this.book(doc, -kept, { day, base: -base, money: false })
    }
    this.correctSplit(doc, day)
  }

  /** The tax in what was paid changes once part of the document is credited. */
  protected correctSplit(doc: Kept, day: string): void {
    const step = paidParts(this.left(doc), doc.income, this.rateOf(doc))
    addBooked(step, doc.split, -1)
    addBooked(doc.split, step)
    if ([...step.values()].every((part) => Object.values(part).every((amount) => amount === 0))) return
    this.enter({
      ...{
        day,
        account: 'income invoices',
        document: doc.number,
        amount: 0,
        currency: doc.currency,
        base: 0,
      },
      ...{ tax: totalOf(step, 'tax'), baseTax: totalOf(step, 'baseTax'), money: false },
      ...{ client: doc.client, project: doc.project },
    })
    this.report(doc, { day, side: 'paid', document: doc.number }, step)
  }

  protected lose(doc: Kept, day: string): void {
    const due = dueOf(doc)
    const parts = creditByHand(this.left(doc), BigInt(due))
    const tax = [...parts.values()].reduce((sum, part) => sum + Number(part.tax), 0)
    const convert = this.rateOf(doc)
    const base = convert(doc.total) - convert(doc.total - due)
    const baseTax = shareOf(base, tax, due)
    doc.lost += due
    doc.lostParts = { parts, net: due - tax, tax, baseNet: base - baseTax, baseTax }
    this.enterLoss(doc, day, 1)
  }

  protected recover(doc: Kept, day: string): void {
    doc.lost = 0
    this.enterLoss(doc, day, -1)
  }

  protected enterLoss(doc: Kept, day: string, sign: 1 | -1): void {
    if (doc.lostParts === null) throw new Error(`${doc.number} isn't lost`)
    const { parts, ...sums } = doc.lostParts
    const of = (key: 'net' | 'tax') => [...parts.values()].map((part) => Number(part[key]))
    const [baseNets, baseTaxes] = [spread(sums.baseNet, of('net')), spread(sums.baseTax, of('tax'))]
    const rows: BookedParts = new Map(
      [...parts].map(([key, { net, tax }], index) => [
        key,
        { net: Number(net), tax: Number(tax), baseNet: baseNets[index] ?? 0, baseTax: baseTaxes[index] ?? 0 },
      ]),
    )
    const { client, project, currency, number: document } = doc
    const head = { day, document, currency, money: false, client, project }
    const lost = { account: 'write_off bad_debts', amount: sign * sums.net, base: sign * sums.baseNet }
    this.enter({ ...head, ...lost, tax: 0, baseTax: 0 })
    const relief = { account: 'write_off tax_relief', amount: sign * sums.tax, base: sign * sums.baseTax }
    if (sums.tax !== 0) this.enter({ ...head, ...relief, tax: relief.amount, baseTax: relief.base })
    this.report(doc, { day, side: 'issued', document, isLoss: sign === 1 }, rows, -sign)
    doc.posted += sign * (sums.baseNet + sums.baseTax)
  }
}

const stepTo = (next: BookedParts, before: BookedParts): BookedParts => {
  const step: BookedParts = new Map()
  addBooked(step, next)
  addBooked(step, before, -1)
  return step
}

/** At each rate by what the projects' lines have at it. */
function byProject(whole: BookedParts, lines: Kept['byProject']): [Project, BookedParts][] {
  const projects = [...lines]
  return projects.map(([project], index) => {
    const parts: BookedParts = new Map()
    for (const [key, { net, tax, baseNet, baseTax }] of whole) {
      const weights = (of: 'net' | 'tax') => projects.map(([, own]) => Number(own.parts.get(key)?.[of] ?? 0n))
      const share = (amount: number, of: 'net' | 'tax') =>
        amount === 0 ? 0 : (spread(amount, weights(of))[index] ?? 0)
      parts.set(key, {
        ...{ net: share(net, 'net'), tax: share(tax, 'tax') },
        ...{ baseNet: share(baseNet, 'net'), baseTax: share(baseTax, 'tax') },
      })
    }
    return [project, parts]
  })
}

const asReference = ({ lines, discount, inclusive }: Issued): Parameters<typeof byHandOnce> => [
  lines.map((line) => ({
    quantity: BigInt(line.quantity),
    rate: BigInt(line.rate),
    discountBps: BigInt(line.discountBps),
    taxBps: BigInt(RATES[line.tax].bps),
    key: RATES[line.tax].name,
  })),
  discount.type === 'amount' ? { amount: BigInt(discount.value) } : { percentBps: BigInt(discount.value) },
  inclusive,
]
