import { type TRPCDefaultErrorShape, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { ErrorDetails } from '#shared/errors.ts'
import { AppError } from './errors.ts'

export const toTrpcError = (error: AppError): TRPCError =>
  new TRPCError({ code: error.code, message: error.message, cause: error })

/** What the caller hears of a failure of our own: where to look it up in the log, and nothing else. */
export const maskError = (requestId: string): TRPCError =>
  new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `Something went wrong on our side. Please try again. (Reference ${requestId})`,
  })

/** The wire form of a failure: message, code, and details a form can use. Never a stack. */
export function formatError({ shape, error }: { shape: TRPCDefaultErrorShape; error: TRPCError }) {
  const { stack: _stack, ...data } = shape.data
  if (error.cause instanceof AppError) return { ...shape, data: { ...data, ...error.cause.details } }
  if (error.cause instanceof ZodError) {
    const fields: Record<string, string> = {}
    for (const issue of error.cause.issues) fields[issue.path.join('.')] ??= issue.message
    const message = error.cause.issues[0]?.message ?? 'The input is not valid.'
    const details: ErrorDetails = { reason: 'invalid_input', fields }
    return { ...shape, message, data: { ...data, ...details } }
  }
  return { ...shape, data: data as typeof data & ErrorDetails }
}
