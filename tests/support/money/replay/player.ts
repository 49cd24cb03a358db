import { transact } from '#server/base/core/transaction.ts'
import { bookMovements } from '#server/money/payments/book/commands/book-movements.ts'
import { reportDispute } from '#server/money/payments/book/commands/report-dispute.ts'
import { trackPayout } from '#server/money/payments/book/commands/track-payout.ts'
import { endToEndIdOf } from '#server/money/payouts/rules.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import type { ExpenseCategory } from '#shared/money/ledger/finance.ts'
import { givePasswords, PASSWORD } from '../../api-tokens.ts'
import { callerAs, ctxFor, testServices } from '../../caller.ts'
import { booksIn } from '../../returns.ts'
import { addProject } from '../../work.ts'
import { addClient } from '../../world.ts'
import { type SampleStatement, toBankCsv, toCamt, toMt940, toOfx } from '../bank/bank-files.ts'
import { importFile, PAYER } from '../bank/bank-import.ts'
import { card, refundForm } from '../money.ts'
import {
  type Act,
  type Client,
  CODES,
  type Code,
  type Issued,
  type Moved,
  PROJECTS,
  type Project,
  quotedRates,
  RATES,
  type RateKey,
} from './acts.ts'

/** How the portal gets its bank statements. */
export const FORMATS = {
  'CAMT.053': (statement: SampleStatement) => toCamt([statement]),
  MT940: (statement: SampleStatement) => toMt940([statement]),
  OFX: (statement: SampleStatement) => toOfx([statement]),
  CSV: (statement: SampleStatement) => toBankCsv(statement),
} as const
export type Format = keyof typeof FORMATS

const ACCOUNTS: Record<Code, string> = {
  EUR: 'DE02120300000000202051',
  USD: 'DE75512108001245126199',
  GBP: 'GB33BUKB20201555555555',
  JPY: 'AT611904300234573201',
  KWD: 'NL91ABNA0417164300',
}
export const OPENING = 10_000_000

const at = (day: string) => new Date(`${day}T12:00:00.000Z`)

/** A German agency with books in euros, three clients, two projects and an account in each currency. */
export async function openAgency() {
  const books = await booksIn('DE', 'EUR')
  const { db, world, agencyId } = books
  const owner = callerAs(db, world.home.owner, { now: at('2026-01-01') })
  await db.updateTable('platform_settings').set({ provider_fees_since: null }).execute()
  await callerAs(db, world.admin).platform.importExchangeRates({ rates: quotedRates() })
  const places = {
    german: { country: 'DE', tax_id: null },
    french: { country: 'FR', tax_id: 'FR40303265045' },
    american: { country: 'US', tax_id: null },
  }
  const clients = new Map<Client, string>([['german', world.home.client.clientId]])
  for (const name of ['french', 'american'] as const) {
    const { clientId } = await addClient(db, agencyId, `${name} client`, `${name} company`)
    clients.set(name, clientId)
  }
  for (const [name, id] of clients) {
    await db.updateTable('clients').set(places[name]).where('id', '=', id).execute()
  }
  const projects = new Map<string, string>()
  const names = await db.selectFrom('clients').select(['id', 'name']).execute()
  for (const [client, clientId] of clients) {
    for (const name of PROJECTS) {
      const of = names.find(({ id }) => id === clientId)?.name
      const { id } = await addProject(db, world.home, { name: `${name} of ${client}`, client: of })
      projects.set(`${client} ${name}`, id)
    }
  }
  const rates = new Map<RateKey, string>()
  for (const [key, { name, bps, category }] of Object.entries(RATES)) {
    rates.set(key as RateKey, await books.rateOf(name, bps, category))
  }
  const accounts = new Map<Code, string>()
  for (const currency of CODES) {
    const number = ACCOUNTS[currency]
    const { id } = await owner.bank.saveAccount({ name: `Account in ${currency}`, number, currency })
    accounts.set(currency, id)
  }
  await owner.bank.saveRule({ field: 'text', contains: 'hosting', category: 'hosting' })
  await payByFile(books)
  return { ...books, clients, projects, rates, accounts }
}

async function payByFile({ db, world, agencyId }: Awaited<ReturnType<typeof booksIn>>): Promise<void> {
  await db
    .updateTable('billing_profiles')
    .set({ account_holder: 'Agency', iban: ACCOUNTS.EUR, bic: 'BYLADEM1001' })
    .where('agency_id', '=', agencyId)
    .execute()
  await givePasswords(db)
  const account = { account_holder: 'Home Employee', iban: PAYER, bic: 'COBADEFFXXX', version: 0 }
  await callerAs(db, world.home.employee).payouts.saveAccount({ ...account, password: PASSWORD })
}

export type Agency = Awaited<ReturnType<typeof openAgency>>

/** Performs the actions as the people of the agency, on their days. */
export class Player {
  readonly ids = new Map<string, string>()
  private readonly opening = new Map<Code, number>()
  private locks = 0
  private readonly clientsOf = new Map<string, Client>()
  readonly agency: Agency
  private readonly render: (statement: SampleStatement) => string

  constructor(agency: Agency, render: (statement: SampleStatement) => string) {
    this.agency = agency
    this.render = render
  }

  async perform(act: Act): Promise<void> {
    const { db, world } = this.agency
    const owner = this.agency.ownerOn(act.day)
    switch (act.do) {
      case 'issue':
        return this.issue(act)
      case 'statement':
        return this.importStatement(act)
      case 'apply':
        await owner.invoices.applyCredit({ id: this.id(act.ref), amount: act.amount })
        return
      case 'credit': {
        const { amount, keep: keep_as_credit } = act
        await owner.invoices.credit({ id: this.id(act.ref), amount, keep_as_credit, reason: 'Less' })
        return
      }
      case 'lose':
        await owner.invoices.writeOff({ id: this.id(act.ref), reason: 'Insolvent' })
        return
      case 'recover':
        await owner.invoices.undoWriteOff({ id: this.id(act.ref) })
        return
      case 'refund': {
        const { id } = await this.paymentOf(act.ref)
        await owner.payments.refund({ id, ...refundForm(act.amount), credit: act.credit })
        return
      }
      case 'void':
        await owner.invoices.void({ id: this.id(act.ref) })
        return
      case 'card': {
        const client = callerAs(db, world.home.client, { now: at(act.day) })
        await client.payments.payInvoice({ invoice_id: this.id(act.ref), ...card() })
        return this.chargeFee(act.ref, act)
      }
      case 'dispute':
        return this.dispute(act)
      case 'provider-payout':
        return this.trackPayout(act)
      case 'spend':
        return this.spend(act)
      case 'correct':
        return this.correct(act)
      case 'payout':
        return this.payOut(act)
      case 'close':
        await owner.finance.setLocks({ soft_until: act.soft, hard_until: act.hard, version: this.locks++ })
        return
    }
  }

  private id(ref: string): string {
    const id = this.ids.get(ref)
    if (id === undefined) throw new Error(`nothing is called ${ref}`)
    return id
  }

  private async issue(act: Issued): Promise<void> {
    const { clients, rates, ownerOn } = this.agency
    const owner = ownerOn(act.day)
    const projectOf = (name: Project | null) => this.project(act.client, name)
    this.clientsOf.set(act.ref, act.client)
    const { id } = await owner.invoices.save({
      client_id: clients.get(act.client) ?? '',
      project_id: projectOf(act.project),
      title: act.ref,
      due_date: act.dueOn,
      currency: act.currency,
      booking_rate: act.rate,
      prices_include_tax: act.inclusive,
      discount: act.discount,
      stage: act.stage,
      ...(act.stage === 'final' && { advance_ids: act.deducts.map((ref) => this.id(ref)) }),
      items: act.lines.map((line) => ({
        description: 'Work',
        quantity: line.quantity / 1000,
        rate: line.rate,
        discount_bps: line.discountBps,
        tax_rate_id: rates.get(line.tax),
        ...(line.project !== null && { project_id: projectOf(line.project) }),
      })),
    })
    this.ids.set(act.ref, id)
    await owner.invoices.send({ id, apply_credit: false })
  }

  /** Certain suggestions are accepted at once, the rest as the owner decides. */
  private async importStatement({
    day,
    currency,
    from,
    to,
    lines,
  }: Act & { do: 'statement' }): Promise<void> {
    const { db, world, accounts, ownerOn } = this.agency
    const opening = this.opening.get(currency) ?? OPENING
    const statement: SampleStatement = {
      ...{ account: ACCOUNTS[currency], currency, opening, from, to },
      lines: lines.map((line) => this.printed(line)),
    }
    this.opening.set(
      currency,
      lines.reduce((sum, { amount }) => sum + amount, opening),
    )
    const account_id = accounts.get(currency) ?? ''
    if (lines.length === 0) return
    await importFile(db, { ...world.home.owner, now: at(day) }, this.render(statement), { account_id })
    const owner = ownerOn(day)
    await owner.bank.acceptCertain({ account_id })
    for (const { id, version, text } of (await owner.bank.lines({ account_id, limit: 100 })).items) {
      const line = lines.find((one) => text.includes(one.text))
      if (line === undefined) throw new Error(`the statement has no line “${text}”`)
      if (line.purpose.kind === 'known') await owner.bank.setIgnored({ id, ignored: true })
      else await owner.bank.accept({ id, version, parts: this.partsOf(line) })
    }
  }

  private printed(line: Moved) {
    const { purpose, day, amount, text } = line
    const endToEnd = purpose.kind === 'payout' ? endToEndIdOf(this.id(purpose.ref)) : ''
    return { day, amount, text, endToEnd, name: 'Somebody', iban: '', id: `B${text.replaceAll(/\W/g, '')}` }
  }

  private partsOf({ purpose, amount, text }: Moved): BankPart[] {
    switch (purpose.kind) {
      case 'document':
        return [{ kind: 'invoice', invoice_id: this.id(purpose.ref), amount }]
      case 'surplus': {
        const client_id = this.clientOf(purpose.ref)
        return [
          { kind: 'invoice', invoice_id: this.id(purpose.ref), amount: purpose.due },
          { kind: 'deposit', client_id, amount: amount - purpose.due },
        ]
      }
      case 'deposit':
        return [{ kind: 'deposit', client_id: this.agency.clients.get(purpose.client) ?? '', amount }]
      case 'payout':
        return [{ kind: 'payout', payout_id: this.id(purpose.ref) }]
      default:
        throw new Error(`the portal should have been sure of “${text}”`)
    }
  }

  private clientOf(ref: string): string {
    return this.agency.clients.get(this.clientsOf.get(ref) ?? 'german') ?? ''
  }

  private project(client: Client | null, name: Project | null): string | null {
    return name === null ? null : (this.agency.projects.get(`${client} ${name}`) ?? null)
  }

  /** The id of a document, or of the deposit that the statement's line refers to. */
  private paymentOf(ref: string) {
    const { db, agencyId } = this.agency
    const invoice = this.ids.get(ref)
    return db
      .selectFrom('payments')
      .select(['id', 'account', 'amount', 'currency'])
      .where('agency_id', '=', agencyId)
      .where((eb) =>
        invoice === undefined
          ? eb('description', 'like', `%${ref} transfer%`)
          : eb('invoice_id', '=', invoice),
      )
      .where('status', 'in', ['succeeded', 'refunded'])
      .executeTakeFirstOrThrow()
  }

  private async chargeFee(ref: string, { day, fee }: { day: string; fee: number }): Promise<void> {
    const { agencyId } = this.agency
    const { account, currency } = await this.paymentOf(ref)
    const movement = {
      ...{ id: `txn_${ref}`, kind: 'fee' as const, description: 'Processing', charged: null, currency },
      ...{ amount: -fee, fee: 0, platformFee: 0, net: -fee, occurredAt: at(day) },
      of: { intentId: null, paymentId: null },
    }
    await bookMovements(this.system(day), { account, agencyId }, [movement])
  }

  private system(day: string) {
    return ctxFor(testServices(this.agency.db, { now: at(day) }), null, at(day))
  }

  private async dispute({ day, ref, status }: Act & { do: 'dispute' }): Promise<void> {
    const { id, amount, currency } = await this.paymentOf(ref)
    const disputed = { amount, currency }
    const state = { id: `dp_${ref}`, disputed, reason: 'fraudulent', respondBy: null, status }
    const withdrawn = status === 'won' ? { amount: 0, currency } : disputed
    await transact(this.system(day), (tx) =>
      reportDispute(tx, id, { ...state, withdrawn, movements: status === 'won' ? 2 : 1 }),
    )
  }

  private async trackPayout({ day, ref, currency, amount }: Act & { do: 'provider-payout' }): Promise<void> {
    const arrivesOn = `${day.slice(0, 8)}28`
    const payout = { id: `po_${ref}`, amount, currency, arrivesOn, failure: null }
    const owner = { account: 'instance', agencyId: this.agency.agencyId }
    await transact(this.system(day), (tx) =>
      trackPayout(tx, owner, { ...payout, status: 'paid', itemization: 'none' }),
    )
  }

  private async spend({
    ref,
    day,
    currency,
    amount,
    inEuros,
    tax,
    bps,
    ...of
  }: Act & { do: 'spend' }): Promise<void> {
    const { ownerOn, clients } = this.agency
    const project_id = this.project(of.client, of.project)
    const { id } = await ownerOn(day).finance.saveExpense({
      ...{ category: 'software', description: ref, spent_on: day, currency, amount, base_amount: inEuros },
      ...(tax > 0 && { tax_amount: tax, tax_bps: bps }),
      // Its client is the project's client.
      ...(project_id === null ? { client_id: of.client && clients.get(of.client) } : { project_id }),
    })
    this.ids.set(ref, id)
  }

  private async correct({ ref, day, amount, tax }: Act & { do: 'correct' }): Promise<void> {
    const { db, ownerOn } = this.agency
    const row = await db
      .selectFrom('expenses')
      .selectAll()
      .where('description', 'like', `%${ref}`)
      .executeTakeFirstOrThrow()
    await ownerOn(day).finance.saveExpense({
      ...{ id: row.id, version: row.version, category: row.category as ExpenseCategory, vendor: row.vendor },
      ...{
        description: row.description,
        spent_on: row.spent_on,
        currency: row.currency,
        base_amount: row.base_amount,
      },
      ...{ client_id: row.client_id, project_id: row.project_id },
      ...{ amount, tax_amount: tax, tax_bps: row.tax_bps ?? 1900 },
    })
  }

  private async payOut({ day, ref, amount, bill, sepa }: Act & { do: 'payout' }): Promise<void> {
    const { employeeId: employee_id } = this.agency.world.home.employee
    const owner = this.agency.ownerOn(day)
    const { id } = await owner.payouts.create({ employee_id, description: ref, amount })
    this.ids.set(ref, id)
    if (bill !== null) {
      const { net, tax, bps: tax_bps, treatment, country } = bill
      const issued = {
        number: ref,
        issued_on: day,
        tax_id: treatment === 'small_business' ? null : 'DE123456788',
      }
      const owed = treatment === 'reverse_charge' ? { owed_bps: 1900 } : {}
      await owner.payouts.recordBill({
        payout_id: id,
        net,
        tax,
        tax_bps,
        treatment,
        country,
        ...issued,
        ...owed,
      })
    }
    if (sepa) await owner.payouts.createSepaBatch({ payout_ids: [id], execute_on: `${day.slice(0, 8)}28` })
  }
}
