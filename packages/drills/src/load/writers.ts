import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world.ts'
import { blamesCaller, type Caller, callerAt, Refused, wasNeverSent } from './caller.ts'
import type { Kind, Ledger } from './ledger.ts'

/** Simulated users: each writes as fast as the portal responds, until stopped. */
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
      ...[0, 1, 2].map(() => () => this.#pay()),
    ]
    this.#workers = steps.map((step) => this.#repeat(step, pauseMs))
  }

  /** Lets each finish its current write. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#workers)
  }

  async #repeat(step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.#stopped) {
      // The ledger has recorded the failure.
      await step().catch(() => sleep(50))
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }

  async #addTask(number: number): Promise<void> {
    const input = { project_id: this.#world.projectIds[number] }
    const { id } = await this.#write('task', (mark, key) =>
      this.#owner.change('tasks.save', { ...input, title: mark }, key),
    )
    this.#tasks.push(id)
  }

  async #addTime(number: number): Promise<void> {
    const time = { kind: 'duration', date: new Date().toISOString().slice(0, 10), duration: '30m' }
    const input = { project_id: this.#world.projectIds[number], time }
    await this.#write('time', (mark, key) =>
      this.#contributor(number).change('workLog.save', { ...input, note: mark }, key),
    )
  }

  async #addComment(number: number): Promise<void> {
    const task_id = this.#tasks.at(-1)
    if (task_id === undefined) return sleep(20)
    await this.#write('comment', (text, key) =>
      this.#contributor(number).change('tasks.addComment', { task_id, text }, key),
    )
  }

  /** Creates invoices and pays them. */
  async #pay(): Promise<void> {
    const [saved, sent] = [randomUUID(), randomUUID()]
    const draft = {
      client_id: this.#world.clientId,
      title: 'Drill',
      due_date: '2040-01-31',
      items: [{ description: 'Work', quantity: 1, rate: 12_345 }],
    }
    const { id } = await this.#insist(() => this.#owner.change('invoices.save', draft, saved))
    await this.#insist(() => this.#owner.change('invoices.send', { id }, sent))
    await this.#write('payment', async (_mark, key) => {
      const input = { invoice_id: id, request_id: key, method: 'mock_card_visa' }
      const { status } = await this.#client.change<{ status: string }>('payments.payInvoice', input)
      if (status !== 'succeeded') throw new Error(`The payment is ${status}`)
    })
  }

  /** Writes with a new mark and key; a payment's mark is its key. */
  #write<Result>(kind: Kind, act: (mark: string, key: string) => Promise<Result>): Promise<Result> {
    const key = randomUUID()
    const mark = kind === 'payment' ? key : this.#ledger.mark()
    return this.#insist(() => this.#ledger.write(kind, mark, () => act(mark, key)))
  }

  /** Like a browser whose connection broke: repeats the call with the same key until it is answered. */
  async #insist<Result>(act: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (error instanceof Refused) this.#ledger.failures.push(error)
        else if (error instanceof Error && !wasNeverSent(error)) this.#ledger.brokenOff.push(error)
        if (this.#stopped || blamesCaller(error)) throw error
        if (!wasNeverSent(error)) this.#ledger.retries++
        await sleep(50)
      }
    }
  }

  #contributor(number: number): Caller {
    const caller = this.#contributors[number]
    if (caller === undefined) throw new Error('There are too few contributors.')
    return caller
  }
}
