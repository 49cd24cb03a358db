import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { batchesOf } from '#shared/base/paging.ts'
import { hasLostCharacters } from '#shared/base/text/decoding.ts'
import type { BankImportDto, BankImportStatement } from '#shared/money/bank/bank.ts'
import { MAX_BANK_FILE } from '#shared/money/bank/bank.ts'
import type { bankFileInput } from '#shared/money/bank/schemas/bank.ts'
import { readBankFileAt } from '../../../base/adapters/bank-files/bank-file-reader.ts'
import { type BankFileStatement, unexplainedOf } from '../../../base/adapters/bank-files/lines.ts'
import type { BankFile } from '../../../base/adapters/bank-files/read.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getBankAccount } from '../queries/accounts.ts'
import { earlierLines } from '../queries/earlier-lines.ts'
import { rememberedMappings } from '../queries/mappings.ts'
import { accountNumbered, isSameAccount, mayBeAccount } from '../rules/account-numbers.ts'
import { lineIdentities } from '../rules/identity.ts'
import { similarTo } from '../rules/similar.ts'
import { insertAccount } from './save-account.ts'

interface ReceivedFile {
  path: string
  name: string
  size: number
}

/**
 * Imports a bank's file, or only reads it (`dry_run`). Lines that an earlier file contained aren't added
 * again. Accounts that the file names are added.
 */
export async function importStatements(
  ctx: AgencyCtx,
  file: ReceivedFile,
  input: z.output<typeof bankFileInput>,
): Promise<BankImportDto> {
  if (file.size > MAX_BANK_FILE) {
    const megabytes = MAX_BANK_FILE / 1024 / 1024
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `A bank file can be at most ${megabytes} MB. Export a shorter period.`,
    )
  }
  const account = input.account_id === undefined ? null : await getBankAccount(ctx, input.account_id)
  const read = await readBankFileAt(ctx.actor.userId, file.path, {
    mapping: input.mapping ?? null,
    remembered: await rememberedMappings(ctx),
    currency: account?.currency ?? null,
    today: dateInZone(ctx.now, ctx.reach.booksZone),
  })
  const result = (statements: BankImportStatement[]): BankImportDto => ({
    format: read.format,
    dry_run: input.dry_run,
    statements,
    csv: read.csv && csvDto(read.csv),
    problem: read.problem,
    guess: read.guess,
  })
  if (!input.dry_run && read.problem !== null) {
    throw new AppError('BAD_REQUEST', read.problem, { reason: 'bank_file_unreadable' })
  }
  // Another mapping of the same table reads other lines.
  const hash = createHash('sha256')
    .update(await readFile(file.path))
    .update(read.csv === null ? '' : JSON.stringify(read.csv.mapping))
    .digest('hex')
  const origin: Origin = { name: file.name, hash, format: read.format, accountId: account?.id ?? null }
  return transact(ctx, async (tx) => {
    if (!input.dry_run) await rememberMapping(tx, read)
    const statements: BankImportStatement[] = []
    const identities = lineIdentities(read.statements)
    const former = read.csv?.former.flatMap((statement) => lineIdentities([statement])) ?? []
    const own = new Set([...identities, ...former].flat())
    const progress: Progress = { planned: new Map(), own, taken: new Set() }
    for (const [position, statement] of read.statements.entries()) {
      const from = { ...origin, position, isDry: input.dry_run, similar: input.similar }
      const lines = { statement, identities: identities[position] ?? [], former }
      statements.push(await addStatement(tx, from, lines, progress))
    }
    return result(statements)
  })
}

const csvDto = ({
  signature: _signature,
  remembering: _remembering,
  former: _former,
  ...csv
}: NonNullable<BankFile['csv']>) => csv

interface Origin {
  name: string
  hash: string
  format: BankFile['format']
  /** The account that the user chose. */
  accountId: string | null
}

/** What is known of a file's lines once some of its statements are read. */
interface Progress {
  /** Identities by account that a dry run would have added. */
  planned: Map<string, Set<string>>
  /** Identities of all lines of the file. */
  own: ReadonlySet<string>
  /** Ids of lines of other files that a line of this one may repeat. */
  taken: Set<string>
}

type FreshLine = { line: BankFileStatement['lines'][number]; position: number; identity: string }

async function rememberMapping(tx: Tx<AgencyCtx>, { csv }: BankFile): Promise<void> {
  if (csv === null) return
  const row = { mapping: JSON.stringify(csv.remembering), updated_at: toInstant(tx.now) }
  await insertInto(tx, 'bank_csv_mappings')
    .values({ agency_id: tx.reach.agencyId, signature: csv.signature, ...row })
    .onConflict((known) => known.columns(['agency_id', 'signature']).doUpdateSet(row))
    .execute()
}

async function addStatement(
  tx: Tx<AgencyCtx>,
  origin: Origin & Pick<z.output<typeof bankFileInput>, 'similar'> & { position: number; isDry: boolean },
  {
    statement,
    identities,
    former,
  }: { statement: BankFileStatement; identities: string[]; former: string[][] },
  progress: Progress,
): Promise<BankImportStatement> {
  const account = await accountFor(tx, origin, statement)
  const { planned } = progress
  const key = account.id ?? `${statement.account} ${statement.currency}`
  const asked = [identities, ...former].flat()
  const known = new Set([...(planned.get(key) ?? []), ...(await knownIdentities(tx, account.id, asked))])
  planned.set(key, new Set([...(planned.get(key) ?? []), ...identities]))
  const fresh = statement.lines
    .map((line, position) => ({ line, position, identity: identities[position] ?? '' }))
    .filter(({ position }) => ![identities, ...former].some((list) => known.has(list[position] ?? '')))
  const similar = await similarLines(tx, account.id, fresh, { ...progress, format: origin.format })
  const added = origin.similar === 'leave_out' ? fresh.filter((line) => !similar.has(line)) : fresh
  const { from_on, to_on, opening, closing, currency } = statement
  if (!origin.isDry && account.id !== null) {
    const { id, isNew } = await statementFor(tx, account.id, origin, statement)
    await insertLines(tx, { accountId: account.id, statementId: id }, added)
    if (isNew || added.length > 0) {
      await record(tx, 'bank-statement.imported', { id, account: account.name ?? '', lines: added.length })
    }
  }
  return {
    account_id: account.id,
    account_name: account.name,
    number: account.number,
    currency,
    from_on,
    to_on,
    opening,
    closing,
    unexplained: unexplainedOf(statement),
    lines: statement.lines.length,
    added: added.length,
    similar: similar.size,
    corrected: await countCorrected(tx, account.id, statement.corrected ?? []),
    damaged: statement.lines.filter((line) => hasLostCharacters(JSON.stringify(line))).length,
  }
}

/** New lines with the day and amount of a line that no line of the file is known to be. */
async function similarLines(
  tx: Tx<AgencyCtx>,
  accountId: string | null,
  fresh: readonly FreshLine[],
  { own, ...rest }: Pick<Progress, 'own' | 'taken'> & Pick<Origin, 'format'>,
): Promise<Set<FreshLine>> {
  const days = fresh.map(({ line }) => line.booked_on).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (accountId === null || from === undefined || to === undefined) return new Set()
  const earlier = await earlierLines(tx, accountId, { from, to })
  return similarTo(
    fresh,
    earlier.filter(({ identity }) => !own.has(identity)),
    rest,
  )
}

interface Target {
  /** Null if a dry run would add it. */
  id: string | null
  name: string | null
  number: string
}

/** The account that the statement or the user names; an unknown one is added. */
async function accountFor(
  tx: Tx<AgencyCtx>,
  { accountId, format, isDry }: Origin & { isDry: boolean },
  { account: number, currency }: BankFileStatement,
): Promise<Target> {
  const accounts = await selectFrom(tx, 'bank_accounts')
    .select(['id', 'name', 'number', 'currency'])
    .where('agency_id', '=', tx.reach.agencyId)
    .execute()
  const chosen = accounts.find(({ id }) => id === accountId)
  const named = accountNumbered(
    accounts.filter((known) => known.currency === currency),
    number,
  )
  const isCsv = format === 'csv'
  if ((number === '' || isCsv) && chosen === undefined) {
    if (isDry) return { id: null, name: null, number: '' }
    throw new AppError('BAD_REQUEST', 'Choose the account that this file belongs to.', {
      fields: { account_id: 'Choose the account that this file belongs to.' },
    })
  }
  if (chosen !== undefined) {
    const isOwn = isCsv ? mayBeAccount : isSameAccount
    if (number !== '' && !isOwn(chosen.number, number, chosen.currency)) {
      throw new AppError('BAD_REQUEST', `This file is for account ${number}, not for ${chosen.name}.`)
    }
    if (chosen.currency !== currency) {
      throw new AppError(
        'BAD_REQUEST',
        `This file is in ${currency}, but ${chosen.name} is in ${chosen.currency}.`,
      )
    }
    return chosen
  }
  if (named !== undefined) return named
  const name = `${currency} account ${number.slice(-4)}`
  if (isDry) return { id: null, name, number }
  const id = newId()
  await insertAccount(tx, id, { name, number, currency, ledger_account: null })
  await record(tx, 'bank-account.saved', { id, name })
  return { id, name, number }
}

/** Keeps the number of a statement's parameters within the limits of both databases. */
const ROWS_AT_ONCE = 500

async function knownIdentities(
  tx: Tx<AgencyCtx>,
  accountId: string | null,
  identities: readonly string[],
): Promise<string[]> {
  if (accountId === null) return []
  const known: string[] = []
  for (const batch of batchesOf(identities, ROWS_AT_ONCE)) {
    const rows = await selectFrom(tx, 'bank_lines')
      .select('identity')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('account_id', '=', accountId)
      .where('identity', 'in', batch)
      .execute()
    known.push(...rows.map(({ identity }) => identity))
  }
  return known
}

/** The account's lines that the bank has corrected, and that still count. */
async function countCorrected(
  tx: Tx<AgencyCtx>,
  accountId: string | null,
  ids: readonly string[],
): Promise<number> {
  if (accountId === null) return 0
  let count = 0
  for (const batch of batchesOf(ids, ROWS_AT_ONCE)) {
    const rows = await selectFrom(tx, 'bank_lines')
      .select('id')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('account_id', '=', accountId)
      .where('status', '<>', 'ignored')
      .where('bank_ref', 'in', batch)
      .execute()
    count += rows.length
  }
  return count
}

/** The statement of this file, which may have been imported before. */
async function statementFor(
  tx: Tx<AgencyCtx>,
  accountId: string,
  { name, hash, format, position }: Origin & { position: number },
  { reference, from_on, to_on, opening, closing, lines }: BankFileStatement,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId()
  const inserted = await insertInto(tx, 'bank_statements')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      account_id: accountId,
      file_name: name,
      file_hash: hash,
      position,
      format,
      reference,
      from_on,
      to_on,
      opening,
      closing,
      line_count: lines.length,
      created_at: toInstant(tx.now),
    })
    .onConflict((known) => known.columns(['agency_id', 'account_id', 'file_hash', 'position']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return { id, isNew: true }
  const known = await selectFrom(tx, 'bank_statements')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('account_id', '=', accountId)
    .where('file_hash', '=', hash)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  return { id: known.id, isNew: false }
}

async function insertLines(
  tx: Tx<AgencyCtx>,
  { accountId, statementId }: { accountId: string; statementId: string },
  lines: readonly FreshLine[],
): Promise<void> {
  const now = toInstant(tx.now)
  for (const batch of batchesOf(lines, ROWS_AT_ONCE)) {
    await insertInto(tx, 'bank_lines')
      .values(
        batch.map(({ line, position, identity }) => ({
          agency_id: tx.reach.agencyId,
          id: newId(),
          account_id: accountId,
          statement_id: statementId,
          identity,
          position,
          booked_on: line.booked_on,
          valued_on: line.valued_on,
          amount: line.amount,
          charges: line.charges,
          currency: line.currency,
          party_name: line.party_name,
          party_iban: line.party_iban,
          reference: line.reference,
          end_to_end_id: line.end_to_end_id,
          bank_ref: line.bank_ref,
          text: line.text,
          status: 'open' as const,
          settled_at: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
  }
}
