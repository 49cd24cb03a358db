import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { rateLabel } from '#shared/base/amounts/taxes.ts'
import { batchesOf } from '#shared/base/paging.ts'
import { hasLostCharacters } from '#shared/base/text/decoding.ts'
import {
  CLIENT_CSV_COLUMNS,
  type ClientImportProblem,
  type ClientImportResult,
  MAX_CLIENT_CSV_ROWS,
} from '#shared/people/clients.ts'
import { type clientImportInput, clientInput } from '#shared/people/schemas/clients.ts'
import { type CsvRecord, readCsv, SURPLUS } from '../../../base/adapters/tables/csv.ts'
import { createWorkQueue } from '../../../base/adapters/work-queue.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { normalTaxId } from '../../../identity/letterhead/rules.ts'
import { type ClientFields, newClientRow } from './create.ts'

/** Keeps the number of a statement's parameters within the limits of both databases. */
const ROWS_PER_STATEMENT = 500

const ROWS_AT_ONCE = 250

const queue = createWorkQueue({ of: 'imports', atOnce: 1, waiting: 10, perCaller: 1 })

/**
 * Imports the valid rows and reports the others by line; rows with an email that exists or repeats are
 * invalid. A dry run returns the same result without writing.
 */
export const importClients = (
  ctx: AgencyCtx,
  input: z.output<typeof clientImportInput>,
): Promise<ClientImportResult> => queue.run(ctx.actor.userId, () => importInTurn(ctx, input))

async function importInTurn(
  ctx: AgencyCtx,
  input: z.output<typeof clientImportInput>,
): Promise<ClientImportResult> {
  const { columns, repeated, records } = await readCsv(input.csv, MAX_CLIENT_CSV_ROWS)
  const [twice] = repeated
  if (twice !== undefined) {
    throw new AppError('BAD_REQUEST', `The first line names the column “${twice}” twice.`)
  }
  const missing = CLIENT_CSV_COLUMNS.slice(0, 2).filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new AppError('BAD_REQUEST', `The first line must name these columns: ${missing.join(', ')}.`)
  }
  const rates = await ratesByLabel(ctx)
  const checked: CheckedRow[] = []
  for (const rows of batchesOf(records, ROWS_AT_ONCE)) {
    checked.push(...(await Promise.all(rows.map((row) => checkRow(row, rates)))))
    await setImmediate()
  }
  return transact(ctx, async (tx) => {
    const { valid, problems } = withoutDuplicates(checked, await existingEmails(tx))
    problems.unshift(...unknownColumns(columns, records))
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

/** Unknown columns that aren't empty; a platform administrator's export also has the agency. */
function unknownColumns(columns: readonly string[], records: readonly CsvRecord[]): ClientImportProblem[] {
  const known: readonly string[] = [...CLIENT_CSV_COLUMNS, 'agency']
  return columns
    .filter((column) => !known.includes(column) && records.some(({ values }) => values[column] !== ''))
    .map((column) => ({ line: 1, column, message: 'This column isn’t known and is left out.' }))
}

type CheckedRow = { line: number; fields: ClientFields } | ClientImportProblem

function withoutDuplicates(rows: CheckedRow[], emails: Set<string>) {
  const valid: ClientFields[] = []
  const problems: ClientImportProblem[] = []
  for (const row of rows) {
    if (!('fields' in row)) problems.push(row)
    else if (emails.has(row.fields.email)) {
      const message = `There is already a client with the email ${row.fields.email}.`
      problems.push({ line: row.line, column: 'email', message })
    } else {
      emails.add(row.fields.email)
      valid.push(row.fields)
    }
  }
  return { valid, problems }
}

/** The ids of the agency's tax rates by their lower-case label in exports. */
async function ratesByLabel(ctx: AgencyCtx): Promise<Map<string, string>> {
  const rates = await selectFrom(ctx, 'tax_rates')
    .select(['id', 'name', 'bps', 'category', 'archived_at'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .execute()
  // Of rates with the same name, prefer one that isn't archived.
  rates.sort((one) => (one.archived_at === null ? 1 : -1))
  return new Map(rates.map((rate) => [rateLabel(rate).toLowerCase(), rate.id]))
}

/** Validates the row alone, as the form would; returns its values or what is wrong. */
async function checkRow(
  { line, values, surplus }: CsvRecord,
  rates: Map<string, string>,
): Promise<CheckedRow> {
  if (surplus) return { line, column: null, message: SURPLUS }
  const damaged = CLIENT_CSV_COLUMNS.find((column) => hasLostCharacters(values[column] ?? ''))
  if (damaged !== undefined) {
    const message = `“${values[damaged]}” lost characters before it got here. Save the file as UTF-8.`
    return { line, column: damaged, message }
  }
  const portalAccess = readFlag(values.portal_access ?? '')
  if (portalAccess === null) {
    const message = `“${values.portal_access}” must be yes or no.`
    return { line, column: 'portal_access', message }
  }
  const rate = values.default_tax_rate?.trim() ?? ''
  const rateId = rates.get(rate.toLowerCase()) ?? null
  if (rate !== '' && rateId === null) {
    return { line, column: 'default_tax_rate', message: `There is no tax rate “${rate}”.` }
  }
  const parsed = clientInput.safeParse({
    name: values.name,
    email: values.email,
    phone: values.phone,
    company: values.company,
    address: values.address,
    portal_access: portalAccess,
    postal_code: values.postal_code,
    city: values.city,
    region: values.region,
    country: values.country || null,
    tax_id: values.tax_id,
    registration_number: values.registration_number,
    electronic_address: values.electronic_address,
    buyer_reference: values.buyer_reference,
    billing_currency: values.billing_currency?.toUpperCase() || null,
    payment_terms: values.payment_terms ? wholeNumber(values.payment_terms) : null,
    default_tax_rate_id: rateId,
    e_invoice_format: values.e_invoice_format?.toLowerCase() || null,
    billing_cc: values.billing_cc?.split(','),
    billing_bcc: values.billing_bcc?.split(','),
  })
  if (parsed.success) return withTaxId(line, parsed.data)
  const [issue] = parsed.error.issues
  const column = issue?.path.join('.') || null
  return { line, column, message: issue?.message ?? 'This row is not valid.' }
}

/** Not a number for `1e2` or `0x1E`, which nobody enters as days. */
const wholeNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

async function withTaxId(line: number, fields: ClientFields): Promise<CheckedRow> {
  try {
    return { line, fields: { ...fields, tax_id: await normalTaxId(fields.tax_id) } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { line, column: 'tax_id', message: error.message }
  }
}

/** Null for an unknown word; empty means yes, as in the form. */
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
  for (const rows of batchesOf(clients, ROWS_PER_STATEMENT)) {
    await insertInto(tx, 'clients')
      .values(rows.map((client) => newClientRow(tx, client)))
      .execute()
  }
  await record(tx, 'client.imported', { id: tx.reach.agencyId, count: clients.length })
}
