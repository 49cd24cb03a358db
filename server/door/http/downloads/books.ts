import type { z } from 'zod'
import { BOOKS_FILES } from '#shared/money/ledger/books.ts'
import { TAX_RETURNS } from '#shared/money/ledger/returns.ts'
import { booksFileInput } from '#shared/money/ledger/schemas/books.ts'
import { returnFileInput } from '#shared/money/ledger/schemas/returns.ts'
import { consumeLimit, type Limit } from '../../../base/adapters/rate-limit.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { type BooksDownload, openBooksFile } from '../../../money/ledger/downloads/queries/books-files.ts'
import { openReturnFile } from '../../../money/ledger/downloads/queries/return-file.ts'
import type { Endpoint } from '../endpoint.ts'
import { streamTo, textStream } from './zip.ts'

/** Enough to download all files of a period repeatedly; throttles programs that keep fetching them. */
const FILES_OF_PERSON: Limit = { name: 'books-files', points: 40, duration: 600 }

/** Exports of the books for spreadsheets and other programs, and tax returns, for owners. */
export const booksEndpoints: readonly Endpoint[] = [
  ...BOOKS_FILES.map((file) =>
    fileEndpoint(file, booksFileInput, (ctx, input) => openBooksFile(ctx, file, input)),
  ),
  ...TAX_RETURNS.map((kind) =>
    fileEndpoint(kind, returnFileInput, (ctx, input) => openReturnFile(ctx, kind, input)),
  ),
]

function fileEndpoint<Input>(
  file: string,
  schema: z.ZodType<Input>,
  open: (ctx: AgencyCtx, input: Input) => Promise<BooksDownload>,
): Endpoint {
  return {
    method: 'get',
    path: `/${file}.csv`,
    can: 'finance.read',
    agency: true,
    handle: async (ctx, req, res) => {
      await consumeLimit(ctx.db, FILES_OF_PERSON, ctx.actor.userId)
      const input = schema.safeParse(req.query)
      if (!input.success) throw new AppError('BAD_REQUEST', 'The period is not valid.')
      const { name, type, content } = await open(ctx, input.data)
      res.attachment(name).setHeader('content-type', type)
      await streamTo(res, textStream(ctx, content))
    },
  }
}
