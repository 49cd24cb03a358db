import { decodeText, guessOf } from '#shared/base/text/decoding.ts'
import { type ImportProblem, MAX_IMPORT_ROWS } from '#shared/overview/imports.ts'
import { AppError } from '../../core/calls/errors.ts'
import { readCsv } from '../tables/csv.ts'
import { asanaJsonError, asanaTasks, readAsanaJson } from './asana.ts'
import { withProblems } from './collector.ts'
import type { ReadImport } from './items.ts'
import { isHeaderAgain, layoutOf, unreadColumns } from './layouts.ts'
import { nameOf } from './text.ts'
import { readTrello } from './trello.ts'

/**
 * Parses an export of any supported product, detected by content. Throws BAD_REQUEST with an explanation for
 * other files.
 */
export async function readExport(bytes: Uint8Array): Promise<ReadImport> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new AppError(
      'BAD_REQUEST',
      'This is a spreadsheet or an archive. Export a CSV or JSON file instead.',
    )
  }
  const text = decodeText(bytes)
  const read = /^\uFEFF?\s*[{[]/.test(text) ? readJson(text) : await readTable(text)
  if (read.items.every(({ kind }) => kind === 'client' || kind === 'project')) {
    const [problem] = read.overview.problems
    const why = problem === undefined ? '' : ` ${lineOf(problem.line)}${problem.message}`
    throw new AppError('BAD_REQUEST', `There is nothing to import in this file.${why}`)
  }
  const message = guessOf(bytes, text)
  return message === null ? read : withProblems(read, [{ line: null, message }])
}

const lineOf = (line: number | null): string => (line === null ? '' : `Line ${line}: `)

function readJson(text: string): ReadImport {
  const json = parseJson(text)
  if (isTrelloBoard(json)) return readTrello(json)
  const tasks = asanaTasks(json)
  if (tasks === null) throw asanaJsonError()
  return readAsanaJson(tasks)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new AppError('BAD_REQUEST', 'This JSON file is damaged or incomplete. Export it again.', {
      reason: 'bad_json',
    })
  }
}

const isTrelloBoard = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'lists' in json && 'cards' in json

async function readTable(text: string): Promise<ReadImport> {
  const { columns, repeated, records } = await readCsv(text.replaceAll('\0', ''), MAX_IMPORT_ROWS)
  const problems: ImportProblem[] = repeated.map((name) => ({
    line: 1,
    message: `The column “${nameOf(name, 40)}” appears twice; the first is read.`,
  }))
  const layout = layoutOf(columns)
  if (layout === undefined) {
    throw new AppError('BAD_REQUEST', otherFormat(columns), { reason: 'unknown_format' })
  }
  const [headers, rows] = [records.filter(isHeaderAgain), records.filter((row) => !isHeaderAgain(row))]
  problems.push(
    ...unreadColumns(layout, columns, rows),
    ...headers.map(({ line }) => ({ line, message: 'This row repeats the first line and is left out.' })),
  )
  return withProblems(layout.read(rows), problems)
}

function otherFormat(columns: readonly string[]): string {
  if (columns.includes('card_id')) return 'This is a Trello table. Export the board as JSON instead.'
  if (columns.includes('duration')) return 'This is a Toggl summary. Export the detailed report instead.'
  if (columns.includes('duration_(h)'))
    return 'This is a Clockify summary. Export the detailed report instead.'
  if (columns.includes('hours')) return 'This is not Harvest’s detailed time report. Export that one instead.'
  return 'This isn’t an export from Trello, Asana, Toggl Track, Clockify or Harvest: its first line lacks their columns.'
}
