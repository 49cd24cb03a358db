import type { Db } from '#server/db/schema.ts'
import { API_TOKEN_MAX_DAYS } from '#shared/api-tokens.ts'
import type { Caller } from '#tests/support/caller.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const newWebhook = (caller: Caller) =>
  caller.webhooks.save({ url: 'https://example.test/hook', events: ['task.created'] })
const homeWebhook = (world: World, db: Db) => newWebhook(callerAs(db, world.home.owner))
const foreignWebhook = (world: World, db: Db) => newWebhook(callerAs(db, world.foreign.owner))

/** A failed delivery of the agency's webhook. */
async function failedDelivery(db: Db, world: World, agency: 'home' | 'foreign'): Promise<string> {
  const webhook = await (agency === 'home' ? homeWebhook(world, db) : foreignWebhook(world, db))
  const owner = callerAs(db, world[agency].owner)
  await owner.webhooks.save({ id: webhook.id, url: webhook.url, events: ['client.created'] })
  await owner.clients.save({ name: 'Told', email: 'told@example.test' })
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('webhook_id', '=', webhook.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const programCases: IsolationCases = {
  'audit.list': {
    can: 'audit.read',
    call: (caller) => caller.audit.list({}),
    hidden: async (world, db) => {
      await foreignWebhook(world, db)
      return [world.foreign.agencyId]
    },
  },
  'audit.exportCsv': { can: 'audit.read', call: (caller) => caller.audit.exportCsv({}) },
  'apiTokens.list': {
    can: 'api-token.own',
    call: (caller) => caller.apiTokens.list(),
    hidden: async (world, db) => [
      (await callerAs(db, world.foreign.owner).apiTokens.create({ name: 'Foreign', access: 'read' })).id,
    ],
  },
  'apiTokens.create': {
    can: 'api-token.own',
    call: (caller) =>
      caller.apiTokens.create({ name: 'Script', access: 'read', expires_in_days: API_TOKEN_MAX_DAYS }),
  },
  'apiTokens.revoke': {
    can: 'api-token.own',
    call: async (caller, world, db) => {
      const token = await callerAs(db, world.home.owner).apiTokens.create({ name: 'Old', access: 'read' })
      return caller.apiTokens.revoke({ id: token.id })
    },
    foreign: async (caller, world, db) => {
      const token = await callerAs(db, world.foreign.owner).apiTokens.create({
        name: 'Foreign',
        access: 'read',
      })
      return caller.apiTokens.revoke({ id: token.id })
    },
  },
  'webhooks.list': {
    can: 'webhook.write',
    call: (caller) => caller.webhooks.list(),
    hidden: async (world, db) => [(await foreignWebhook(world, db)).id],
  },
  'webhooks.save': {
    can: 'webhook.write',
    call: (caller) => newWebhook(caller),
    foreign: async (caller, world, db) =>
      caller.webhooks.save({
        id: (await foreignWebhook(world, db)).id,
        url: 'https://example.test/mine',
        events: ['task.created'],
      }),
  },
  'webhooks.delete': {
    can: 'webhook.write',
    call: async (caller, world, db) => caller.webhooks.delete({ id: (await homeWebhook(world, db)).id }),
    foreign: async (caller, world, db) =>
      caller.webhooks.delete({ id: (await foreignWebhook(world, db)).id }),
  },
  'webhooks.deliveries': {
    can: 'webhook.write',
    call: async (caller, world, db) =>
      caller.webhooks.deliveries({ webhook_id: (await homeWebhook(world, db)).id }),
    foreign: async (caller, world, db) =>
      caller.webhooks.deliveries({ webhook_id: (await foreignWebhook(world, db)).id }),
  },
  'webhooks.retry': {
    can: 'webhook.write',
    call: async (caller, world, db) => caller.webhooks.retry({ id: await failedDelivery(db, world, 'home') }),
    foreign: async (caller, world, db) =>
      caller.webhooks.retry({ id: await failedDelivery(db, world, 'foreign') }),
  },
}
