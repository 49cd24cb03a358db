import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { sendZip } from '#server/door/http/downloads/zip.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

test("an archive whose rows can't be read any more is aborted without affecting others", async () => {
  const { db } = await createTestDatabase()
  const ctx = ctxFor(db, (await createWorld(db)).home.owner)
  const ended = Promise.withResolvers<unknown>()
  const app = express().get('/', (_req, res) => {
    const text = async function* () {
      yield '['
      throw new Error('The database connection is not open')
    }
    sendZip(ctx, res, 'export.zip', [{ name: 'data/projects.json', date: new Date(), text }]).then(
      () => ended.resolve(null),
      ended.resolve,
    )
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  expect(await ended.promise).toMatchObject({ message: 'The database connection is not open' })
})
