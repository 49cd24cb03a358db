import { beforeAll, expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { transact } from '#server/base/core/transaction.ts'
import { listCards } from '#server/base/db/table-cards.ts'
import { TABLES } from '#server/domains.ts'
import { queueMail } from '#server/reactions/mail/commands/queue.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { PASSWORD } from '#tests/isolation/world/people.ts'
import { addRest } from '#tests/isolation/world/rest.ts'
import { openIsolationWorld } from '#tests/isolation/world/world.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { PLANTED, plantedFiles, plantPerson } from '#tests/support/planted/person.ts'
import { columnsWith } from '#tests/support/planted/texts.ts'
import { dataFolder } from '#tests/support/servers/process.ts'

const open = openIsolationWorld()

beforeAll(async () => {
  const { db, world } = open()
  await addRest(db, world)
})

/** The columns whose card states a reason to keep the person's name. */
const KEPT = listCards(TABLES).flatMap(([table, { personal = {} }]) =>
  Object.entries(personal).flatMap(([column, rules]) =>
    [rules].flat().some((rule) => rule !== 'row' && 'kept' in rule) ? [`${table}.${column}`] : [],
  ),
)

/** The other owners are notified of who left. */
const LEAVING_NOTICE = ['html', 'recipient', 'subject', 'text'].map((column) => `mail_outbox.${column}`)

test.each([
  ['contributor', []],
  ['client', []],
  ['coOwner', LEAVING_NOTICE],
] as const)(
  'a deleted account leaves no name, address or text behind in any column: %s',
  async (role, left) => {
    const { database, db, world } = open()
    const name = `Zelda${role} Quintessa`
    const email = `zelda.${role}@planted.test`.toLowerCase()
    const person: SeedPerson = { ...world.people[role], name, email }
    const dataDir = dataFolder()
    const planted = await plantPerson(database, person, dataDir)
    expect(plantedFiles(dataDir)).toBe(1)
    expect(planted.length).toBeGreaterThan(50)
    const texts = [name, email, PLANTED]
    expect((await columnsWith(db, texts)).filter((column) => !KEPT.includes(column))).toEqual(planted)

    await callerAs(db, person, { config: { dataDir } }).settings.deleteAccount({
      confirm_email: email,
      password: PASSWORD,
    })
    expect((await columnsWith(db, texts)).filter((column) => !KEPT.includes(column))).toEqual(left)
    expect(plantedFiles(dataDir)).toBe(0)
    expect(await columnsWith(db, [name])).toContain('audit_log.actor_name')
  },
)

test('the data export has the columns listed on the cards, and what the person wrote or is named in', async () => {
  const { database, db, world } = open()
  const person: SeedPerson = {
    ...world.people.contributorB,
    name: 'Otto Exported',
    email: 'otto@planted.test',
  }
  await plantPerson(database, person, dataFolder())
  const { json } = await callerAs(db, person).settings.exportData()
  const data = JSON.parse(json)
  const parts = listCards(TABLES).flatMap(([, { ownData }]) => (ownData === undefined ? [] : [ownData]))
  expect(Object.keys(data).sort()).toEqual(parts.map(({ as }) => as).sort())
  expect(data.account.email).toBe(person.email)
  expect(data.profile).toMatchObject({ name: person.name, email: person.email })
  for (const part of [
    'sessions',
    'api_tokens',
    'email_changes',
    'saved_views',
    'saved_cards',
    'time_entries',
  ]) {
    expect(JSON.stringify(data[part]), part).toContain(PLANTED)
  }
})

test("every table with a person's own rows or texts is in the data export or listed here", () => {
  const left = listCards(TABLES).flatMap(([table, card]) => {
    const isAuthored = Object.values(card.personal ?? {}).some((rules) =>
      [rules].flat().some((rule) => rule !== 'row' && 'of' in rule && rule.of !== 'sent_by'),
    )
    return (card.own !== undefined || isAuthored) && card.ownData === undefined ? [table] : []
  })
  const secrets = ['two_factors', 'recovery_codes', 'tokens', 'known_devices', 'sign_in_challenges']
  const ofPortal = [
    'failing_work',
    'keyed_requests',
    'card_setups',
    'payment_customers',
    'schedule_feeds',
    'pictures',
  ]
  const ofMail = ['mail_outbox', 'notification_mail_settings']
  expect(left.sort()).toEqual([...secrets, ...ofPortal, ...ofMail].sort())
})

test('an export shows no secrets', () => {
  const shown = listCards(TABLES).flatMap(([table, { ownData, secret = [] }]) =>
    (ownData?.columns ?? [])
      .filter((column) => secret.includes(column))
      .map((column) => `${table}.${column}`),
  )
  expect(shown).toEqual([])
})

test('a deleted account is only replaced as a whole word and a whole address', async () => {
  const { db, world } = open()
  const person = world.people.foreignContributor
  const { email } = person
  const longer = `longer.${email}`
  await callerAs(db, person).auth.updateProfile({ name: 'Jan' })
  await transact(ctxFor(db, { ...person, name: 'Jan' }, TEST_NOW), async (tx) => {
    const userIds = [world.people.foreignOwner.userId]
    await notify(tx, {
      event: 'mention',
      userIds,
      title: 'Jan mentioned you in “January”',
      link: '/messages',
    })
    const shown = { to: [longer, email], cc: [] }
    await queueMail(tx, 'Foyer', {
      recipient: longer,
      shown,
      subject: 'News',
      greeting: 'Hello,',
      paragraphs: [],
    })
  })
  await callerAs(db, { ...person, name: 'Jan' }).settings.deleteAccount({
    confirm_email: email,
    password: PASSWORD,
  })
  const titles = await db.selectFrom('notifications').select('title').where('event', '=', 'mention').execute()
  expect(titles).toContainEqual({ title: 'Deleted user mentioned you in “January”' })
  const mail = await db
    .selectFrom('mail_outbox')
    .select('shown_to')
    .where('recipient', '=', longer)
    .executeTakeFirstOrThrow()
  expect(mail.shown_to).toContain(longer)
  expect(mail.shown_to?.replace(longer, '')).not.toContain(email)
})
