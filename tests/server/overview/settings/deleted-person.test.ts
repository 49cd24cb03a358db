import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Ctx } from '#server/base/core/context.ts'
import { transact } from '#server/base/core/transaction.ts'
import { listCards } from '#server/base/db/table-cards.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import { TABLES } from '#server/domains.ts'
import { queueMail } from '#server/reactions/mail/commands/queue.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { addRest } from '#tests/isolation/rest-of-rows.ts'
import { PASSWORD } from '#tests/isolation/world/people.ts'
import { openIsolationWorld } from '#tests/isolation/world/world.ts'
import { givePasswords, PASSWORD as PASSWORD_OF_ALL } from '#tests/support/api-tokens.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { PLANTED, plantedFiles, plantPerson } from '#tests/support/planted/person.ts'
import { columnsWith } from '#tests/support/planted/texts.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { addFile, addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

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
    const dataDir = temporaryFolder()
    const planted = await plantPerson(database, person, dataDir)
    expect(plantedFiles(dataDir)).toBe(1)
    expect(planted.length).toBeGreaterThan(50)
    const texts = [name, email, PLANTED]
    expect((await columnsWith(db, texts)).filter((column) => !KEPT.includes(column))).toEqual(
      [...planted, 'search_entries.keywords'].sort(),
    )

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
  await plantPerson(database, person, temporaryFolder())
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

test('a deleted account leaves neither an earlier name or address nor a name in merged notifications', async () => {
  const { db, world } = open()
  const { foreignClient: person, foreignOwner, foreignContributor } = world.people
  const earlier = { ...person, name: 'Ida Maiden', email: 'ida.maiden@planted.test' }
  // Its file doesn't exist.
  await db.deleteFrom('pictures').where('user_id', '=', person.userId).execute()
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email: person.email, password: PASSWORD })
  const api = async () => (await browser.api()).settings
  await (await browser.api()).auth.updateProfile({ name: earlier.name })
  const tell = (actor: SeedPerson, names: string) =>
    transact(ctxFor(db, actor, TEST_NOW), (tx) =>
      notify(tx, {
        event: 'mention',
        userIds: [foreignOwner.userId],
        title: `${names} moved the review`,
        link: '/calendar',
        group: 'review',
      }),
    )
  await tell(earlier, earlier.name)
  await tell(foreignContributor, foreignContributor.name)
  await tell(earlier, `${earlier.name} and ${foreignContributor.name}`)
  for (const email of [earlier.email, 'ida.lind@planted.test']) {
    await (await api()).requestEmailChange({ email, password: PASSWORD })
    await (await api()).confirmEmailChange({ token: await mailedToken(db, email, 'email_token') })
    await db.updateTable('mail_outbox').set({ status: 'sent', text: '', html: '' }).execute()
  }
  await (await browser.api()).auth.updateProfile({ name: 'Ida Lind' })
  expect(await columnsWith(db, [earlier.name, earlier.email])).toEqual(
    expect.arrayContaining(['mail_outbox.recipient', 'notifications.title']),
  )

  await (await api()).deleteAccount({ confirm_email: 'ida.lind@planted.test', password: PASSWORD })
  await db.deleteFrom('rate_limits').execute()
  const texts = [earlier.name, earlier.email, 'Ida Lind', 'ida.lind@planted.test']
  expect((await columnsWith(db, texts)).filter((column) => !KEPT.includes(column))).toEqual([])
  expect(
    await db.selectFrom('notifications').select('title').where('group_key', '=', 'review').execute(),
  ).toEqual([{ title: `Deleted user and ${foreignContributor.name} moved the review` }])
})

test('a deleted account takes nothing from those who have its former name or use its former address on', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const { owner, employee, client } = home
  const { userId, email } = employee
  const shared = 'info@planted.test'
  await db
    .insertInto('former_names')
    .values([
      { user_id: userId, name: owner.name, email },
      { user_id: userId, name: 'Ida Maiden', email: shared },
    ])
    .execute()
  const invitee = { email: shared, role: 'agency_admin', password: PASSWORD_OF_ALL } as const
  await callerAs(db, owner).invitations.create(invitee)
  await db.updateTable('mail_outbox').set({ status: 'sent', text: '', html: '' }).execute()
  for (const actor of [client, employee])
    await transact(ctxFor(db, actor, TEST_NOW), (tx) =>
      notify(tx, {
        event: 'mention',
        userIds: [owner.userId],
        actorToo: true,
        title: `${owner.name} and Ida Maiden moved the review`,
        link: '/calendar',
        group: 'review',
      }),
    )

  await callerAs(db, employee).settings.deleteAccount({ confirm_email: email, password: PASSWORD_OF_ALL })
  expect(await db.selectFrom('invitations').select('email').execute()).toEqual([{ email: shared }])
  const mails = db.selectFrom('mail_outbox').select('recipient').where('recipient', '=', shared)
  expect(await mails.execute()).toEqual([{ recipient: shared }])
  const titles = db.selectFrom('notifications').select('title').where('group_key', '=', 'review')
  expect(await titles.execute()).toEqual([{ title: `${owner.name} and Deleted user moved the review` }])
})

test('a deleted account with a word for a name leaves news of others unchanged', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const { owner, employee, client } = home
  const rename = (name: string) => callerAs(db, client).auth.updateProfile({ name })
  for (const name of ['overdue', '2', 'Acme']) await rename(name)
  const tell = (ctx: Ctx, title: string, group: string) =>
    transact(ctx, (tx) =>
      notify(tx, {
        event: 'task_overdue',
        userIds: [owner.userId],
        agencyId: owner.agencyId,
        title,
        link: '/work',
        group,
        ...(group === 'burst' && { burstTitle: (count: number) => `${count} new messages in Acme website` }),
      }),
    )
  const job = ctxFor(db, null, TEST_NOW)
  await tell(job, 'Acme website relaunch is overdue', 'job')
  await tell(job, 'Acme website relaunch is overdue', 'job')
  await tell(ctxFor(db, employee, TEST_NOW), 'Acme website moved', 'merged')
  await tell(job, 'Acme website is overdue', 'merged')
  for (const actor of [client, employee]) await tell(ctxFor(db, actor, TEST_NOW), 'Acme wrote', 'burst')
  await tell(ctxFor(db, employee, TEST_NOW), `${employee.name} moved the review`, 'review')
  await tell(ctxFor(db, client, TEST_NOW), 'Acme moved the review', 'review')

  await callerAs(db, { ...client, name: 'Acme' }).settings.deleteAccount({
    confirm_email: client.email,
    password: PASSWORD_OF_ALL,
  })
  const titles = await db
    .selectFrom('notifications')
    .select('title')
    .where('event', '=', 'task_overdue')
    .orderBy('group_key')
    .execute()
  expect(titles.map(({ title }) => title)).toEqual([
    '2 new messages in Acme website',
    'Acme website relaunch is overdue',
    'Acme website is overdue',
    'Deleted user moved the review',
  ])
})

test('a deleted account leaves what others with its names, also earlier members, have done', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const { owner, employee, client } = home
  await callerAs(db, owner).auth.updateProfile({ name: 'Ida Maiden' })
  await callerAs(db, { ...owner, name: 'Ida Maiden' }).auth.updateProfile({ name: owner.name })
  await callerAs(db, owner).employees.removeAccount({ id: employee.employeeId })
  const project = await addProject(db, home)
  let actor = client
  for (const name of [client.name, employee.name, 'Ida Maiden', owner.name]) {
    await callerAs(db, actor).auth.updateProfile({ name })
    actor = { ...client, name }
    const id = await addFile(db, home, { project_id: project.id, task_id: null, kind: 'deliverable', name })
    await callerAs(db, actor).files.review({ id, review: 'approved' })
  }

  const account = { confirm_email: client.email, password: PASSWORD_OF_ALL }
  await callerAs(db, actor).settings.deleteAccount(account)
  const files = await db.selectFrom('files').select(['name', 'reviewed_by_name']).execute()
  const changed = files.filter((file) => file.name !== file.reviewed_by_name)
  expect(changed).toEqual([{ name: client.name, reviewed_by_name: 'Deleted user' }])
  expect(files).toHaveLength(4)
})

test('people can change their name ten times a day', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const rename = (name: string) => callerAs(db, home.employee).auth.updateProfile({ name })
  for (let count = 0; count < 10; count++) await rename(`Name ${count}`)
  await expect(rename('Another')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await rename(home.employee.name)
  await callerAs(db, home.client).auth.updateProfile({ name: 'Another' })
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

test('the upgrade takes earlier names and addresses from the logs, except of deleted accounts', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const db = await upgradedFrom('0215-paid-elsewhere', async (old) => {
    for (const [id, name, email] of [
      ['ida', 'Ida Lind', 'ida.lind@example.test'],
      ['gone', 'Deleted user', 'deleted-gone@deleted.invalid'],
    ] as const) {
      await sql`insert into users (id, email, password_hash, created_at) values (${id}, ${email}, '', ${at})`.execute(
        old,
      )
      await sql`insert into profiles (id, user_id, email, name, role, agency_id, created_at, updated_at)
        values (${id}, ${id}, ${email}, ${name}, 'employee', 'a', ${at}, ${at})`.execute(old)
      for (const [action, actor, detail] of [
        ['email.changed', 'Ida Maiden', 'ida@example.test → ida.lind@example.test'],
        ['project.deleted', name, 'Website'],
      ] as const)
        await sql`insert into audit_log (id, agency_id, actor_id, actor_name, actor_role, action, subject_type, subject_id,
            detail, created_at)
          values (${`${id} ${action}`}, 'a', ${id}, ${actor}, 'employee', ${action}, 'user', ${id}, ${detail}, ${at})`.execute(
          old,
        )
    }
  })
  expect(await db.selectFrom('former_names').selectAll().orderBy('name').execute()).toEqual([
    { user_id: 'ida', name: 'Ida Lind', email: 'ida@example.test' },
    { user_id: 'ida', name: 'Ida Maiden', email: 'ida.lind@example.test' },
  ])
})

test('the news that a deleted account has sent is anonymized with few updates', async () => {
  const { db, world } = open()
  const person = { ...world.people.projectsContact, name: 'Ines' }
  const { userId } = person
  await callerAs(db, person).auth.updateProfile({ name: person.name })
  const count = 1500
  const sent = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    user_id: world.people.owner.userId,
    agency_id: person.agencyId,
    event: 'task_assigned',
    group_key: `task:${index}`,
    title: `Ines assigned you “Task ${index}”`,
    link: '/tasks',
    count: 1,
    in_app: 1,
    mail: 'none' as const,
    created_at: toInstant(TEST_NOW),
    read_at: null,
    sent_by: userId,
  }))
  await db.insertInto('notifications').values(sent).execute()
  let updates = 0
  const watched = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('notifications'))
        updates += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await callerAs(watched, person).settings.deleteAccount({ confirm_email: person.email, password: PASSWORD })
  const titles = db.selectFrom('notifications').select('title').where('event', '=', 'task_assigned')
  const found = (await titles.execute()).map(({ title }) => title)
  expect(found.filter((title) => title.startsWith('Deleted user assigned you'))).toHaveLength(count)
  expect(found).toContain(`Deleted user assigned you “Task ${count - 1}”`)
  expect(updates).toBeLessThan(10)
})
