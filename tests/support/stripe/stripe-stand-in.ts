import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type Call, createStripeStandIn } from '#packages/stripe-stand-in/src/index.ts'
import { type Answer, failure } from '#packages/stripe-stand-in/src/wire/answers.ts'

/** The stand-in at its own URL, with ways to alter its responses. */
export async function startStripeStandIn(
  options: { name?: string; secretKey?: string; publishableKey?: string } = {},
) {
  const standIn = createStripeStandIn(options)
  /**
   * Called when a call arrives, and again after it took effect but before the response: a test kills its
   * caller there.
   */
  let interrupted: (call: string, stage: 'heard' | 'done') => void = () => {}

  const api = {
    ...standIn,
    apiBase: '',
    calls: [] as string[],
    /** The account of each call; connected accounts are named in a header. */
    madeFor: [] as (string | null)[],
    interrupt: (by: typeof interrupted) => {
      interrupted = by
    },
    /** While set, the response to every call. */
    fail: null as { status: number; message: string } | null,
    /** Prefixes of calls that the key may not make, like a restricted key. */
    denied: [] as string[],
    /** Prefixes of calls that take effect but get an error response. */
    broken: [] as string[],
    /** A promise that every response waits for. */
    held: null as Promise<void> | null,
  }

  const server = createServer(async (req, res) => {
    const call = await callOf(req)
    const name = `${call.verb} ${call.address.split('?')[0]}`
    const isListed = (names: string[]) => names.some((listed) => name.startsWith(listed))
    api.calls.push(name)
    interrupted(name, 'heard')
    api.madeFor.push(call.header('stripe-account'))
    const refused =
      (isListed(api.denied) ? failure(403, { type: 'invalid_request_error', message: DENIED }) : null) ??
      (api.fail && failure(api.fail.status, errorOf(api.fail)))
    if (refused !== null) return reply(res, refused)
    const answer = standIn.answer(call, (made) => {
      interrupted(name, 'done')
      return isListed(api.broken) ? failure(500, BROKEN) : made
    })
    await api.held
    reply(res, answer)
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => expect(standIn.problems, 'what went over the wire').toEqual([]))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  api.apiBase = `http://127.0.0.1:${port}`
  return api
}

const errorOf = ({ status, message }: { status: number; message: string }) => ({
  type: status >= 500 ? 'api_error' : 'invalid_request_error',
  message,
})

const DENIED = 'The provided key does not have the required permissions for this endpoint.'
const BROKEN = { type: 'api_error', message: 'An error occurred.' }

async function callOf(req: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return {
    verb: req.method ?? 'GET',
    address: req.url ?? '',
    body: Buffer.concat(chunks).toString(),
    header: (name) => {
      const value = req.headers[name]
      return typeof value === 'string' ? value : null
    },
  }
}

function reply(res: ServerResponse, { status, body }: Answer): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
