import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { READING, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { callTool, confirmationOf, namesOf, openToAgents, overHttp } from '#tests/support/servers/agents.ts'

const MAX_LIST_BYTES = 25_000
const MAX_CALLS = 3

/** Calls a tool that must be listed. */
type Call = (name: string, args?: Record<string, unknown>) => Promise<Answer>
type Answer = Awaited<ReturnType<typeof callTool>>

interface Found {
  items: { id: string }[]
}

const resultOf = <Value>({ structuredContent }: Answer) => structuredContent as Value
const firstOf = (answer: Answer): string => resultOf<Found>(answer).items[0]?.id ?? 'nothing found'

async function confirmed(call: Call, name: string, args: Record<string, unknown>) {
  const preview = await call(name, args)
  return call(name, { ...args, confirmation: confirmationOf(preview) })
}

const theTask = async (call: Call) => firstOf(await call('tasks_list', { search: 'copy', open: true }))
const theClient = async (call: Call) => firstOf(await call('clients_list', { search: 'Home Client' }))

/** What people ask an agent to do, each with the expected result. */
const TASKS: Record<string, (call: Call) => Promise<unknown>> = {
  'which invoice is late?': async (call) => {
    expect(JSON.stringify(resultOf(await call('dashboard_waiting')))).toContain('INV-')
  },
  'an hour and a half for the copy yesterday': async (call) => {
    const time = { kind: 'duration', date: '2026-03-03', duration: '1h 30m' }
    const saved = await call('workLog_save', {
      task_id: await theTask(call),
      timezone: 'Europe/Berlin',
      time,
    })
    expect(resultOf(saved)).toMatchObject({ duration_seconds: 5400 })
  },
  'start the timer for the copy': async (call) => {
    const started = await call('workLog_start', { task_id: await theTask(call) })
    expect(resultOf(started)).toMatchObject({
      state: 'running',
      entry: { task: { title: 'Write the copy' } },
    })
  },
  'stop the timer': async (call) => {
    await call('workLog_stop')
    expect(JSON.stringify(resultOf(await call('workLog_timer')))).not.toContain('running')
  },
  'what did I work on this week?': async (call) => {
    const { items } = resultOf<Found>(await call('workLog_list', { from: '2026-03-02', to: '2026-03-08' }))
    expect(items).not.toEqual([])
  },
  'the website needs a sitemap': async (call) => {
    const project_id = firstOf(await call('projects_list', { search: 'Website' }))
    const saved = await call('tasks_save', { project_id, title: 'Sitemap' })
    expect(resultOf(saved)).toMatchObject({ title: 'Sitemap', status: 'todo' })
  },
  'the copy is done': async (call) => {
    const done = await call('tasks_setStatus', { id: await theTask(call), status: 'done' })
    expect(resultOf(done)).toMatchObject({ status: 'done' })
  },
  'draft an invoice for milestone 2': async (call) => {
    const draft = await call('invoices_save', { ...draftFor(await theClient(call)) })
    expect(resultOf(draft)).toMatchObject({ status: 'draft', title: 'Milestone 2' })
  },
  'send that invoice': async (call) => {
    const id = firstOf(await call('invoices_list', { status: 'draft', search: 'Milestone 2' }))
    expect(resultOf(await confirmed(call, 'invoices_send', { id }))).toMatchObject({ id, status: 'sent' })
  },
  'bill the hours of the client at 90 an hour': async (call) => {
    const billed = { client_id: await theClient(call), missing_rate: 90_00 }
    await call('timesheets_unbilled', billed)
    const draft = await call('invoices_fromTime', { ...billed, title: 'Hours', due_date: '2026-04-03' })
    expect(resultOf(draft)).toMatchObject({ status: 'draft', title: 'Hours' })
  },
  'remind the client of the late invoice': async (call) => {
    const id = firstOf(await call('invoices_list', { status: 'overdue' }))
    expect(resultOf(await confirmed(call, 'invoices_remind', { id }))).toMatchObject({ id })
  },
  'call back tomorrow': async (call) => {
    expect(resultOf(await call('quickTasks_add', { text: 'Call back tomorrow' }))).toMatchObject({
      title: 'Call back',
    })
  },
}

const sizeOf = async (agent: Client): Promise<number> =>
  Buffer.byteLength(JSON.stringify((await agent.listTools()).tools))

test('everyday tasks take at most three calls of the listed tools', async () => {
  const portal = await openToAgents()
  const { clientId } = portal.world.home.client
  const then = callerAs(portal.db, portal.owner, { now: new Date('2026-02-02T10:00:00.000Z') })
  const { id } = await then.invoices.save({ ...draftFor(clientId), title: 'Late', due_date: '2026-02-20' })
  await then.invoices.send({ id })
  const agent = await overHttp(portal, (await portal.token(WRITING)).token, '?write=1')
  const names = new Set(await namesOf(agent))
  for (const [task, perform] of Object.entries(TASKS)) {
    const called: string[] = []
    await perform(async (name, args) => {
      called.push(name)
      const answer = await callTool(agent, name, args)
      expect(answer.isError, `${task}: ${JSON.stringify(answer.structuredContent)}`).toBeUndefined()
      return answer
    })
    expect(called.length, task).toBeLessThanOrEqual(MAX_CALLS)
    expect(
      called.filter((name) => !names.has(name)),
      task,
    ).toEqual([])
  }
})

test('the tools listed fit into 25 kB and describe themselves; all are listed on request', async () => {
  const portal = await openToAgents()
  for (const person of [portal.owner, portal.world.admin, portal.world.home.employee]) {
    const { token } = await portal.token(WRITING, person)
    const agent = await overHttp(portal, token, '?write=1')
    expect(await sizeOf(agent), person.name).toBeLessThanOrEqual(MAX_LIST_BYTES)
    const { tools } = await agent.listTools()
    expect(tools.filter(({ description = '' }) => /^(For|Returns [A-Z])/.test(description))).toEqual([])
  }
  const all = (await portal.token(WRITING)).token
  const names = await namesOf(await overHttp(portal, all, '?write=1&tools=all'))
  expect(names).toEqual(expect.arrayContaining(['invoices_send', 'invoices_void', 'finance_profit']))
  const short = await overHttp(portal, all, '?write=1')
  expect(await namesOf(short)).not.toContain('finance_profit')
  expect((await callTool(short, 'finance_periods')).isError).toBeUndefined()
})

test('a token for few areas lists all of its tools', async () => {
  const portal = await openToAgents()
  const { token } = await portal.token(READING.filter((scope) => scope.startsWith('finance')))
  expect(await namesOf(await overHttp(portal, token))).toEqual(
    expect.arrayContaining(['finance_profit', 'finance_periods', 'finance_taxReturn']),
  )
})
