import type { z } from 'zod'
import {
  CLIENT_CSV_COLUMNS,
  type ClientImportProblem,
  type ClientImportResult,
  type clientImportInput,
  clientInput,
  MAX_CLIENT_CSV_ROWS,
} from '#shared/clients.ts'
import { type CsvRecord, readCsv } from '../../adapters/csv.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { type ClientFields, newClientRow } from './create.ts'

/** Keeps the parameters of one statement below the limits of both databases. */
const ROWS_PER_STATEMENT = 500

/**
 * Imports the valid rows and names the others by line; a row whose e-mail the agency or an earlier row
 * has already is not valid. A dry run answers the same and writes nothing.
 */
export function importClients(
  ctx: AgencyCtx,
  input: z.output<typeof clientImportInput>,
): Promise<ClientImportResult> {
  const { columns, records } = readCsv(input.csv, MAX_CLIENT_CSV_ROWS)
  const missing = CLIENT_CSV_COLUMNS.slice(0, 2).filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new AppError('BAD_REQUEST', `The first line must name these columns: ${missing.join(', ')}.`)
  }
  return transact(ctx, async (tx) => {
    const { valid, problems } = checkRows(records, await existingEmails(tx))
    if (!input.dry_run) await insertClients(tx, valid)
    return {
      dry_run: input.dry_run,
      rows: records.length,
      valid: valid.length,
      imported: input.dry_run ? 0 : valid.length,
      problems,
    }
  })
}

function checkRows(records: CsvRecord[], taken: Set<string>) {
  const valid: ClientFields[] = []
  const problems: ClientImportProblem[] = []
  for (const { line, values } of records) {
    const problem = checkRow(values, taken, valid)
    if (problem !== null) problems.push({ line, ...problem })
  }
  return { valid, problems }
}

/** Adds the row to `valid` and its address to `taken`, or says what is wrong with it. */
function checkRow(
  values: Record<string, string>,
  taken: Set<string>,
  valid: ClientFields[],
): Omit<ClientImportProblem, 'line'> | null {
  const portalAccess = readFlag(values.portal_access ?? '')
  if (portalAccess === null) {
    return { column: 'portal_access', message: `“${values.portal_access}” is neither yes nor no.` }
  }
  const parsed = clientInput.safeParse({
    name: values.name,
    email: values.email,
    phone: values.phone,
    company: values.company,
    address: values.address,
    portal_access: portalAccess,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { column: issue?.path.join('.') || null, message: issue?.message ?? 'This row is not valid.' }
  }
  const { email } = parsed.data
  if (taken.has(email)) {
    return { column: 'email', message: `There is already a client with the email ${email}.` }
  }
  taken.add(email)
  valid.push(parsed.data)
  return null
}

/** Null when the word says neither; empty means yes, as in the dialog. */
function readFlag(word: string): boolean | null {
  if (['', '1', 'yes', 'true', 'on'].includes(word.toLowerCase())) return true
  return ['0', 'no', 'false', 'off'].includes(word.toLowerCase()) ? false : null
}

async function existingEmails(tx: Tx<AgencyCtx>): Promise<Set<string>> {
  const rows = await selectFrom(tx, 'clients').select('email').execute()
  return new Set(rows.map((row) => row.email))
}

async function insertClients(tx: Tx<AgencyCtx>, clients: ClientFields[]): Promise<void> {
  if (clients.length === 0) return
  for (let start = 0; start < clients.length; start += ROWS_PER_STATEMENT) {
    const rows = clients.slice(start, start + ROWS_PER_STATEMENT)
    await insertInto(tx, 'clients')
      .values(rows.map((client) => newClientRow(tx, client)))
      .execute()
  }
  await record(tx, 'client.imported', { id: tx.reach.agencyId, count: clients.length })
}
