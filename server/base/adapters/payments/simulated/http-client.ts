import Stripe from 'stripe'
import type { Services } from '../../../core/context.ts'
import { withStandIn } from './commands/keep-stand-in.ts'

/** Connects the official client to the stand-in in this process instead of to Stripe over the network. */
export class StandInHttpClient extends Stripe.HttpClient {
  readonly #services: Services

  constructor(services: Services) {
    super()
    this.#services = services
  }

  override getClientName(): string {
    return 'stand-in'
  }

  override async makeRequest(
    _host: string,
    _port: string,
    address: string,
    verb: string,
    headers: object,
    body: string,
  ): Promise<StandInResponse> {
    const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const header = (name: string): string | null => {
      const value: unknown = values.get(name)
      return value === undefined || value === null ? null : String(value)
    }
    const call = { verb, address, body: body ?? '', header }
    const answer = await withStandIn(
      this.#services,
      (standIn) => standIn.answer(call),
      header('idempotency-key'),
    )
    return new StandInResponse(answer.status, JSON.stringify(answer.body))
  }
}

class StandInResponse extends Stripe.HttpClientResponse {
  readonly #body: string

  constructor(status: number, body: string) {
    super(status, {})
    this.#body = body
  }

  override getRawResponse(): object {
    return this
  }

  override async toJSON(): Promise<unknown> {
    return JSON.parse(this.#body)
  }
}
