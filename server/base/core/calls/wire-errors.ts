import { type TRPCDefaultErrorShape, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { showEmails, showEmailsIn } from '../shown-emails.ts'
import { AppError } from './errors.ts'

export const toTrpcError = (error: AppError): TRPCError =>
  new TRPCError({ code: error.code, message: showEmails(error.message), cause: error })

/** The response to an internal error: only the id to find it in the log. */
export const maskError = (requestId: string): TRPCError =>
  new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `Something went wrong on our side. Please try again. (Reference ${requestId})`,
  })

/** More than any form has at once; limits responses to garbage. */
const MAX_ISSUES = 50
const MAX_TEXT = 300

/** Describes the issue without echoing the input. */
const issueText = ({ code, message }: ZodError['issues'][number]): string =>
  code === 'unrecognized_keys' ? 'The input has unknown fields.' : message.slice(0, MAX_TEXT)

/** The wire form of an error: message, code, and details for forms. Never a stack. */
export function formatError({ shape, error }: { shape: TRPCDefaultErrorShape; error: TRPCError }) {
  const { stack: _stack, ...data } = shape.data
  if (error.cause instanceof AppError)
    return { ...shape, data: { ...data, ...showEmailsIn(error.cause.details) } }
  if (error.cause instanceof ZodError) {
    const issues = error.cause.issues.slice(0, MAX_ISSUES)
    const fields: Record<string, string> = {}
    for (const issue of issues) fields[issue.path.join('.').slice(0, MAX_TEXT)] ??= issueText(issue)
    const message = issues[0] === undefined ? 'The input is not valid.' : issueText(issues[0])
    const details: ErrorDetails = { reason: 'invalid_input', fields }
    return { ...shape, message, data: { ...data, ...details } }
  }
  return { ...shape, data: data as typeof data & ErrorDetails }
}
