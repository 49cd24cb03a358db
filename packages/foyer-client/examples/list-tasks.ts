import { createFoyerClient, each } from 'foyer-client'

// Requires a token with the scope projects:read.
const { FOYER_URL = 'http://localhost:3000', FOYER_TOKEN = '' } = process.env
const foyer = createFoyerClient({ url: FOYER_URL, token: FOYER_TOKEN })

for await (const task of each(foyer.tasks.list, { open: true, order: 'due' })) {
  console.log(`${task.due_date ?? 'no date'}  ${task.title} (${task.status})`)
}
