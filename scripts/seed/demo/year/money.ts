import { actAs, type SeedServices } from '#scripts/seed/person.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addMinutes, newId } from '#server/base/db/values.ts'
import { raiseNextNumber } from '#server/identity/letterhead/commands/save-numbering.ts'
import { saveInvoice } from '#server/money/invoices/commands/save.ts'
import { creditInvoice } from '#server/money/invoices/credit/commands/credit-invoice.ts'
import { voidInvoice } from '#server/money/invoices/credit/commands/void.ts'
import { sendInvoice } from '#server/money/invoices/sending/commands/send.ts'
import { settleAdvances } from '#server/money/invoices/sending/commands/settle-advances.ts'
import { saveExpense } from '#server/money/ledger/expenses/commands/save-expense.ts'
import { recordManualPayment } from '#server/money/payments/commands/record-manual.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { creditNoteInput, invoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { ExpenseCategory } from '#shared/money/ledger/finance.ts'
import { expenseSaveInput } from '#shared/money/ledger/schemas/finance.ts'
import { at, type DemoWorld, daysAgo, HOME_ZONE, need } from '../world.ts'
import { YEAR_CLIENTS } from './clients.ts'
import { ENGAGEMENTS, type Engagement } from './work.ts'

/** The first invoice number of the specified figures. */
const FIRST_OF_FIGURES = 1001
/** Older than the thirty-day windows compared by the platform's figures. */
const LAST_PAID_DAYS_AGO = 95

interface YearInvoice {
  engagement: Engagement
  title: string
  /** Cents. */
  amount: number
  issuedDaysAgo: number
  paidDaysAgo: number
}

/** A year of the home agency's accounts: invoices, payments, credits and expenses. */
export async function seedYearMoney(services: SeedServices, world: DemoWorld): Promise<void> {
  const invoices = paidInvoices(world)
  const others = 4
  await transact(actAs(services, at(world.home.owner, daysAgo(world, 380))), (tx) =>
    raiseNextNumber(tx, 'invoice', FIRST_OF_FIGURES - invoices.length - others),
  )
  for (const invoice of invoices) await seedPaid(services, world, invoice)
  await seedUnpaid(services, world)
  await seedExpenses(services, world)
}

/** Each project in three parts, scaled to the specified total. */
function paidInvoices(world: DemoWorld): YearInvoice[] {
  const total = world.home.figures.revenue[3] * 100
  const priced = ENGAGEMENTS.reduce((sum, { price }) => sum + price, 0)
  const parts = ENGAGEMENTS.flatMap((engagement) =>
    [0.3, 0.4, 0.3].map((share, part) => ({ engagement, share, part })),
  )
  let left = total
  return parts
    .map(({ engagement, share, part }, index) => {
      const exact = (total * engagement.price * share) / priced
      const amount = index === parts.length - 1 ? left : Math.round(exact / 500) * 500
      left -= amount
      const { startedDaysAgo, endedDaysAgo } = engagement
      const issuedDaysAgo = Math.round(startedDaysAgo - ((startedDaysAgo - endedDaysAgo) * part) / 2)
      const title = `${engagement.name}, ${['deposit', 'design', 'completion'][part]}`
      const paidDaysAgo = Math.max(LAST_PAID_DAYS_AGO, issuedDaysAgo - 4 - (index % 11))
      return { engagement, title, amount, issuedDaysAgo, paidDaysAgo }
    })
    .sort((one, other) => other.issuedDaysAgo - one.issuedDaysAgo)
}

async function seedPaid(services: SeedServices, world: DemoWorld, invoice: YearInvoice): Promise<void> {
  const { engagement, title, amount, issuedDaysAgo, paidDaysAgo } = invoice
  const id = await seedSent(services, world, {
    ...engagement,
    project: engagement.name,
    title,
    amount,
    issuedDaysAgo,
  })
  await recordManualPayment(actAs(services, at(world.home.owner, daysAgo(world, paidDaysAgo))), {
    invoice_id: id,
    amount,
    method: 'bank',
    description: null,
    received: true,
    mail_receipt: false,
    request_id: newId(),
  })
}

async function seedSent(
  services: SeedServices,
  world: DemoWorld,
  invoice: { client: string; project?: string; title: string; amount: number; issuedDaysAgo: number },
): Promise<string> {
  const { home } = world
  const owner = at(home.owner, daysAgo(world, invoice.issuedDaysAgo))
  const { id } = await saveInvoice(
    actAs(services, at(owner, addMinutes(owner.now, -20))),
    invoiceSaveInput.parse({
      client_id: need(home.clients, invoice.client),
      project_id: invoice.project === undefined ? null : need(home.projects, invoice.project),
      title: invoice.title,
      due_date: dateInZone(daysAgo(world, invoice.issuedDaysAgo - 14), HOME_ZONE),
      items: [{ description: invoice.title, quantity: 1, rate: invoice.amount }],
    }),
  )
  await sendInvoice(actAs(services, owner), { id }, settleAdvances)
  return id
}

/** One example of each other invoice status: pending, late, void, and partly credited. */
async function seedUnpaid(services: SeedServices, world: DemoWorld): Promise<void> {
  const [first, second, third, fourth] = YEAR_CLIENTS.toReversed().map(({ name }) => name)
  const send = (client = '', title: string, dollars: number, issuedDaysAgo: number) =>
    seedSent(services, world, { client, title, amount: dollars * 100, issuedDaysAgo })
  const owner = (days: number) => actAs(services, at(world.home.owner, daysAgo(world, days)))
  const withdrawn = await send(first, 'Archive, second phase', 640, 33)
  await voidInvoice(owner(31), { id: withdrawn })
  await send(second, 'Autumn enrolment, adverts', 480, 27)
  const credited = await send(third, 'Service app, support hours', 360, 12)
  await creditInvoice(
    owner(8),
    creditNoteInput.parse({ id: credited, amount: 9_000, reason: 'Two hours were part of the guarantee.' }),
  )
  await send(fourth, 'Look book, reprint', 290, 3)
}

const MONTH_DAYS = 30
const SPENDING: [category: ExpenseCategory, vendor: string, description: string, cents: number][] = [
  ['software', 'Penstroke', 'Design tool, three seats', 9000],
  ['hosting', 'Granite Hosting', 'Servers of our clients', 8_900],
  ['office', 'Dock 7', 'Desks at the shared office', 22_000],
]
const NOW_AND_THEN: typeof SPENDING = [
  ['travel', 'Northeast Rail', 'Train to a workshop', 11_800],
  ['marketing', 'City Business Week', 'Stand at the fair', 18_000],
  ['education', 'Typeface School', 'Course in lettering', 15_000],
  ['subscriptions', 'Picture Desk', 'Stock pictures', 5_900],
]

async function seedExpenses(services: SeedServices, world: DemoWorld): Promise<void> {
  const storage = openStorage(services.config)
  for (let month = 12; month >= 0; month--) {
    const extra = NOW_AND_THEN[month % NOW_AND_THEN.length]
    for (const [index, [category, vendor, description, amount]] of [
      ...SPENDING,
      ...(extra ? [extra] : []),
    ].entries()) {
      const day = daysAgo(world, month * MONTH_DAYS + 3 + index * 2)
      const spent = dateInZone(day, HOME_ZONE)
      const input = expenseSaveInput.parse({ category, vendor, description, amount, spent_on: spent })
      await saveExpense(actAs(services, at(world.home.owner, day)), input, storage)
    }
  }
}
