import { actAs, type SeedServices } from '#scripts/seed/person.ts'
import { openStorage } from '#server/adapters/storage.ts'
import { raiseNextNumber } from '#server/billing/commands/update-numbering.ts'
import { transact } from '#server/core/transaction.ts'
import { addMinutes, newId } from '#server/db/values.ts'
import { saveExpense } from '#server/finance/commands/write-expense.ts'
import { creditInvoice } from '#server/invoices/commands/issue-credit-note.ts'
import { sendInvoice } from '#server/invoices/commands/send.ts'
import { voidInvoice } from '#server/invoices/commands/void.ts'
import { saveInvoice } from '#server/invoices/commands/write.ts'
import { recordManualPayment } from '#server/payments/commands/record-manual.ts'
import { dateInZone } from '#shared/dates.ts'
import { type ExpenseCategory, expenseSaveInput } from '#shared/finance.ts'
import { creditNoteInput, invoiceSaveInput } from '#shared/invoices.ts'
import { at, type DemoWorld, daysAgo, HOME_ZONE, need } from '../world.ts'
import { YEAR_CLIENTS } from './clients.ts'
import { ENGAGEMENTS, type Engagement } from './work.ts'

/** The number with which the invoices of the figures begin. */
const FIRST_OF_FIGURES = 1001
/** Older than the windows of thirty days that the platform's figures compare. */
const LAST_PAID_DAYS_AGO = 95

interface YearInvoice {
  engagement: Engagement
  title: string
  /** Cents. */
  amount: number
  issuedDaysAgo: number
  paidDaysAgo: number
}

/** A year of the home agency's books: what was invoiced, paid, credited and spent. */
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

/** Each engagement in three parts, scaled so that the whole is what the figures say. */
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
  await sendInvoice(actAs(services, owner), { id })
  return id
}

/** One example of what else becomes of an invoice: waiting, late, withdrawn, and credited in part. */
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
  ['software', 'Penstroke', 'Design tool, three seats', 13_500],
  ['hosting', 'Granite Hosting', 'Servers of our clients', 8_900],
  ['office', 'Dock 7', 'Desks at the shared office', 42_000],
]
const NOW_AND_THEN: typeof SPENDING = [
  ['travel', 'Northeast Rail', 'Train to a workshop', 11_800],
  ['marketing', 'City Business Week', 'Stand at the fair', 35_000],
  ['education', 'Typeface School', 'Course in lettering', 24_000],
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
