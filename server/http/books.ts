import { Readable } from 'node:stream'
import { BOOKS_FILES, booksFileInput } from '#shared/books.ts'
import { consumeLimit, type Limit } from '../adapters/rate-limit.ts'
import { AppError } from '../core/errors.ts'
import { openBooksFile } from '../finance/queries/books-files.ts'
import type { Endpoint } from './endpoint.ts'
import { streamTo } from './zip.ts'

/** A month's or a year's files, several times over; programs that fetch all books over and over wait. */
const FILES_OF_PERSON: Limit = { name: 'books-files', points: 40, duration: 600 }

/** The books as files for spreadsheets and for other programs; each for the owners of the agency. */
export const booksEndpoints: readonly Endpoint[] = BOOKS_FILES.map((file) => ({
  method: 'get',
  path: `/${file}.csv`,
  can: 'finance.read',
  agency: true,
  handle: async (ctx, req, res) => {
    await consumeLimit(ctx.db, FILES_OF_PERSON, ctx.actor.userId)
    const input = booksFileInput.safeParse(req.query)
    if (!input.success) throw new AppError('BAD_REQUEST', 'The period is not valid.')
    const { name, type, content } = await openBooksFile(ctx, file, input.data)
    res.attachment(name).setHeader('x-content-type-options', 'nosniff')
    res.setHeader('cache-control', 'private, no-store')
    res.setHeader('content-type', type)
    await streamTo(res, Readable.from(content, { objectMode: false }))
  },
}))
