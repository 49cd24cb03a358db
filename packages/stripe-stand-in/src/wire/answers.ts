import { randomBytes } from 'node:crypto'

export interface Answer {
  status: number
  body: unknown
}

export const hex = (): string => randomBytes(8).toString('hex')

/** Makes an object's id, such as `pi_…`. */
export type NewId = (kind: string) => string
export const createIds =
  (prefix: string): NewId =>
  (kind) =>
    `${prefix}${kind}_${hex()}`

/** A copy, so that a repeated answer doesn't change with the object. */
export const ok = (body: unknown): Answer => ({ status: 200, body: structuredClone(body) })
export const list = (data: object[], url = '/v1'): Answer =>
  ok({ object: 'list', has_more: false, url, data })
export const failure = (
  status: number,
  error: { type: string; message: string; code?: string; param?: string },
): Answer => ({ status, body: { error } })
export const invalid = (message: string, code?: string): Answer =>
  failure(400, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) })
export const missing = (what: string, id: string, param = 'id'): Answer =>
  failure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })
/** The error of a declined card, with the object that has the details. */
export const refusedCard = (error: object, of: object = {}): Answer => ({
  status: 402,
  body: { error: { type: 'card_error', ...structuredClone(error), ...structuredClone(of) } },
})
