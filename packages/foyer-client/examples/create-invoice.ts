import { createFoyerClient } from 'foyer-client'

// Requires an owner's token with the scopes clients:read and payments:write.
const { FOYER_URL = 'http://localhost:3000', FOYER_TOKEN = '' } = process.env
const foyer = createFoyerClient({ url: FOYER_URL, token: FOYER_TOKEN })

const { items: clients } = await foyer.clients.list({ limit: 1 })
const [client] = clients
if (client === undefined) throw new Error('There is no client to invoice yet.')

const due = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
// 2.5 hours at 80.00; rates are in minor units. Thanks to the key, a second run creates no second draft.
const invoice = await foyer.invoices.save(
  {
    client_id: client.id,
    title: 'Design work',
    due_date: due,
    items: [{ description: 'Design, per hour', quantity: 2.5, rate: 80_00 }],
  },
  { idempotencyKey: `design-work-${due}` },
)
console.log(`Draft for ${client.name}: ${invoice.amount / 100} ${invoice.currency}`)
