import { openDatabase } from '#server/base/db/engines/connection.ts'
import { beforeStatements } from '../../databases/interrupting.ts'
import { BOOK_ACTS } from './book-acts.ts'

// Performs an action on the books in a separate process, which is killed before one of its statements.
const [, , url = '', name = '', stop = '', given = ''] = process.argv
const database = openDatabase(url)
const { world, made } = JSON.parse(given, (key, value) => (key === 'now' && value ? new Date(value) : value))
const db = beforeStatements(database.db, (count) => {
  if (count === Number(stop)) process.kill(process.pid, 'SIGKILL')
  return true
})
await BOOK_ACTS[name]?.act({ db, world }, made as never)
await database.close()
