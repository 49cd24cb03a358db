import { systemContext } from '#server/base/core/rows/reach.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { testServices } from '../caller.ts'

// Executes the job once in a separate process, so that a test can kill it.
const [, , url = '', apiBase = '', instant = ''] = process.argv
const database = openDatabase(url)
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
