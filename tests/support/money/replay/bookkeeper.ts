import { type Act, type Bill, type Client, type Code, type Purpose, tableRate } from './acts.ts'
import { inEuros, shareOf } from './arithmetic.ts'
import { dueOf, type Entry, type Kept } from './books.ts'
import { DocumentBooks } from './documents.ts'

type ActOf<Do extends Act['do']> = Extract<Act, { do: Do }>

/** Keeps the books of the actions independently, knowing nothing of the portal except the actions. */
export class Bookkeeper extends DocumentBooks {
  private readonly deposits = new Map<string, { client: Client; currency: Code }>()
  private readonly spent = new Map<string, ActOf<'spend'>>()
  private readonly withdrawn = new Map<string, { amount: number; day: string }>()
  private readonly bills = new Map<string, ActOf<'payout'>>()
  /** By how much expenses of a closed period exceeded what the bank paid, by currency. */
  readonly correctedLate = new Map<Code, number>()
  private closedUntil = ''

  perform(act: Act): void {
    const acts: { [Do in Act['do']]: (act: ActOf<Do>) => void } = {
      issue: (one) => this.issue(one),
      statement: ({ lines, currency }) => {
        for (const { purpose, day, amount } of lines) this.settle(purpose, { day, amount, currency })
      },
      apply: ({ ref, amount, day }) => this.apply(this.doc(ref), amount, day),
      credit: (one) => this.creditNote(this.doc(one.ref), one),
      lose: ({ ref, day }) => this.lose(this.doc(ref), day),
      recover: ({ ref, day }) => this.recover(this.doc(ref), day),
      refund: (one) => this.refund(one),
      void: ({ ref }) => {
        this.doc(ref).isVoid = true
        this.drop(this.doc(ref).number)
      },
      card: (one) => this.card(this.doc(one.ref), one),
      dispute: (one) => this.dispute(this.doc(one.ref), one),
      'provider-payout': () => {},
      spend: (one) => {
        this.spent.set(one.ref, one)
        this.spend(one, one.day)
      },
      correct: (one) => this.correct(one),
      payout: (one) => {
        this.bills.set(one.ref, one)
      },
      close: ({ hard }) => {
        this.closedUntil = hard ?? this.closedUntil
      },
    }
    const perform: (one: never) => void = acts[act.do]
    perform(act as never)
  }

  private settle(purpose: Purpose, line: { day: string; amount: number; currency: Code }): void {
    const { day, amount, currency } = line
    switch (purpose.kind) {
      case 'document':
        this.receive(this.doc(purpose.ref), amount, day)
        return
      case 'surplus': {
        const doc = this.doc(purpose.ref)
        this.receive(doc, purpose.due, day)
        this.deposit(doc.client, currency, { day, amount: amount - purpose.due })
        return
      }
      case 'deposit':
        this.deposits.set(purpose.ref, { client: purpose.client, currency })
        this.deposit(purpose.client, currency, { day, amount })
        return
      case 'expense': {
        const { ref } = purpose
        const act = { do: 'spend', ref, day, currency, amount: -amount } as const
        const plain = { ...act, inEuros: null, tax: 0, bps: 1900, client: null, project: null }
        this.spent.set(ref, plain)
        this.spend(plain, day)
        return
      }
      case 'payout':
        this.payOut(purpose.ref, -amount, day)
        return
    }
  }

  private refund({ day, ref, amount, credit }: ActOf<'refund'>): void {
    const deposit = this.deposits.get(ref)
    if (deposit !== undefined) {
      const known = this.credit.get(`${deposit.client} ${deposit.currency}`) ?? { amount: 0, base: 0 }
      const entry = { day, amount: -amount, base: -shareOf(known.base, amount, known.amount), document: '' }
      this.owe(deposit.client, deposit.currency, {
        ...{ ...entry, account: 'liability client_credit', money: true },
      })
      return
    }
    const doc = this.doc(ref)
    const base = this.step(doc, -amount)
    doc.paid -= amount
    this.book(doc, -amount, { day, base, money: true })
    if (credit) this.creditNote(doc, { day, amount, keep: false })
  }

  private card(doc: Kept, { day, fee }: { day: string; fee: number }): void {
    this.receive(doc, dueOf(doc), day)
    // The test provider has no balance that includes the payment.
    this.cost({ ...doc, number: '', client: null }, { day, account: 'expense provider_fees', amount: fee })
  }

  /** What is withdrawn is a cost until the dispute is decided; a lost one was never paid. */
  private dispute(doc: Kept, { day, status }: ActOf<'dispute'>): void {
    const account = 'expense disputes'
    if (status === 'open') {
      this.withdrawn.set(doc.ref, { amount: doc.paid, day })
      this.cost(doc, { day, account, amount: doc.paid })
      return
    }
    const withdrawn = this.withdrawn.get(doc.ref)
    if (withdrawn === undefined) throw new Error(`${doc.ref} is not disputed`)
    const amount = -withdrawn.amount
    if (status === 'won') {
      this.cost(doc, { day, account, amount })
      return
    }
    this.cost(doc, { day, account, amount }, withdrawn.day)
    const base = this.step(doc, amount)
    doc.paid += amount
    this.book(doc, amount, { day, base, money: true })
  }

  private cost(
    doc: Pick<Entry, 'currency' | 'client'> & { number: string },
    cost: Pick<Entry, 'day' | 'account' | 'amount'>,
    rated = cost.day,
  ): void {
    const { client, currency, number: document } = doc
    const base = inEuros(cost.amount, currency, tableRate(currency, rated))
    this.enter({ ...cost, document, currency, base, tax: 0, baseTax: 0, money: true, client, project: null })
  }

  private spend(
    { ref, currency, amount, inEuros: stated, tax, bps, client, project, day }: ActOf<'spend'>,
    on: string,
  ) {
    const convert = (part: number) =>
      stated === null || currency === 'EUR'
        ? inEuros(part, currency, tableRate(currency, day))
        : shareOf(stated, part, amount)
    const [base, baseTax] = [convert(amount), convert(tax)]
    const account = ref.startsWith('hosting') ? 'expense hosting' : 'expense software'
    this.enter({
      day: on,
      account,
      document: ref,
      amount,
      currency,
      base,
      tax,
      baseTax,
      money: true,
      client,
      project,
    })
    if (tax === 0) return
    const part = { net: amount - tax, tax, baseNet: base - baseTax, baseTax }
    this.report(
      { client: null, currency },
      { day: on, side: 'input', document: ref },
      new Map([[`${bps}`, part]]),
    )
  }

  /** In its own period, or today if that is closed. */
  private correct({ ref, day, amount, tax }: ActOf<'correct'>): void {
    const before = this.spent.get(ref)
    if (before === undefined) throw new Error(`no expense ${ref}`)
    const on = before.day <= this.closedUntil ? day : before.day
    if (on === before.day) this.drop(ref)
    else {
      this.reverse(ref, on)
      const { currency } = before
      this.correctedLate.set(currency, (this.correctedLate.get(currency) ?? 0) + amount - before.amount)
    }
    const after = { ...before, amount, tax }
    this.spent.set(ref, after)
    this.spend(after, on)
  }

  private payOut(ref: string, amount: number, day: string): void {
    const bill = this.bills.get(ref)?.bill ?? null
    const tax = bill?.tax ?? 0
    this.enter({
      ...{ day, account: 'expense contractors', document: ref, amount, currency: 'EUR', base: amount, tax },
      ...{ baseTax: tax, money: true, client: null, project: null },
    })
    if (bill?.treatment === 'reverse_charge') this.oweTaxOn(bill, day, ref)
    if (bill === null || tax === 0) return
    const part = { net: bill.net, tax, baseNet: bill.net, baseTax: tax }
    const of = { day, side: 'input' as const, document: ref }
    this.report({ client: null, currency: 'EUR' }, of, new Map([[`${bill.bps}`, part]]))
  }

  /** The agency owes the tax of reverse charge itself, at 19%. */
  private oweTaxOn({ net, country }: Bill, day: string, document: string): void {
    const tax = Math.round((net * 19) / 100)
    const part = { net, tax, baseNet: net, baseTax: tax }
    this.report(
      { client: null, currency: 'EUR' },
      { day, side: 'owed', document },
      new Map([[country, part]]),
    )
  }
}
