import { expect, test } from 'vitest'
import { WRITING } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { callTool, openToAgents, overHttp, type Portal } from '#tests/support/servers/agents.ts'

const agentOf = async (portal: Portal, person: Portal['owner']) =>
  overHttp(portal, (await portal.token(WRITING, person)).token, '?write=1')

test('previews of calls that can’t be tried name recipients, amounts and what changes', async () => {
  const portal = await openToAgents()
  const { db, world } = portal
  const { admin, home } = world
  const agents = { admin: await agentOf(portal, admin), client: await agentOf(portal, home.client) }
  const [plan] = await callerAs(db, admin).packages.list({})
  await db
    .updateTable('mail_outbox')
    .set({ status: 'failed', recipient: 'late@client.example', subject: 'Late' })
    .execute()
  const mail = await db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()
  const changesOf = async (as: keyof typeof agents, tool: string, args = {}) => {
    const { structuredContent } = await callTool(agents[as], tool, args)
    return (structuredContent as { preview?: { changes: string[] } }).preview?.changes ?? structuredContent
  }
  expect(await changesOf('admin', 'platform_sendTestMail', { recipient: 'me@platform.example' })).toEqual([
    'me@platform.example gets a test email.',
  ])
  expect(await changesOf('admin', 'platform_retryMail', mail)).toEqual(['late@client.example gets “Late”.'])
  expect(await changesOf('admin', 'platform_retryMails')).toEqual([
    expect.stringMatching(/^\d emails? sent to the original recipients\.$/),
  ])
  expect(await changesOf('admin', 'agencies_changePlan', { id: home.agencyId, plan_id: plan?.id })).toEqual([
    expect.stringContaining(`Home Agency changes to the plan ${plan?.name}`),
  ])
  expect(await changesOf('admin', 'agencies_cancelDeletion', { id: home.agencyId })).toEqual([
    'Home Agency is resumed and no longer deleted.',
  ])
  expect(await changesOf('client', 'payments_quickPay', card())).toEqual([
    expect.stringMatching(/^A card of Home Client is charged \$[\d.]+ USD, for their agency\.$/),
  ])
})
