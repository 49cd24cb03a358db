import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { READING, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { callTool, confirmationOf, openToAgents, overHttp } from '#tests/support/servers/agents.ts'
import { addProject } from '#tests/support/work.ts'

async function setUp() {
  const portal = await openToAgents()
  const { home } = portal.world
  const owner = callerAs(portal.db, portal.owner)
  const agent = await overHttp(portal, (await portal.token(WRITING)).token, '?write=1')
  /** Whose access tokens are valid. */
  const withToken = async () => {
    const rows = await portal.db
      .selectFrom('api_tokens')
      .innerJoin('profiles', 'profiles.user_id', 'api_tokens.user_id')
      .select('profiles.user_id')
      .where('profiles.user_id', '!=', portal.owner.userId)
      .execute()
    return rows.map(({ user_id }) => user_id)
  }
  return { ...portal, home, caller: owner, agent, withToken }
}

const changesOf = ({ structuredContent }: CallToolResult) =>
  (structuredContent as { preview: { changes: string[] } }).preview.changes

const endings = [
  ['employees_removeAccount', 'employee', ['is no longer a contributor', 'signed out']],
  ['employees_setDeactivated', 'employee', ['signed out', 'deactivated']],
  ['clients_removeAccount', 'client', ['is no longer a contact', 'signed out']],
  ['clients_setPortalAccess', 'client', ['signed out', 'Portal access turned off']],
  ['clients_setArchived', 'client', ['signed out', 'archived']],
] as const

test.for(endings)(
  '%s names who loses access, and waits for a confirmation',
  async ([tool, kind, expected]) => {
    const portal = await setUp()
    const { home, agent, withToken } = portal
    const person = home[kind]
    await portal.token(READING, person)
    const input = {
      employees_removeAccount: { id: home.employee.employeeId },
      employees_setDeactivated: { id: home.employee.employeeId, deactivated: true },
      clients_removeAccount: { user_id: home.client.userId },
      clients_setPortalAccess: { id: home.client.clientId, portal_access: false },
      clients_setArchived: { id: home.client.clientId, archived: true },
    }[tool]
    const preview = await callTool(agent, tool, input)
    const changes = changesOf(preview)
    expect(changes).toEqual(expected.map((words) => expect.stringContaining(words)))
    expect(changes.join('\n')).toContain(person.name)
    expect(await withToken()).toEqual([person.userId])

    const done = await callTool(agent, tool, { ...input, confirmation: confirmationOf(preview) })
    expect(done.isError).toBeUndefined()
    expect(await withToken()).toEqual([])
  },
)

test('what ends no one’s access happens at once', async () => {
  const { home, agent, caller } = await setUp()
  const { employeeId } = home.employee
  await caller.employees.setDeactivated({ id: employeeId, deactivated: true })
  const back = await callTool(agent, 'employees_setDeactivated', { id: employeeId, deactivated: false })
  expect(back.structuredContent).toMatchObject({ id: employeeId })
  const { id } = await caller.clients.save({ name: 'Nobody', email: 'nobody@client.example' })
  const archived = await callTool(agent, 'clients_setArchived', { id, archived: true })
  expect(archived.structuredContent).toMatchObject({ id })
})

test('sharing a comment with the client waits for a confirmation, an internal one doesn’t', async () => {
  const { db, agent, home, caller } = await setUp()
  const project = await addProject(db, home)
  const { id: task_id } = await caller.tasks.save({ project_id: project.id, title: 'Logo' })
  const internal = await callTool(agent, 'tasks_addComment', { task_id, text: 'Ask them?' })
  expect(internal.structuredContent).toMatchObject({ text: 'Ask them?', shared: false })

  const input = { task_id, text: 'Which blue?', shared: true }
  const preview = await callTool(agent, 'tasks_addComment', input)
  expect(preview.structuredContent).toMatchObject({ confirmation_needed: true, preview: { notified: 1 } })
  expect((await caller.tasks.comments({ task_id })).items).toHaveLength(1)
  const shared = await callTool(agent, 'tasks_addComment', {
    ...input,
    confirmation: confirmationOf(preview),
  })
  expect(shared.structuredContent).toMatchObject({ text: 'Which blue?', shared: true })
})
