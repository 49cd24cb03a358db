import { expect, test } from 'vitest'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { auditBank, auditDebtors, auditLedger, auditProfit } from '#tests/support/money/replay/audit.ts'
import {
  auditDatev,
  auditPrograms,
  auditSettled,
  closedBooks,
  enterAccounts,
} from '#tests/support/money/replay/audit-exports.ts'
import { auditReturns, auditTaxes } from '#tests/support/money/replay/audit-taxes.ts'
import { type Agency, FORMATS, type Format, openAgency, Player } from '#tests/support/money/replay/player.ts'
import { CLOSED, type WrittenYear, writeYear, YEAR } from '#tests/support/money/replay/year.ts'

const SEED = 7

/** Performs the actions in a new portal; returns what was exported from the closed quarter when it was closed. */
async function play(
  { acts }: WrittenYear,
  format: Format,
): Promise<{ agency: Agency; closed: Map<string, string> }> {
  const agency = await openAgency()
  await enterAccounts(agency)
  const player = new Player(agency, FORMATS[format])
  let closed = new Map<string, string>()
  for (const act of acts) {
    await player.perform(act)
    if (act.do === 'close' && act.hard === CLOSED.to) closed = await closedBooks(agency)
  }
  return { agency, closed }
}

test("a year in five currencies matches a bookkeeper's independent books to the cent", async () => {
  const year = writeYear(SEED)
  const { books } = year
  const { agency, closed } = await play(year, 'CAMT.053')
  expect([
    ...(await auditLedger(agency, books)),
    ...(await auditBank(agency, year)),
    ...(await auditDebtors(agency, books)),
    ...(await auditSettled(agency, books)),
    ...(await auditTaxes(agency, books)),
    ...(await auditReturns(agency, books)),
    ...(await auditProfit(agency, books)),
    ...(await auditDatev(agency, books)),
    ...(await auditPrograms(agency, books)),
  ]).toEqual([])

  // Since then, its documents were credited, written off, refunded and disputed, and its expenses corrected.
  const later = await closedBooks(agency)
  expect(closed.size).toBeGreaterThan(10)
  expect([...closed].filter(([name, text]) => later.get(name) !== text).map(([name]) => name)).toEqual([])

  const at = new Date(`${YEAR.to}T20:00:00.000Z`)
  expect(await compareBooks(ctxFor(testServices(agency.db, { now: at }), null, at))).toBe(0)
})

test.for(['MT940', 'OFX', 'CSV'] as const)(
  'the same movements as %s result in the same books',
  async (format) => {
    const year = writeYear(SEED, 3)
    const { agency } = await play(year, format)
    expect([
      ...(await auditLedger(agency, year.books)),
      ...(await auditBank(agency, year)),
      ...(await auditDebtors(agency, year.books)),
    ]).toEqual([])
  },
)

test('the year covers everything that an agency does', () => {
  const { acts, books } = writeYear(SEED)
  const count = (isOne: (act: (typeof acts)[number]) => boolean) => acts.filter(isOne).length
  const purposes = acts.flatMap((act) =>
    act.do === 'statement' ? act.lines.map(({ purpose }) => purpose.kind) : [],
  )
  expect(new Set(acts.map((act) => act.do)).size).toBe(15)
  expect(new Set(purposes)).toEqual(
    new Set(['document', 'surplus', 'deposit', 'expense', 'payout', 'provider', 'known']),
  )
  expect(new Set([...books.docs.values()].map(({ currency }) => currency)).size).toBe(5)
  expect(count((act) => act.do === 'issue' && act.stage === 'final')).toBeGreaterThan(5)
  for (const status of ['won', 'lost']) {
    expect(count((act) => act.do === 'dispute' && act.status === status)).toBe(1)
  }
  const later = (act: (typeof acts)[number]) => 'ref' in act && act.day > CLOSED.to && act.do !== 'issue'
  const early = new Set(acts.flatMap((act) => ('ref' in act && act.day <= CLOSED.to ? act.ref : [])))
  expect(count((act) => later(act) && 'ref' in act && early.has(act.ref))).toBeGreaterThan(5)
})
