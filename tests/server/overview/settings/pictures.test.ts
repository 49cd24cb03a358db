import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { pictureUploadPath } from '#shared/base/pictures.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { mailedToken } from '#tests/support/servers/browser.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toBuffer()

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir } })
  const { url } = await startApp(services)
  const ask = async (scope: SeedPerson | null, method: string, path: string, body?: Buffer) =>
    fetch(url + path, {
      method,
      headers: {
        origin: url,
        ...(scope === null ? {} : { cookie: await cookieFor(services, scope.userId) }),
      },
      body: body === undefined ? undefined : new Uint8Array(body),
    })
  return { db, world, ask }
}

test('an avatar is re-encoded as a small square without metadata, and replaced or removed', async () => {
  const { db, world, ask } = await setUp()
  const { owner, client } = world.home
  const sent = await ask(owner, 'POST', pictureUploadPath('avatar'), await photo())
  expect(sent.status).toBe(201)
  const { path } = await sent.json()
  expect((await callerAs(db, owner).auth.session()).user?.avatar).toBe(path)
  const shown = await ask(client, 'GET', path)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  const { width, height, format, exif } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect({ width, height, format, exif }).toEqual({
    width: 512,
    height: 512,
    format: 'webp',
    exif: undefined,
  })

  expect((await ask(world.foreign.owner, 'GET', path)).status).toBe(404)
  expect((await ask(null, 'GET', path)).status).toBe(404)
  expect((await ask(owner, 'DELETE', pictureUploadPath('avatar'))).status).toBe(200)
  expect((await ask(owner, 'GET', path)).status).toBe(404)
})

test("only the owner can change the agency's logo, and only the administrator the platform's", async () => {
  const { world, ask } = await setUp()
  const { owner, employee } = world.home
  expect((await ask(employee, 'POST', pictureUploadPath('agency-logo'), await photo())).status).toBe(403)
  expect((await ask(owner, 'POST', pictureUploadPath('agency-logo'), await photo())).status).toBe(201)
  expect((await ask(owner, 'POST', pictureUploadPath('platform-logo'), await photo())).status).toBe(403)
  const { path } = await (
    await ask(world.admin, 'POST', pictureUploadPath('platform-logo'), await photo())
  ).json()
  expect((await ask(null, 'GET', path)).status).toBe(200)
})

const dot = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#3366cc' } })
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)

test('only PNG, JPEG and WebP are decoded, detected by their signature', async () => {
  const { world, ask } = await setUp()
  const send = async (body: Buffer) =>
    (await ask(world.home.owner, 'POST', pictureUploadPath('avatar'), body)).status
  for (const bytes of [
    await dot().png().toBuffer(),
    await dot().jpeg().toBuffer(),
    await dot().webp().toBuffer(),
  ])
    expect(await send(bytes)).toBe(201)
  const others = [
    SVG,
    await dot().gif().toBuffer(),
    await dot().tiff().toBuffer(),
    await dot().avif().toBuffer(),
    Buffer.from('GIF89a'),
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), SVG]),
    Buffer.from('<svg onload="x">'),
  ]
  for (const bytes of others) expect(await send(bytes)).toBe(400)
  // The library itself no longer accepts them either.
  for (const bytes of others.slice(0, 4)) await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported')
})

test("uploads per person are limited at a time and to twenty in ten minutes; rejected ones aren't read", async () => {
  const { world, ask } = await setUp()
  const picture = await photo()
  const send = (body: Buffer) => ask(world.home.owner, 'POST', pictureUploadPath('avatar'), body)
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(picture)))
  const busy = answers.filter(({ status }) => status === 429)
  expect(busy.length).toBeGreaterThan(0)
  expect((await busy[0]?.json())?.error).toMatchObject({ reason: 'busy', retry_after: 5 })
  for (let sent = 12; sent < 20; sent++) expect((await send(SVG)).status).toBe(400)
  const refused = await send(Buffer.alloc(20 * 1024 * 1024))
  expect(refused.status).toBe(429)
  expect((await refused.json()).error).toMatchObject({ reason: 'rate_limited' })
})

test('the avatar of someone without an agency is visible only to them until they join one', async () => {
  const { db, world, ask } = await setUp()
  const { waitingEmployee: waiting, waitingClient, admin, home } = world
  const sent = await ask(waiting, 'POST', pictureUploadPath('avatar'), await photo())
  const { path } = await sent.json()
  const statusFor = async (person: SeedPerson) => (await ask(person, 'GET', path)).status
  expect([await statusFor(waiting), await statusFor(waitingClient), await statusFor(home.owner)]).toEqual([
    200, 404, 404,
  ])
  const own = await (await ask(admin, 'POST', pictureUploadPath('avatar'), await photo())).json()
  expect((await ask(waitingClient, 'GET', own.path)).status).toBe(404)

  await callerAs(db, home.owner).invitations.create({ email: waiting.email, role: 'employee' })
  const token = await mailedToken(db, waiting.email, 'invitation')
  await callerAs(db, waiting).invitations.accept({ token })
  expect([await statusFor(waiting), await statusFor(waitingClient), await statusFor(home.owner)]).toEqual([
    200, 404, 200,
  ])
})
