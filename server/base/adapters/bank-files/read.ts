import { guessOf } from '#shared/base/text/decoding.ts'
import type { CsvMapping } from '#shared/money/bank/csv-mapping.ts'
import { AppError } from '../../core/calls/errors.ts'
import { filesOfArchive, isArchive } from './archive.ts'
import { isCamt, readCamt } from './camt.ts'
import { formerParties, guessMapping, type RememberedMapping, withLaterFields } from './csv/mapping.ts'
import { bookedRows, lacksAmount, readCsvStatement } from './csv/statement.ts'
import { readCsvTable } from './csv/table.ts'
import { bankFileText } from './decode.ts'
import { type BankFileFormat, type BankFileStatement, readStatements, unreadable } from './lines.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'
import { shown } from './values.ts'

export interface BankFileOptions {
  /** The user's mapping of a CSV file. */
  mapping: CsvMapping | null
  /** Mappings of earlier files by the signature of their columns. */
  remembered: Readonly<Record<string, RememberedMapping>>
  /** The account's currency for files that don't name one. */
  currency: string | null
  /** The agency's current date; few bookings are later. */
  today?: string
}

/** A CSV file's columns with a few rows, to choose what they hold. */
export interface CsvLayout {
  signature: string
  columns: string[]
  sample: string[][]
  mapping: CsvMapping
  /** The mapping to remember. */
  remembering: RememberedMapping
  /** The statement as read with other columns of the party, with which its lines may have been imported before. */
  former: BankFileStatement[]
  /** Rows left out because their status says that they aren't booked. */
  pending: number
  /** Other rows left out because they have a date but no amount. */
  without_amount: number
}

export interface BankFile {
  format: BankFileFormat
  statements: BankFileStatement[]
  csv: CsvLayout | null
  /** Why the table can't be read with this mapping. */
  problem: string | null
  /** A note if the encoding was guessed. */
  guess: string | null
}

const SAMPLE_ROWS = 5

/**
 * Reads the file, or all files of a ZIP archive, because some banks export one file per day.
 * Throws BAD_REQUEST if it isn't a statement.
 */
export async function readBankUpload(bytes: Uint8Array, options: BankFileOptions): Promise<BankFile> {
  if (!isArchive(bytes)) return readBankFile(bytes, options)
  const files = (await filesOfArchive(bytes)).map(([name, content]) => {
    try {
      return readBankFile(content, options)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw unreadable(`${shown(name)}: ${error.message}`)
    }
  })
  const [first] = files
  if (first === undefined || files.length === 1) return first ?? readBankFile(bytes, options)
  if (files.some(({ csv }) => csv !== null)) {
    throw unreadable('This archive has more than one file. Import CSV files one by one.')
  }
  const statements = readStatements(
    files.flatMap((file) => file.statements),
    (statement) => statement,
  )
  return { ...first, statements, guess: files.find(({ guess }) => guess !== null)?.guess ?? null }
}

/** Detects the format and reads the file. Throws BAD_REQUEST if it isn't a statement. */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions): BankFile {
  const text = bankFileText(bytes)
  const rest = { csv: null, problem: null, guess: guessOf(bytes, text) }
  if (isCamt(text)) return { format: 'camt', statements: readCamt(text), ...rest }
  if (isOfx(text)) return { format: 'ofx', statements: readOfx(text), ...rest }
  if (isMt940(text)) return { format: 'mt940', statements: readMt940(text), ...rest }
  if (/^\s*(\uFEFF)?\s*<[?!\w]/.test(text))
    throw unreadable('This XML file is not a bank statement (CAMT.053).')
  return { ...readCsv(text, options), guess: rest.guess }
}

function readCsv(
  text: string,
  { mapping, remembered, currency, today }: BankFileOptions,
): Omit<BankFile, 'guess'> {
  const table = readCsvTable(text)
  const { signature, columns } = table
  const known = remembered[signature]
  const chosen = mapping ?? (known ? withLaterFields(known, table) : guessMapping(table, currency, today))
  const booked = bookedRows(table, chosen)
  const former = formerParties(known, chosen)
  const csv: CsvLayout = {
    signature,
    columns,
    sample: table.rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => columns.map((_, at) => (cells[at] ?? '').slice(0, 200))),
    mapping: chosen,
    remembering: { ...chosen, former },
    former: [],
    pending: table.rows.length - booked.length,
    without_amount: booked.filter((row) => lacksAmount(row, chosen)).length,
  }
  try {
    const readWith = (columns: CsvMapping['columns']) =>
      readCsvStatement(table, { ...chosen, columns: { ...chosen.columns, ...columns } }, currency)
    const statements = [readWith({})]
    // What the earlier columns can't read was never imported with them.
    const readFormerly = (columns: CsvMapping['columns']) => {
      try {
        return readWith(columns)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return []
      }
    }
    return { format: 'csv', statements, csv: { ...csv, former: former.flatMap(readFormerly) }, problem: null }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { format: 'csv', statements: [], csv, problem: error.message }
  }
}
