import { gzipSync } from 'node:zlib'
import type { AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { type Action, POLICIES } from '#shared/base/policies.ts'
import { AREAS, type Area, type Scope, scopeOf } from '#shared/identity/token-scopes.ts'
import { type EventName, kindOf } from '#shared/reactions/events.ts'
import { WEBHOOK_EVENTS } from '#shared/reactions/webhooks.ts'
import type { Repetition } from '../../../base/core/calls/idempotency.ts'
import type { Config } from '../../../base/core/config.ts'
import type { Endpoint } from '../endpoint.ts'
import { RPC_PREFIX } from '../rpc/handler.ts'
import { acceptsGzip } from '../rpc/send.ts'
import apiResults from './api-results.gen.json' with { type: 'json' }

/** Describes the API for access tokens at `/api/openapi.json`. */
export function openApiEndpoints(router: AnyTRPCRouter): readonly Endpoint[] {
  let text: string | undefined
  let packed: Buffer | undefined
  return [
    {
      method: 'get',
      path: '/openapi.json',
      can: 'public',
      handle: ({ services }, req, res) => {
        text ??= JSON.stringify(describeApi(router, services.config))
        res.type('application/json').vary('accept-encoding')
        if (!acceptsGzip(req)) return void res.send(text)
        packed ??= gzipSync(text)
        res.setHeader('content-encoding', 'gzip')
        res.send(packed)
      },
    },
  ]
}

export type Schema = Record<string, unknown>

/**
 * Result schemas of procedures, derived from their types by `npm run api-results`; null if they return
 * nothing.
 */
const RESULTS: { results: Record<string, Schema | null>; components: Record<string, Schema> } = apiResults

export interface ProcedureDef {
  type: 'query' | 'mutation' | 'subscription'
  inputs: unknown[]
  meta?: { can?: Action; whileReading?: boolean; repetition?: Repetition }
}

/** The OpenAPI 3.1 document of all procedures available to access tokens, with their input schemas. */
export function describeApi(router: AnyTRPCRouter, config: Pick<Config, 'appName' | 'publicUrl'>): object {
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.appName} API`,
      version: '1',
      description: `Create an access token in Settings and send it as \`Authorization: Bearer\`. A token acts as its owner, within its scopes. A scope is \`area:read\` or \`area:write\` (which includes reading) for one of these areas: ${areaList}. Each operation names the scope it needs. Send an \`Idempotency-Key\` with every mutation, so that it can be repeated safely. Amounts are integers in the minor unit, and instants are in ISO 8601, in UTC.`,
    },
    servers: [{ url: config.publicUrl }],
    security: [{ token: [] }],
    paths: Object.fromEntries(
      proceduresForPrograms(router).map(([path, procedure]) => [
        RPC_PREFIX + path,
        describe(path, procedure),
      ]),
    ),
    webhooks: Object.fromEntries(
      WEBHOOK_EVENTS.map((name) => [name, { post: describeWebhook(name as EventName) }]),
    ),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...RESULTS.components, Failure: FAILURE },
    },
  }
}

/** The procedures available to access tokens, by path. */
export function proceduresForPrograms(router: AnyTRPCRouter): [path: string, procedure: ProcedureDef][] {
  const procedures = router._def.procedures as Record<string, { _def: ProcedureDef }>
  return Object.entries(procedures).flatMap(([path, { _def }]) => (isForPrograms(_def) ? [[path, _def]] : []))
}

const isForPrograms = (procedure: ProcedureDef): boolean =>
  procedure.type !== 'subscription' && scopeFor(procedure) !== null

export const scopeFor = ({ type, meta }: ProcedureDef): Scope | null =>
  meta?.can === undefined ? null : scopeOf(meta.can, type === 'mutation')

const areaList = (Object.keys(AREAS) as Area[]).map((area) => `\`${area}\` (${AREAS[area]})`).join(', ')

function describe(path: string, procedure: ProcedureDef): object {
  const { type } = procedure
  const operation = {
    operationId: path,
    tags: [path.split('.')[0]],
    description: audienceOf(procedure),
    security: [{ token: [scopeFor(procedure)] }],
    responses: {
      200: answer('The result, under `result.data`.', resultOf(path)),
      default: answer('A failure with its message and code.', { $ref: '#/components/schemas/Failure' }),
    },
  }
  const schema = inputSchema(procedure)
  if (type === 'mutation') {
    const content = { 'application/json': { schema: schema ?? {} } }
    return {
      post: {
        ...operation,
        parameters: takesKey(procedure) ? [IDEMPOTENCY_KEY] : [],
        ...(schema === null ? {} : { requestBody: { required: true, content } }),
      },
    }
  }
  const content = { 'application/json': { schema } }
  const required = needsInput(procedure)
  const parameter = { name: 'input', in: 'query', required, description: 'JSON, URL-encoded.', content }
  return { get: { ...operation, parameters: schema === null ? [] : [parameter] } }
}

/** Mutations with a `request_id` of their own ignore a key. */
export const takesKey = ({ type, meta }: ProcedureDef): boolean =>
  type === 'mutation' && meta?.repetition !== 'own'

/** Describes who may call it and with which scope. */
export function audienceOf(procedure: ProcedureDef): string {
  const { meta } = procedure
  const policy = meta?.can === undefined ? [] : POLICIES[meta.can]
  const people = Array.isArray(policy) ? policy.join(', ') : 'everyone signed in'
  return `For ${people}. Needs the scope \`${scopeFor(procedure)}\`.`
}

/** The schema of its input; null if it has none. */
export function inputSchema({ inputs: [input] }: ProcedureDef): Schema | null {
  return input instanceof z.ZodType ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : null
}

const needsInput = ({ inputs: [input] }: ProcedureDef): boolean =>
  input instanceof z.ZodType && !input.safeParse(undefined).success

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A new value for each action. A repeated request with the same key and input within 24 hours has no further effect and gets the first response.',
  schema: { type: 'string', minLength: 16, maxLength: 100, pattern: '^[A-Za-z0-9_.:-]+$' },
}

/** Describes what is posted to a webhook for the event. */
const describeWebhook = (name: EventName): object => ({
  description: `Sent when ${name} happens; subject_id names the ${kindOf(name).subject}.`,
  parameters: WEBHOOK_HEADERS,
  requestBody: { required: true, content: { 'application/json': { schema: WEBHOOK_BODY } } },
  responses: { '2XX': { description: 'Received. Any other response is retried.' } },
})

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const WEBHOOK_HEADERS = [
  header('foyer-event', 'The name of the event.'),
  header('foyer-delivery', 'The id of the delivery, the same in every attempt.'),
  header(
    'foyer-signature',
    '`t=<seconds>`, then one or more `,v1=<hex>`: an HMAC-SHA-256 of `<seconds>.<body>` with each valid secret. For a day after a renewal, the earlier secret also signs.',
  ),
]

const WEBHOOK_BODY: Schema = {
  type: 'object',
  required: ['id', 'event', 'subject_id', 'summary', 'created_at'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'The id of the delivery.' },
    event: { type: 'string' },
    subject_id: { type: 'string' },
    summary: { type: 'string', description: 'The sentence shown in the activity feed.' },
    invoice_id: {
      type: ['string', 'null'],
      description: 'The invoice that was sent, paid or changed, or that the payment is for.',
    },
    payment_id: {
      type: ['string', 'null'],
      description: 'The payment; for a paid invoice, the one that settled it.',
    },
    amount: {
      type: 'integer',
      description:
        'Minor units: what was paid, refunded, disputed, credited or written off; for a sent or paid invoice, its total.',
    },
    currency: { type: 'string' },
    status: {
      type: 'string',
      description:
        'The status of the subject after the event, or of a payment’s dispute. A refunded payment that is `reversed` was recorded by mistake, and no money was returned.',
    },
    created_at: { type: 'string', format: 'date-time' },
  },
}

/** Describes its result: the type's name and meaning. */
export function meaningOf(path: string): string | null {
  const $ref = RESULTS.results[path]?.$ref
  if (typeof $ref !== 'string') return null
  const name = $ref.replace('#/components/schemas/', '')
  const of = name.replace(/Page$/, '')
  const meaning = RESULTS.components[name]?.description ?? RESULTS.components[of]?.description
  const type = of === name ? name : `a page of ${of}`
  return typeof meaning === 'string' ? `${type}: ${meaning}` : type
}

const answer = (description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
})

function resultOf(path: string): Schema {
  const data = RESULTS.results[path]
  if (data === undefined)
    throw new Error(`The result of ${path} is not described: run "npm run api-results".`)
  const result = data === null ? {} : { required: ['data'], properties: { data } }
  return { type: 'object', required: ['result'], properties: { result: { type: 'object', ...result } } }
}

const FAILURE = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'code', 'data'],
      properties: {
        message: { type: 'string' },
        code: { type: 'integer' },
        data: {
          type: 'object',
          properties: {
            code: { type: 'string' },
            httpStatus: { type: 'integer' },
            reason: { type: 'string' },
            title: { type: 'string', description: 'A heading for the message.' },
            retry_after: {
              type: 'integer',
              description: 'Seconds to wait before trying again; also in the Retry-After header.',
            },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  },
}
