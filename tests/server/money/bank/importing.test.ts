import { expect, test } from 'vitest'
import { toBankCsv, toCamt, toMt940, toOfx } from '#tests/support/money/bank/bank-files.ts'
import { ACCOUNT, importFile, lineOf, setUpBank, statementOf } from '#tests/support/money/bank/bank-import.ts'

const countLines = async ({ db }: Awaited<ReturnType<typeof setUpBank>>) =>
  (await db.selectFrom('bank_lines').select('id').execute()).length

test('a file adds its account, its statement and its lines', async () => {
  const bank = await setUpBank()
  const statement = statementOf([lineOf(5000, 'One'), lineOf(-700, 'Two')])
  expect(await bank.importing(toCamt([statement]))).toMatchObject({
    format: 'camt',
    statements: [
      { number: ACCOUNT, currency: 'USD', opening: 1_000_000, closing: 1_004_300, lines: 2, added: 2 },
    ],
  })
  expect(await bank.owner.bank.accounts()).toMatchObject([
    { name: 'USD account 2051', number: ACCOUNT, currency: 'USD', open: 2, covered_to: '2026-03-03' },
  ])
  expect(await bank.openLines()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ amount: -700, text: 'Two', status: 'open' })]),
  )
})

test('the preview shows what an import would add, and adds nothing', async () => {
  const bank = await setUpBank()
  const file = toMt940([statementOf([lineOf(5000, 'One')])])
  expect(await bank.importing(file, { dry_run: true })).toMatchObject({
    dry_run: true,
    statements: [{ account_id: null, account_name: 'USD account 2051', lines: 1, added: 1 }],
  })
  expect(await countLines(bank)).toBe(0)
  expect(await bank.owner.bank.accounts()).toEqual([])
})

test('what the balances of a file don’t explain is named by the preview and the import', async () => {
  const bank = await setUpBank()
  const file = toMt940([statementOf([lineOf(80_000, 'One')], { opening: 0 })])
  const wrong = file.replace(/(?<=:62F:C\d{6}USD).*/, '27,98')
  for (const [content, unexplained] of [
    [file, 0],
    [wrong, 2798 - 80_000],
  ] as const) {
    expect((await bank.importing(content, { dry_run: true })).statements).toMatchObject([{ unexplained }])
    expect((await bank.importing(content)).statements).toMatchObject([{ unexplained }])
  }
})

test('the same file again, and another format of it, change nothing', async () => {
  const bank = await setUpBank()
  const statement = statementOf([lineOf(5000, 'One'), lineOf(5000, 'One'), lineOf(-700, 'Two')])
  await bank.importing(toCamt([statement], 8))
  for (const file of [
    toCamt([statement], 8),
    toCamt([statement], 2),
    toMt940([statement]),
    toOfx([statement]),
  ]) {
    expect((await bank.importing(file)).statements).toMatchObject([{ lines: 3, added: 0 }])
  }
  expect(await countLines(bank)).toBe(3)
})

test("overlapping files add only the new lines, even without the bank's ids", async () => {
  const bank = await setUpBank()
  const same = { id: '', day: '2026-03-02' }
  const early = [lineOf(5000, 'Rent', same), lineOf(5000, 'Rent', same)]
  const late = [...early, lineOf(5000, 'Rent', { id: '', day: '2026-03-03' })]
  expect((await bank.importing(toCamt([statementOf(early)]))).statements).toMatchObject([{ added: 2 }])
  expect((await bank.importing(toCamt([statementOf(late)]))).statements).toMatchObject([
    { lines: 3, added: 1 },
  ])
  expect(await countLines(bank)).toBe(3)
})

test('an account is recognized by its IBAN or by its national account number', async () => {
  const bank = await setUpBank()
  const statement = statementOf([lineOf(5000, 'One'), lineOf(-700, 'Two')])
  const national = { ...statement, account: '12030000/0000202051USD' }
  for (const [first, second] of [
    [toCamt([statement]), toMt940([national])],
    [toMt940([national]), toCamt([statement])],
  ] as const) {
    await bank.db.deleteFrom('bank_lines').execute()
    await bank.db.deleteFrom('bank_statements').execute()
    await bank.db.deleteFrom('bank_accounts').execute()
    expect((await bank.importing(first)).statements).toMatchObject([{ added: 2 }])
    const [account] = await bank.owner.bank.accounts()
    for (const options of [{ dry_run: true }, { account_id: account?.id ?? '' }, {}]) {
      expect((await bank.importing(second, options)).statements).toMatchObject([
        { account_id: account?.id, added: 0 },
      ])
    }
    expect(await bank.owner.bank.accounts()).toHaveLength(1)
  }
  // An account at another bank.
  const other = toMt940([{ ...statement, account: '50010517/0000202051' }])
  expect((await bank.importing(other)).statements).toMatchObject([{ added: 2 }])
})

test('equal lines on two pages of a statement count as two', async () => {
  const bank = await setUpBank()
  const equal = (count: number) => Array.from({ length: count }, () => lineOf(-150, 'Fee', { id: '' }))
  const [first, second] = [statementOf(equal(2)), statementOf(equal(1), { opening: 999_700 })]
  expect((await bank.importing(toMt940([first, second]), { dry_run: true })).statements).toMatchObject([
    { added: 2 },
    { added: 1 },
  ])
  await bank.importing(toMt940([first, second]))
  expect(await countLines(bank)).toBe(3)
  const [account] = await bank.owner.bank.accounts()
  expect(await bank.owner.bank.balance({ account_id: account?.id ?? '' })).toMatchObject({ missing: 0 })
  // The whole day on one page, or the same page again, adds none.
  await bank.importing(toMt940([statementOf(equal(3))]))
  await bank.importing(toMt940([first, first]))
  expect(await countLines(bank)).toBe(3)
})

test('lines that another format describes differently are named, and left out on request', async () => {
  const bank = await setUpBank()
  const without = { id: '', day: '2026-03-02' }
  const lines = [lineOf(5000, 'Rent', without), lineOf(5000, 'Rent', without), lineOf(-700, 'Two', without)]
  await bank.importing(toCamt([statementOf(lines)]))
  // Another text of the same lines, a third one of a day and amount, and one of another amount.
  const more = [...lines, lineOf(5000, 'Rent', without), lineOf(-800, 'Three', without)]
  const other = toMt940([statementOf(more.map((line) => ({ ...line, text: `${line.text} again` })))])
  const found = [{ lines: 5, added: 5, similar: 3 }]
  expect((await bank.importing(other, { dry_run: true })).statements).toMatchObject(found)
  expect((await bank.importing(other, { similar: 'leave_out' })).statements).toMatchObject([
    { lines: 5, added: 2, similar: 3 },
  ])
  expect(await countLines(bank)).toBe(5)
  // Those left out can still be added.
  expect((await bank.importing(other)).statements).toMatchObject([{ added: 3, similar: 3 }])
  expect(await countLines(bank)).toBe(8)
})

test('lines are similar once, over all statements of a file', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(5000, 'Rent', { id: '' })])]))
  const pages = [
    statementOf([lineOf(5000, 'A', { id: '' })]),
    statementOf([lineOf(5000, 'B', { id: '' })], { opening: 1_005_000 }),
  ]
  const found = [
    { added: 1, similar: 1 },
    { added: 1, similar: 0 },
  ]
  expect((await bank.importing(toMt940(pages), { dry_run: true })).statements).toMatchObject(found)
  expect((await bank.importing(toMt940(pages))).statements).toMatchObject(found)
})

test('lines that the bank gives ids of their own aren’t similar, nor are those that a file has itself', async () => {
  const bank = await setUpBank()
  const [first, second] = [lineOf(5000, 'Rent'), lineOf(5000, 'Rent')]
  await bank.importing(toCamt([statementOf([first])]))
  expect((await bank.importing(toCamt([statementOf([second])]))).statements).toMatchObject([
    { added: 1, similar: 0 },
  ])
  const third = lineOf(5000, 'Rent')
  expect((await bank.importing(toOfx([statementOf([first, second, third])]))).statements).toMatchObject([
    { added: 1, similar: 0 },
  ])
})

test('lines imported before that the bank has corrected since are counted until they’re ignored', async () => {
  const bank = await setUpBank()
  const [old, other] = [lineOf(-10_000, 'Hosting', { id: 'a' }), lineOf(-500, 'Fee', { id: 'c' })]
  await bank.importing(toOfx([statementOf([old, other])]))
  const correction = '<FITID>b</FITID><CORRECTFITID>a</CORRECTFITID><CORRECTACTION>REPLACE</CORRECTACTION>'
  const next = toOfx([statementOf([old, lineOf(-9000, 'Hosting', { id: 'b' })])])
  const file = next.replace('<FITID>b</FITID>', correction)
  const found = { lines: 1, added: 1, corrected: 1 }
  expect((await bank.importing(file, { dry_run: true })).statements).toMatchObject([found])
  expect((await bank.importing(file)).statements).toMatchObject([found])
  const { id } = (await bank.openLines()).find(({ amount }) => amount === -10_000) ?? { id: '' }
  await bank.owner.bank.setIgnored({ id, ignored: true })
  expect((await bank.importing(file)).statements).toMatchObject([{ added: 0, corrected: 0 }])
  expect((await importFile(bank.db, bank.world.foreign.owner, file)).statements).toMatchObject([
    { added: 1, corrected: 0 },
  ])
})

test('a file is refused for an account with another number or currency', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '4711', currency: 'EUR' })
  const statement = statementOf([lineOf(5000, 'One')])
  await expect(bank.importing(toCamt([statement]), { account_id: id })).rejects.toMatchObject({
    message: `This file is for account ${ACCOUNT}, not for Main.`,
  })
  await expect(bank.importing(toBankCsv(statement), { account_id: id })).rejects.toMatchObject({
    message: 'This file is in USD, but Main is in EUR.',
  })
  expect(await countLines(bank)).toBe(0)
})

test('an account of another agency can’t be chosen', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: ACCOUNT, currency: 'USD' })
  const file = toCamt([statementOf([lineOf(5000, 'One')])])
  await expect(importFile(bank.db, bank.world.foreign.owner, file, { account_id: id })).rejects.toMatchObject(
    {
      code: 'NOT_FOUND',
    },
  )
  await importFile(bank.db, bank.world.foreign.owner, file)
  expect(await bank.owner.bank.accounts()).toMatchObject([{ open: 0, covered_to: null }])
})

test("an account with statements can't change its number and currency", async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(5000, 'One')])]))
  const [account] = await bank.owner.bank.accounts()
  const { id, version, currency } = account ?? { id: '', version: 0, currency: '' }
  const saved = await bank.owner.bank.saveAccount({ id, version, name: 'Giro', number: ACCOUNT, currency })
  expect(saved).toMatchObject({ name: 'Giro', version: 2 })
  await expect(
    bank.owner.bank.saveAccount({ id, version: 2, name: 'Giro', number: ACCOUNT, currency: 'EUR' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(
    bank.owner.bank.saveAccount({ id, version: 1, name: 'Main', number: ACCOUNT, currency }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    bank.owner.bank.saveAccount({ name: 'Again', number: 'DE02 1203 0000 0000 2020 51', currency }),
  ).rejects.toMatchObject({ message: 'This account has already been added.' })
  await expect(
    bank.owner.bank.saveAccount({ name: 'Wrong', number: 'DE02120300000000202052', currency }),
  ).rejects.toMatchObject({ message: expect.stringContaining('not a valid IBAN') })
})

test('a statement is deleted with its lines, and the same file can be imported again', async () => {
  const bank = await setUpBank()
  const early = toCamt([statementOf([lineOf(5000, 'One'), lineOf(-700, 'Two')])])
  await bank.importing(early)
  const [account] = await bank.owner.bank.accounts()
  const account_id = account?.id ?? ''
  const [statement] = (await bank.owner.bank.statements({ account_id })).items
  expect(statement).toMatchObject({ file_name: 'statement.xml', line_count: 2, matched: false })
  await bank.owner.bank.deleteStatement({ id: statement?.id ?? '' })
  expect(await countLines(bank)).toBe(0)
  expect((await bank.owner.bank.statements({ account_id })).items).toEqual([])
  await expect(bank.owner.bank.deleteStatement({ id: statement?.id ?? '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await bank.importing(early)).statements).toMatchObject([{ lines: 2, added: 2 }])
})

test('lines that a deleted statement shared with another file return when that file is imported', async () => {
  const bank = await setUpBank()
  const [shared, later] = [lineOf(5000, 'One'), lineOf(-700, 'Two')]
  const second = toCamt([statementOf([shared, later], { to: '2026-03-04' })])
  await bank.importing(toCamt([statementOf([shared])]))
  await bank.importing(second)
  const [account] = await bank.owner.bank.accounts()
  const { items } = await bank.owner.bank.statements({ account_id: account?.id ?? '' })
  expect(items.map(({ to_on, line_count }) => [to_on, line_count])).toEqual([
    ['2026-03-04', 2],
    ['2026-03-03', 1],
  ])
  await bank.owner.bank.deleteStatement({ id: items[1]?.id ?? '' })
  expect((await bank.importing(second)).statements).toMatchObject([{ lines: 2, added: 1 }])
  expect(await countLines(bank)).toBe(2)
})

test('a statement with a matched line can’t be deleted before the match is undone', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(5000, 'One'), lineOf(-700, 'Two')])]))
  const [line] = (await bank.openLines()).filter(({ amount }) => amount > 0)
  const { id, version, account_id } = line ?? { id: '', version: 0, account_id: '' }
  const parts = [{ kind: 'deposit' as const, client_id: bank.clientId, amount: 5000 }]
  await bank.owner.bank.accept({ id, version, parts })
  const [statement] = (await bank.owner.bank.statements({ account_id })).items
  expect(statement).toMatchObject({ matched: true })
  const deletion = { id: statement?.id ?? '' }
  await expect(bank.owner.bank.deleteStatement(deletion)).rejects.toMatchObject({
    message: 'Lines of this statement are matched. Undo their matches first.',
  })
  expect(await countLines(bank)).toBe(2)
  await bank.owner.bank.undo({ id })
  await bank.owner.bank.deleteStatement(deletion)
  expect(await countLines(bank)).toBe(0)
})

test('a line is either matched or deleted with its statement, whichever comes first', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(5000, 'One')])]))
  const [line] = await bank.openLines()
  const { id, version, account_id } = line ?? { id: '', version: 0, account_id: '' }
  const [statement] = (await bank.owner.bank.statements({ account_id })).items
  const parts = [{ kind: 'deposit' as const, client_id: bank.clientId, amount: 5000 }]
  const [accepted, deleted] = await Promise.allSettled([
    bank.owner.bank.accept({ id, version, parts }),
    bank.owner.bank.deleteStatement({ id: statement?.id ?? '' }),
  ])
  expect([accepted.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countLines(bank)).toBe(accepted.status === 'fulfilled' ? 1 : 0)
})

test('10,000 lines are imported; importing them again adds none', async () => {
  const bank = await setUpBank()
  const lines = Array.from({ length: 10_000 }, (_, index) => lineOf(100 + index, `Order ${index}`))
  const file = toCamt([statementOf(lines)])
  const started = performance.now()
  expect((await bank.importing(file)).statements).toMatchObject([{ added: 10_000 }])
  const first = performance.now()
  expect((await bank.importing(file)).statements).toMatchObject([{ added: 0 }])
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  process.stdout.write(
    `Imported 10,000 lines (${(file.length / 1e6).toFixed(1)} MB) in ${seconds(started, first)} s, ` +
      `again in ${seconds(first, performance.now())} s\n`,
  )
})
