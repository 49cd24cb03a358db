import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { actAs } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { EFFECTS, JOBS } from '#server/domains.ts'
import { appRouter } from '#server/router.ts'
import { ALL_DOMAINS } from '#shared/base/live.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { kindOf } from '#shared/reactions/events.ts'
import { type Caller, callerAs, callerOf, ctxFor, testServices } from '#tests/support/caller.ts'
import { closedFigures } from '#tests/support/money/closed-period.ts'
import { type Path, subjectFor } from './notation/case.ts'
import type { Row } from './notation/cells.ts'
import { CALLS } from './tables/domain-cases.ts'
import { TABLE } from './tables/table.ts'
import type { Viewer } from './world/people.ts'
import { type IsolationWorld, openIsolationWorld, undone } from './world/world.ts'

/**
 * How a call behaves that concerns a closed period. `refused`: because of the date in its input. `today`: its entries
 * and documents are dated today. `none`: it creates no entries and no numbered document.
 */
type Decision = 'refused' | 'today' | 'none'

/** Every procedure that may touch the books; one that isn't listed fails. */
const DECISIONS: Partial<Record<Path, Decision>> = {
  'projects.create': 'none',
  'projects.update': 'none',
  'projects.setStatus': 'none',
  'projects.setArchived': 'none',
  'finance.saveAccounts': 'none',
  'finance.saveExpense': 'refused',
  'finance.deleteExpense': 'today',
  'finance.setLocks': 'none',
  'finance.reopenPeriods': 'none',
  'finance.closeYear': 'none',
  'letterhead.saveDefaults': 'none',
  'letterhead.saveTaxRate': 'none',
  'invoices.save': 'none',
  'invoices.enterRate': 'refused',
  'invoices.fromTime': 'none',
  'invoices.addExpenses': 'none',
  'invoices.delete': 'none',
  'invoices.send': 'today',
  'invoices.void': 'today',
  'invoices.credit': 'today',
  'invoices.applyCredit': 'today',
  'invoices.removeCredit': 'today',
  'invoices.adjustCredit': 'today',
  'invoices.writeOff': 'refused',
  'invoices.undoWriteOff': 'today',
  'invoices.collectAgain': 'none',
  'invoices.saveRecurring': 'none',
  'invoices.pauseRecurring': 'none',
  'invoices.deleteRecurring': 'none',
  'payments.payInvoice': 'today',
  'payments.payByLink': 'today',
  'payments.quickPay': 'today',
  'payments.recordManual': 'refused',
  'payments.settleManual': 'today',
  'payments.refund': 'today',
  'payments.reverse': 'today',
  'payments.confirm': 'today',
  'payments.confirmByLink': 'today',
  'payouts.create': 'none',
  'payouts.fromHours': 'today',
  'payouts.payBatch': 'today',
  'payouts.cancel': 'none',
  'payouts.reopen': 'today',
  'payouts.settleSepaBatch': 'today',
  'payouts.recordBill': 'today',
  'payouts.removeBill': 'none',
  'payouts.issueSelfBill': 'today',
  'payouts.voidSelfBill': 'today',
  // Hours count toward profit but have no entries.
  'workLog.start': 'none',
  'workLog.undoSwitch': 'none',
  'workLog.pause': 'none',
  'workLog.resume': 'none',
  'workLog.stop': 'none',
  'workLog.save': 'none',
  'workLog.saveHours': 'none',
  'workLog.copyWeek': 'none',
  'workLog.delete': 'none',
  'workLog.restore': 'none',
  'bank.saveAccount': 'none',
  'bank.accept': 'refused',
  'bank.acceptCertain': 'refused',
  'bank.undo': 'today',
  'bank.setIgnored': 'none',
  'bank.deleteStatement': 'none',
  'bank.saveRule': 'none',
  'bank.deleteRule': 'none',
  'packages.subscribe': 'today',
  'packages.payOverdue': 'today',
  'dashboard.addSample': 'none',
  'platform.importExchangeRates': 'none',
}

/** Jobs by whether they may touch the books. */
const JOB_DECISIONS: Record<string, Decision> = {
  'overdue-invoices': 'none',
  'recurring-invoices': 'today',
  'late-fees': 'today',
  'invoice-reminders': 'none',
  'interrupted-payments': 'today',
  'reconcile-payments': 'today',
  'provider-balances': 'today',
  autopay: 'today',
  'subscription-renewals': 'today',
  'tax-days': 'none',
  'recount-tax-days': 'none',
  'compare-books': 'none',
  'reconcile-tallies': 'none',
  'purge-agencies': 'none',
  'saved-cards': 'none',
  'clean-up': 'none',
}
const WITHOUT_MONEY = [
  ...['event-reminders', 'platform-settings', 'alerts', 'nightly-backup', 's3-backup', 'check-files'],
  ...[
    'notification-mails',
    'task-reminders',
    'monthly-report',
    'webhook-deliveries',
    'lost-timers',
    'token-expiry',
  ],
]

/** With these fixtures they find nothing to pay or confirm; the payment tests book through the same commands. */
const NOTHING_TO_BOOK: Path[] = [
  'bank.undo',
  'packages.payOverdue',
  'payments.confirm',
  'payments.confirmByLink',
  'payouts.fromHours',
  'payouts.recordBill',
  // Pending payouts have no entries yet.
  'payouts.issueSelfBill',
  'payouts.voidSelfBill',
]
/** These need a code that is valid only today, which isn't the day of this test. */
const NOT_CALLED: Path[] = ['settings.disableTwoFactor', 'settings.renewRecoveryCodes']

const LATER = new Date('2026-04-15T10:00:00.000Z')
const CLOSED_UNTIL = '2026-03-31'

const mutations = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === 'mutation')
  .map(([path]) => path as Path)

const open = openIsolationWorld()

test('every procedure and job that may touch the books is classified', () => {
  const concerned = Object.entries(EFFECTS)
    .filter(([, { records }]) =>
      records.some((name) => {
        const { touches } = kindOf(name)
        return touches.includes('finance') && !touches.includes(ALL_DOMAINS)
      }),
    )
    .map(([path]) => path)
  expect(concerned.filter((path) => DECISIONS[path as Path] === undefined)).toEqual([])
  expect(JOBS.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(JOB_DECISIONS), ...WITHOUT_MONEY].toSorted(),
  )
})

/** Where a date other than today may come from; everything else is dated by `postLedger`. */
const DATED_BY = [
  // Taken from the input and checked with `requireOpenDay`.
  'server/money/invoices/commands/write-off.ts',
  'server/money/ledger/expenses/commands/book-expense.ts',
  'server/money/payouts/commands/book.ts',
  // The provider's date, which becomes the value date.
  'server/money/payments/book/commands/book-movements.ts',
  'server/money/ledger/commands/post-ledger.ts',
]

test('entries are inserted only where closed periods are enforced, and dated only in listed commands', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('server', file))
  const having = (words: RegExp) => files.filter((file) => words.test(readFileSync(file, 'utf8'))).toSorted()
  expect(having(/insertInto\((tx|ctx), 'ledger_entries'\)/)).toEqual([
    'server/money/ledger/commands/post-ledger.ts',
    'server/money/ledger/commands/reverse-entry.ts',
  ])
  expect(having(/\boccurredOn\b/)).toEqual(DATED_BY.toSorted())
  expect(having(/(updateTable|deleteFrom)\((tx|ctx), 'ledger_entries'\)/)).toEqual([
    'server/money/invoices/commands/enter-rate.ts',
    'server/money/ledger/taxes/commands/book-taxes.ts',
    // Reopening a payout detaches its reversed entry.
    'server/money/payouts/commands/book.ts',
  ])
})

async function close(db: Db): Promise<void> {
  const agencies = await db.selectFrom('agencies').select('id').execute()
  for (const { id } of agencies) {
    await db
      .insertInto('period_locks')
      .values({
        agency_id: id as AgencyId,
        version: 1,
        soft_until: null,
        hard_until: CLOSED_UNTIL,
        act: 'set',
        reason: null,
        set_by: null,
        set_by_name: 'Somebody',
        set_at: LATER.toISOString(),
      })
      .onConflict((clash) => clash.doNothing())
      .execute()
  }
}

interface Outcome {
  called: boolean
  before: string
  after: string
  /** The dates of new entries, and of documents that got a number. */
  days: string[]
}

/** Closes the books just before the call itself, so that its fixtures can still be prepared. */
function closingCaller(db: Db, world: IsolationWorld, viewer: Viewer, path: Path, outcome: Outcome): Caller {
  const caller = callerOf(actAs(testServices(db, { now: LATER }), { ...world.people[viewer], now: LATER }))
  const home = world.people.owner
  const owner = callerAs(db, home, { now: LATER })
  const figures = () => closedFigures(db, owner, home.agencyId as string, CLOSED_UNTIL)
  const dated = async () => {
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['id', 'occurred_on as day'])
      // The platform's own books have no periods.
      .where('agency_id', 'is not', null)
      .execute()
    const documents = await db
      .selectFrom('invoices')
      .select(['id', 'issued_on as day'])
      .where('number', 'is not', null)
      .execute()
    return new Map([...entries, ...documents].map(({ id, day }) => [id, day ?? '']))
  }
  type Target = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  const call = async (domain: string, name: string, input: unknown): Promise<unknown> => {
    const run = () => (caller as unknown as Target)[domain]?.[name]?.(input)
    if (`${domain}.${name}` !== path) return run()
    await close(db)
    outcome.before = await figures()
    const known = await dated()
    outcome.called = true
    try {
      return await run()
    } finally {
      outcome.after = await figures()
      outcome.days = [...(await dated())].filter(([id]) => !known.has(id)).map(([, day]) => day)
    }
  }
  return new Proxy({} as Caller, {
    get: (_router, domain) =>
      new Proxy(
        {},
        { get: (_domain, name) => (input: unknown) => call(String(domain), String(name), input) },
      ),
  })
}

/** `procedures` checks that all others are denied. */
function allowedTo(path: Path): Viewer[] {
  const [admin, owner, , contributor, client] = TABLE[path] as Row
  const cells = { owner, client, contributor, admin }
  return (Object.keys(cells) as (keyof typeof cells)[]).filter((viewer) => cells[viewer] !== 'FORBIDDEN')
}

/** `npm test` calls as one of those who may, `npm run test:all` as each of them. */
describe.for(mutations)('%s', (path) => {
  test('leaves the figures of a closed period unchanged', async () => {
    const { db, world } = open()
    const made: Outcome[] = []
    for (const viewer of allowedTo(path)) {
      const outcome: Outcome = { called: false, before: '', after: '', days: [] }
      await undone(db, async (trx) => {
        const caller = closingCaller(trx, world, viewer, path, outcome)
        await CALLS[path]?.(caller, subjectFor(trx, world, viewer))
      }).catch(() => undefined)
      expect(outcome.after, viewer).toBe(outcome.before)
      expect(
        outcome.days.filter((day) => day <= CLOSED_UNTIL),
        viewer,
      ).toEqual([])
      if (outcome.days.length > 0) expect(DECISIONS[path], viewer).toMatch(/^(today|refused)$/)
      if (!outcome.called) continue
      made.push(outcome)
      const isTold = DECISIONS[path] !== 'today' || outcome.days.length > 0
      if (inject('tier') === 'quick' && isTold) break
    }
    expect(made.length > 0, 'somebody called it').toBe(!NOT_CALLED.includes(path))
    const isBooked = made.some(({ days }) => days.length > 0)
    if (DECISIONS[path] === 'today') expect(isBooked, 'it was booked').toBe(!NOTHING_TO_BOOK.includes(path))
  })
})

test('every job leaves the figures of a closed period unchanged', async () => {
  const { db, world } = open()
  const home = world.people.owner
  const owner = callerAs(db, home, { now: LATER })
  const figures = () => closedFigures(db, owner, home.agencyId as string, CLOSED_UNTIL)
  await close(db)
  const before = await figures()
  for (const { name, run } of JOBS) {
    if (WITHOUT_MONEY.includes(name)) continue
    await run(ctxFor(testServices(db, { now: LATER }), null, LATER))
    expect(await figures(), name).toBe(before)
  }
})
