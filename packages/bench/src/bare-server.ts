import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import BetterSqlite from 'better-sqlite3'
import { answerFigures } from '../../../scripts/tools/process-figures.ts'

/** A query as the product runs it: its SQL with the parameters of the measured call. */
export interface RecordedQuery {
  sql: string
  parameters: unknown[]
}

/**
 * The baseline: bare `node:http`, the product's SQL as prepared statements, a session lookup, one
 * `JSON.stringify`, and nothing else.
 */
export interface BareOptions {
  path: string
  session: RecordedQuery
  list: RecordedQuery
  /** Its parameters are the agency's id and the ids of the listed tasks. */
  children: RecordedQuery | null
  limit: number
}

function serveBare({ path, session, list, children, limit }: BareOptions): Promise<number> {
  const file = new BetterSqlite(path, { readonly: true })
  const findSession = file.prepare(session.sql)
  const listTasks = file.prepare(list.sql)
  const listChildren = children === null ? null : file.prepare(children.sql)

  const server = createServer((req, res) => {
    const secret = req.headers.cookie?.split('=')[1] ?? ''
    const caller = findSession.get(createHash('sha256').update(secret).digest('hex'))
    if (caller === undefined) return void res.writeHead(401).end()
    const items = listTasks.all(list.parameters).slice(0, limit) as { id: string; subtasks?: unknown[] }[]
    if (listChildren !== null && children !== null) {
      const ids = items.map((item) => item.id)
      const byTask = new Map<string, unknown[]>(ids.map((id) => [id, []]))
      // The ids come last, after the parameters that limit rows to the caller's.
      const limits = children.parameters.slice(0, -limit)
      for (const child of listChildren.all([...limits, ...ids]) as { task_id: string }[]) {
        byTask.get(child.task_id)?.push(child)
      }
      for (const item of items) item.subtasks = byTask.get(item.id) ?? []
    }
    const body = Buffer.from(JSON.stringify({ result: { data: { items } } }))
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    res.end(body)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

process.once('message', async (options: BareOptions) => process.send?.(await serveBare(options)))
answerFigures()
