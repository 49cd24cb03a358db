import type { Db } from '#server/base/db/schema.ts'
import type { Caller } from './caller.ts'

/** A webhook for new clients, whose URL may be a local receiver that nobody could enter. */
export async function saveWebhook(db: Db, owner: Caller, url: string) {
  const webhook = await owner.webhooks.save({
    url: 'https://hooks.example.test/',
    events: ['client.created'],
  })
  await db.updateTable('webhooks').set({ url }).where('id', '=', webhook.id).execute()
  return { ...webhook, url }
}
