import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileDto } from '#shared/work/files.ts'
import { openBucketPortal } from '#tests/support/servers/bucket-portal.ts'

test('files pass through the portal, only to those who may see them', async () => {
  const { world, s3, upload, download, received } = await openBucketPortal()
  const bytes = randomBytes(11 * 1024 * 1024)
  const response = await upload(world.home.owner, bytes)
  expect(response.status).toBe(201)
  const file = (await response.json()) as FileDto
  expect([s3.names().length, received()]).toEqual([1, []])
  const down = await download(world.home.client, `/files/${file.id}`)
  expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await download(world.foreign.owner, `/files/${file.id}`)).status).toBe(404)
  expect(JSON.stringify(file)).not.toContain('127.0.0.1')
})

test('a download interrupted by the storage never looks complete', async () => {
  const { world, s3, upload, download } = await openBucketPortal()
  const file = (await (await upload(world.home.owner, randomBytes(20 * 1024 * 1024))).json()) as FileDto
  s3.disturb((_req, res) => {
    const write = res.write.bind(res) as (chunk: unknown) => boolean
    let sent = 0
    res.write = ((chunk: Buffer) => {
      sent += chunk.length
      if (sent > 2 * 1024 * 1024) void s3.stop()
      return write(chunk)
    }) as typeof res.write
  })
  const down = await download(world.home.owner, `/files/${file.id}`)
  expect(down.status).toBe(200)
  await expect(down.arrayBuffer()).rejects.toThrow()
})

test('an upload rejected for its content never reaches the bucket', async () => {
  const { world, s3, upload } = await openBucketPortal()
  expect((await upload(world.home.owner, Buffer.from('#!/bin/sh'))).status).toBe(400)
  expect(s3.asked.filter((asked) => asked.startsWith('P'))).toEqual([])
})
