import type { CsvMapping } from '#shared/money/bank/csv-mapping.ts'
import { isCamt, readCamt } from './camt.ts'
import { guessMapping, readCsvStatement, readCsvTable, withSide } from './csv.ts'
import { bankFileText } from './decode.ts'
import { type BankFileFormat, type BankFileStatement, unreadable } from './lines.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'

export interface BankFileOptions {
  /** What the user chose for a CSV file. */
  mapping: CsvMapping | null
  /** Mappings of earlier files by the signature of their columns. */
  remembered: Readonly<Record<string, CsvMapping>>
  /** The account's currency for files that don't name one. */
  currency: string | null
}

/** A CSV file's columns with a few rows, to choose what they hold. */
export interface CsvLayout {
  signature: string
  columns: string[]
  sample: string[][]
  mapping: CsvMapping
}

export interface BankFile {
  format: BankFileFormat
  statements: BankFileStatement[]
  csv: CsvLayout | null
  /** Why the table can't be read with this mapping. */
  problem: string | null
}

const SAMPLE_ROWS = 5

/** Recognizes the format and reads the file; throws BAD_REQUEST if it isn't a statement. */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions): BankFile {
  const text = bankFileText(bytes)
  if (isCamt(text)) return { format: 'camt', statements: readCamt(text), csv: null, problem: null }
  if (isOfx(text)) return { format: 'ofx', statements: readOfx(text), csv: null, problem: null }
  if (isMt940(text)) return { format: 'mt940', statements: readMt940(text), csv: null, problem: null }
  if (/^\s*(\uFEFF)?\s*<[?!\w]/.test(text))
    throw unreadable('This XML file is not a bank statement (CAMT.053).')
  return readCsv(text, options)
}

function readCsv(text: string, { mapping, remembered, currency }: BankFileOptions): BankFile {
  const table = readCsvTable(text)
  const { signature, columns } = table
  const known = remembered[signature]
  const chosen = mapping ?? (known ? withSide(known, table) : guessMapping(table, currency))
  const csv = {
    signature,
    columns,
    sample: table.rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => columns.map((_, at) => (cells[at] ?? '').slice(0, 200))),
    mapping: chosen,
  }
  try {
    return { format: 'csv', statements: [readCsvStatement(table, chosen, currency)], csv, problem: null }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { format: 'csv', statements: [], csv, problem: error.message }
  }
}
