import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, callerAt } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

interface Order {
  invoiceId: string
  /** The payment's key, and its mark. */
  requestId: string
}

/** People at work: each writes as fast as the portal answers, until they are stopped. */
export class Writers {
  readonly #ledger: Ledger
  readonly #owner: Caller
  readonly #client: Caller
  readonly #contributors: Caller[]
  readonly #world: World
  readonly #workers: Promise<void>[]
  readonly #tasks: string[] = []
  #stopped = false

  constructor(url: string, world: World, ledger: Ledger, { pauseMs = 0 } = {}) {
    this.#ledger = ledger
    this.#world = world
    this.#owner = callerAt(url, world.owner)
    this.#client = callerAt(url, world.client)
    this.#contributors = world.contributors.map((cookie) => callerAt(url, cookie))
    const steps = [
      ...[0, 1, 2].map((number) => () => this.#addTask(number)),
      ...[0, 1].map((number) => () => this.#addTime(number)),
      ...[2, 3].map((number) => () => this.#addComment(number)),
      ...[0, 1, 2].map(() => this.#payer()),
    ]
    this.#workers = steps.map((step) => this.#repeat(step, pauseMs))
  }

  /** Lets each finish what it is at. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#workers)
  }

  async #repeat(step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.#stopped) {
      // The ledger has noted a failure; whoever is at the screen tries again in a moment.
      await step().catch(() => sleep(50))
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }

  async #addTask(number: number): Promise<void> {
    const mark = this.#ledger.mark()
    const project_id = this.#world.projectIds[number]
    const { id } = await this.#ledger.write('task', mark, () =>
      this.#owner.change('tasks.save', { title: mark, project_id }),
    )
    this.#tasks.push(id)
  }

  async #addTime(number: number): Promise<void> {
    const mark = this.#ledger.mark()
    const time = { kind: 'duration', date: new Date().toISOString().slice(0, 10), duration: '30m' }
    const project_id = this.#world.projectIds[number]
    await this.#ledger.write('time', mark, () =>
      this.#contributor(number).change('workLog.save', { note: mark, project_id, time }),
    )
  }

  async #addComment(number: number): Promise<void> {
    const task_id = this.#tasks.at(-1)
    if (task_id === undefined) return sleep(20)
    const mark = this.#ledger.mark()
    await this.#ledger.write('comment', mark, () =>
      this.#contributor(number).change('tasks.addComment', { task_id, text: mark }),
    )
  }

  /** Invoices and pays in turn; a payment without an answer is sent again with its key until there is one. */
  #payer(): () => Promise<void> {
    let order: Order | null = null
    return async () => {
      if (order === null) {
        const invoiceId = await this.#sendInvoice()
        order = { invoiceId, requestId: randomUUID() }
      } else this.#ledger.retries++
      await this.#pay(order)
      order = null
    }
  }

  async #sendInvoice(): Promise<string> {
    const { id } = await this.#owner.change('invoices.save', {
      client_id: this.#world.clientId,
      title: 'Drill',
      due_date: '2040-01-31',
      items: [{ description: 'Work', quantity: 1, rate: 12_345 }],
    })
    await this.#owner.change('invoices.send', { id })
    return id
  }

  async #pay({ invoiceId, requestId }: Order): Promise<void> {
    await this.#ledger.write('payment', requestId, async () => {
      const input = { invoice_id: invoiceId, request_id: requestId, method: 'mock_card_visa' }
      const { status } = await this.#client.change<{ status: string }>('payments.payInvoice', input)
      if (status !== 'succeeded') throw new Error(`The payment is ${status}`)
    })
  }

  #contributor(number: number): Caller {
    const caller = this.#contributors[number]
    if (caller === undefined) throw new Error('There are too few contributors.')
    return caller
  }
}
