import { expect, test } from 'vitest'
import type { ImportDto } from '#shared/overview/imports.ts'
import { testServices } from '#tests/support/caller.ts'
import { exported } from '#tests/support/exported.ts'
import { harvestHours, setUpImports, stage } from '#tests/support/imports.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'

async function setUpUpload() {
  const { db, world, owner } = await setUpImports()
  const services = testServices(db)
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  function send(text: string | Buffer, name: string) {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(Buffer.from(text))]), name)
    return sendForm(body)
  }
  async function sendForm(body: FormData) {
    const answer = await fetch(`${url}/imports`, { method: 'POST', headers: { cookie, origin: url }, body })
    return {
      status: answer.status,
      answer: (await answer.json()) as ImportDto & { error?: { message: string; reason?: string } },
    }
  }
  return { db, world, owner, send, sendForm }
}

test('an uploaded file is parsed in its own thread and waits for its mapping', async () => {
  const { owner, send } = await setUpUpload()
  const { status, answer } = await send(exported('trello.json'), '../../Board 🌱.json')
  expect(status).toBe(201)
  expect(answer).toMatchObject({ source: 'trello', status: 'ready', file_name: 'Board 🌱.json', total: 8 })
  const details = await owner.imports.get({ id: answer.id })
  expect(details.overview.counts).toEqual({ client: 0, project: 1, task: 4, comment: 2, entry: 0 })
  expect(details.timezone).toBe('Europe/Berlin')
})

test('an invalid file is rejected with a message and not stored', async () => {
  const { owner, send } = await setUpUpload()
  const refusals: [string | Buffer, RegExp][] = [
    ['a,b\n1,2', /t an export from Trello/],
    ['', /nothing to import|t an export/],
    [Buffer.from([0x50, 0x4b, 3, 4]), /spreadsheet/],
    ['['.repeat(200_000), /damaged or incomplete/],
  ]
  for (const [text, message] of refusals) {
    const { status, answer } = await send(text, 'x.csv')
    expect([status, answer.error?.message]).toEqual([400, expect.stringMatching(message)])
  }
  expect((await owner.imports.list({})).items).toEqual([])
})

const FILE = new Blob([harvestHours(1)])

test.each([
  ['the file in another field', [['upload', FILE]]],
  [
    'a further field',
    [
      ['file', FILE],
      ['note', 'x'],
    ],
  ],
  [
    'a further file',
    [
      ['file', FILE],
      ['file', FILE],
    ],
  ],
  ['text instead of a file', [['file', 'text']]],
] as const)('a form with %s is refused with what it must contain', async (_what, fields) => {
  const { owner, sendForm } = await setUpUpload()
  const body = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'hours.csv')
  }
  const { status, answer } = await sendForm(body)
  expect(status).toBe(400)
  expect(answer.error).toMatchObject({
    reason: 'upload_form',
    message: expect.stringContaining('exactly one file, as the form field “file”'),
  })
  expect((await owner.imports.list({})).items).toEqual([])
})

test('no further file is parsed while ten are waiting', async () => {
  const { db, world, send } = await setUpUpload()
  for (let file = 0; file < 10; file++) await stage(db, world.home.owner, harvestHours(1))
  expect(await send(harvestHours(1), 'hours.csv')).toMatchObject({
    status: 409,
    answer: { error: { message: '10 files are waiting to be imported. Import or discard some first.' } },
  })
})
