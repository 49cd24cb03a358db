import type { z } from 'zod'
import {
  CLIENT_CSV_COLUMNS,
  type ClientImportProblem,
  type ClientImportResult,
  type clientImportInput,
  clientInput,
  MAX_CLIENT_CSV_ROWS,
} from '#shared/clients.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { type CsvRecord, readCsv } from '../../services/csv.ts'

type NewClient = z.output<typeof clientInput>

/** Keeps the parameters of one statement below the limits of both databases. */
const ROWS_PER_STATEMENT = 500

/**
 * Imports the valid rows and names the others by line; a row whose e-mail the agency or an earlier row
 * has already is not valid. A dry run answers the same and writes nothing.
 */
export function importClients(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof clientImportInput>,
): Promise<ClientImportResult> {
  const { columns, records } = readCsv(input.csv, MAX_CLIENT_CSV_ROWS)
  const missing = CLIENT_CSV_COLUMNS.slice(0, 2).filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new AppError('BAD_REQUEST', `The first line must name these columns: ${missing.join(', ')}.`)
  }
  return transact(db, async (trx) => {
    const { valid, problems } = checkRows(records, await existingEmails(trx, scope))
    if (!input.dry_run) await insertClients(trx, scope, valid)
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
  const valid: NewClient[] = []
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
  valid: NewClient[],
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
    return { column: 'email', message: `There is a client with the email ${email} already.` }
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

async function existingEmails(trx: Trx, scope: AgencyScope): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('clients')
    .select('email')
    .where('agency_id', '=', scope.agencyId)
    .execute()
  return new Set(rows.map((row) => row.email))
}

async function insertClients(trx: Trx, scope: AgencyScope, clients: NewClient[]): Promise<void> {
  if (clients.length === 0) return
  const now = toInstant(scope.now)
  for (let start = 0; start < clients.length; start += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('clients')
      .values(
        clients.slice(start, start + ROWS_PER_STATEMENT).map((client) => ({
          agency_id: scope.agencyId,
          id: newId(),
          name: client.name,
          email: client.email,
          phone: client.phone,
          company: client.company,
          address: client.address,
          portal_access: toFlag(client.portal_access),
          archived_at: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
  }
  await recordActivity(trx, scope, {
    action: 'client.imported',
    subject: { type: 'agency', id: scope.agencyId },
    touches: ['clients'],
    summary: `${clients.length} ${clients.length === 1 ? 'client' : 'clients'} imported`,
  })
}
