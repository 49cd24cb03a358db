import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { OutgoingMail } from '#server/base/adapters/mail.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { onPaper } from '#shared/base/accent.ts'
import { pictureUploadPath } from '#shared/base/pictures.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { mailedToken } from '#tests/support/servers/browser.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const ACCENT = '#ffd400'
const NO_BRAND = { logo: null, accent: null }

async function setUp() {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir } })
  const { url } = await startApp(services)
  const owner = callerAs(db, home.owner)
  const saveAccent = async (accent: string | null, person = home.owner) => {
    const caller = callerAs(db, person)
    const { agency } = await caller.settings.get()
    if (agency === null) throw new Error('No agency')
    const { name, timezone, currency, invoice_details, version } = agency
    return caller.settings.saveAgency({ name, timezone, currency, invoice_details, version, accent })
  }
  const uploadLogo = async () => {
    const headers = { cookie: await cookieFor(services, home.owner.userId), origin: url }
    const picture = { width: 30, height: 9, channels: 3 as const, background: '#3366cc' }
    const body = new Uint8Array(await sharp({ create: picture }).png().toBuffer())
    const answer = await fetch(url + pictureUploadPath('agency-logo'), { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
  }
  const brandOf = async (person: SeedPerson) => (await callerAs(db, person).auth.session()).user?.brand
  const takeMail = async () => {
    const mail = await db.selectFrom('mail_outbox').select(['html', 'text']).executeTakeFirstOrThrow()
    await db.deleteFrom('mail_outbox').execute()
    return mail
  }
  const deliver = async () => {
    const sent: OutgoingMail[] = []
    const send = (mail: OutgoingMail) => {
      sent.push(mail)
      return Promise.resolve('Taken')
    }
    await deliverDueMails(ctxFor(services, null), { send, close: () => {} })
    return sent
  }
  return { db, home, foreign, url, owner, saveAccent, uploadLogo, brandOf, takeMail, deliver }
}

test("only the agency's people and clients get its branding", async () => {
  const { home, foreign, saveAccent, brandOf } = await setUp()
  expect((await saveAccent(' #FFD400 ')).accent).toBe(ACCENT)
  for (const person of [home.owner, home.employee, home.client]) {
    expect(await brandOf(person)).toEqual({ logo: null, accent: ACCENT })
  }
  for (const person of [foreign.owner, foreign.client]) expect(await brandOf(person)).toEqual(NO_BRAND)
  await saveAccent('#1d4ed8', foreign.owner)
  expect(await brandOf(home.client)).toEqual({ logo: null, accent: ACCENT })
  expect((await saveAccent(null)).accent).toBe(null)
  expect(await brandOf(home.client)).toEqual(NO_BRAND)
})

test('only colors are accepted, and only from owners', async () => {
  const { home, saveAccent } = await setUp()
  await expect(saveAccent('#0f766e;}')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(saveAccent(ACCENT, home.client)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(saveAccent(ACCENT, home.employee)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test("the agency's emails and documents use its color from then on, others' their own", async () => {
  const { db, home, foreign, owner, saveAccent, takeMail } = await setUp()
  const before = await sendInvoiceTo(owner, home.client.clientId)
  expect((await takeMail()).html).toContain('#0f766e')
  await saveAccent(ACCENT)
  const after = await sendInvoiceTo(owner, home.client.clientId)
  const mail = await takeMail()
  expect(mail.html).toContain(`background:${onPaper(ACCENT)}`)
  expect(mail.html).toContain('>Home Agency</p>')
  expect(mail.text).toContain('-- \nHome Agency\nby ')
  expect((await owner.invoices.get({ id: before })).parties.accent ?? null).toBe(null)
  expect((await owner.invoices.get({ id: after })).parties.accent).toBe(ACCENT)
  const client = callerAs(db, home.client)
  expect((await client.invoices.get({ id: after })).parties.accent).toBe(ACCENT)
  const other = callerAs(db, foreign.owner)
  const id = await sendInvoiceTo(other, foreign.client.clientId)
  expect((await other.invoices.get({ id })).parties.accent).toBe(null)
  expect((await takeMail()).html).not.toContain(onPaper(ACCENT))
  await saveAccent('#1d4ed8')
  expect((await owner.invoices.get({ id: after })).parties.accent).toBe(ACCENT)
})

test("a password reset email uses the color of the recipient's agency", async () => {
  const { db, home, foreign, saveAccent, takeMail } = await setUp()
  await saveAccent(ACCENT)
  const ask = (person: SeedPerson) => callerAs(db, null).auth.requestPasswordReset({ email: person.email })
  const behind = async (person: SeedPerson) => {
    const token = await mailedToken(db, person.email, 'token')
    return callerAs(db, null).auth.linkBrand({ token })
  }
  expect(await callerAs(db, null).auth.linkBrand({ token: 'unknown' })).toBe(null)
  await ask(home.client)
  expect(await behind(home.client)).toEqual({
    email: home.client.email,
    agency_name: 'Home Agency',
    accent: ACCENT,
  })
  expect((await takeMail()).html).toContain(`background:${onPaper(ACCENT)}`)
  await ask(foreign.client)
  expect(await behind(foreign.client)).toEqual({
    email: foreign.client.email,
    agency_name: null,
    accent: null,
  })
  expect((await takeMail()).html).toContain('background:#0f766e')
})

test("holders of an open invitation get its agency's branding and logo", async () => {
  const { db, owner, url, saveAccent, uploadLogo } = await setUp()
  const invite = async () => {
    const { id } = await owner.invitations.create({ email: 'nora@example.test', role: 'employee' })
    return { id, token: await mailedToken(db, 'nora@example.test', 'invitation') }
  }
  const { id, token } = await invite()
  const logo = async () => fetch(`${url}/documents/invitations/${token}/logo`)
  expect((await logo()).status).toBe(404)
  await saveAccent(ACCENT)
  await uploadLogo()
  const { brand } = await callerAs(db, null).invitations.get({ token })
  expect(brand).toEqual({ logo: expect.stringContaining('/pictures/'), accent: ACCENT })
  const found = await logo()
  expect(found.status).toBe(200)
  expect(found.headers.get('content-type')).toContain('image/')
  expect((await fetch(url + (brand.logo ?? ''))).status).toBe(404)
  await owner.invitations.revoke({ id })
  expect((await logo()).status).toBe(404)
})

/** The images embedded in an email, with their types. */
const picturesOf = ({ attachments = [] }: OutgoingMail) =>
  Promise.all(
    attachments
      .filter(({ cid }) => cid !== undefined)
      .map(async ({ cid = '', content }) => [cid, (await sharp(content).metadata()).format]),
  )

test("an email embeds the agency's logo, with the portal's mark in the footer", async () => {
  const { home, owner, uploadLogo, deliver } = await setUp()
  await sendInvoiceTo(owner, home.client.clientId)
  const [plain] = await deliver()
  expect(await picturesOf(plain as OutgoingMail)).toEqual([['mark', 'png']])
  await uploadLogo()
  const logo = (await owner.auth.session()).user?.brand.logo?.slice('/pictures/'.length)
  await sendInvoiceTo(owner, home.client.clientId)
  const [branded] = await deliver()
  expect(branded?.html).toMatch(new RegExp(`<img src="cid:logo-${logo}"[^>]*>Home Agency</p>`))
  expect(branded?.html).toMatch(/by <img src="cid:mark"/)
  expect(branded?.html).not.toMatch(/src="(?!cid:)/)
  expect(branded?.text).toContain('-- \nHome Agency\nby ')
  const pictures = await picturesOf(branded as OutgoingMail)
  expect(pictures).toContainEqual([`logo-${logo}`, 'png'])
  expect(pictures).toContainEqual(['mark', 'png'])
  expect(pictures).toHaveLength(2)
})

test('user text in an email loads no images, and a missing logo falls back to the name', async () => {
  const { db, foreign, home, owner, uploadLogo, deliver } = await setUp()
  await uploadLogo()
  const id = (await owner.auth.session()).user?.brand.logo?.slice('/pictures/'.length)
  await callerAs(db, foreign.owner).clients.save({
    id: foreign.client.clientId,
    name: `<img src="cid:logo-${id}">`,
    email: 'curious@example.test',
  })
  await sendInvoiceTo(callerAs(db, foreign.owner), foreign.client.clientId)
  for (const mail of await deliver()) expect(await picturesOf(mail)).toEqual([['mark', 'png']])

  await sendInvoiceTo(owner, home.client.clientId)
  await db.deleteFrom('pictures').execute()
  const [mail] = await deliver()
  expect(mail?.html).toMatch(/<img [^>]*alt=""[^>]*>Home Agency<\/p>/)
  expect(await picturesOf(mail as OutgoingMail)).toEqual([['mark', 'png']])
})
