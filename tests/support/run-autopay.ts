import { chargeByAutopay } from '#server/autopay/commands/charge.ts'
import { systemContext } from '#server/core/reach.ts'
import { openDatabase } from '#server/db/connection.ts'
import { adoptDistribution } from '#server/db/distribution/catalogue.ts'
import { testServices } from './caller.ts'

// Runs the job once in a process of its own, so that a test can kill it.
const [, , url = '', apiBase = '', instant = ''] = process.argv
const database = openDatabase(url)
await adoptDistribution(database)
const stripe = {
  secretKey: 'sk_test_stand_in',
  publishableKey: 'pk_test_stand_in',
  webhookSecret: null,
  apiBase,
}
const now = new Date(instant)
const services = testServices(database.db, { config: { stripe }, now })
await chargeByAutopay(systemContext({ services, now }))
await database.close()
