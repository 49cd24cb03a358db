import { createFoyerClient, FoyerError } from 'foyer-client'

// Requires a token with the scopes projects:read and time:write.
const { FOYER_URL = 'http://localhost:3000', FOYER_TOKEN = '' } = process.env
const foyer = createFoyerClient({ url: FOYER_URL, token: FOYER_TOKEN })

const [note = 'Work', duration = '1h 30m'] = process.argv.slice(2)
const { items } = await foyer.projects.list({ limit: 1 })
const [project] = items
if (project === undefined) throw new Error('There is no project to work on yet.')

try {
  const date = new Date().toISOString().slice(0, 10)
  const entry = await foyer.workLog.save({
    project_id: project.id,
    note,
    time: { kind: 'duration', date, duration },
  })
  console.log(`${entry.duration_seconds / 60} minutes on ${project.name}: ${note}`)
} catch (error) {
  if (!(error instanceof FoyerError)) throw error
  console.error(error.message, error.fields ?? '')
  process.exitCode = 1
}
