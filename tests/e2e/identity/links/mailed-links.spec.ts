import type { Browser, Page } from 'playwright/test'
import { secretLinks } from '#shared/base/links.ts'
import { runSql } from '../../support/portal/database.ts'
import { runJob } from '../../support/portal/jobs.ts'
import { findMailedLink } from '../../support/portal/mail.ts'
import { DEMO_PASSWORD, demoEmail, expect, type Portal, test } from '../../support/portal/portal.ts'
import { callAs } from '../../support/portal/rpc.ts'

test.use({ env: { REQUIRE_EMAIL_VERIFICATION: '1' }, expectedProblems: [/status of 40[13]/] })

interface Visit {
  /** What triggers the email. */
  cause: (by: { owner: Page; admin: Page; portal: Portal }) => Promise<unknown>
  /** The button that performs the action. */
  button: RegExp
  signedIn?: true
}

const VISITS: Record<keyof typeof secretLinks, Visit> = {
  confirmEmail: {
    cause: ({ owner }) =>
      callAs(owner, 'auth.signUp', 'mutation', {
        name: 'Nia Okafor',
        email: 'nia@example.test',
        password: 'tangerine-42',
        role: 'client',
      }),
    button: /^Confirm email$/,
  },
  confirmNewEmail: {
    cause: ({ owner }) =>
      callAs(owner, 'settings.requestEmailChange', 'mutation', {
        email: 'alex@example.test',
        password: DEMO_PASSWORD,
      }),
    button: /^Confirm email$/,
    signedIn: true,
  },
  setPassword: {
    cause: ({ owner }) =>
      callAs(owner, 'auth.requestPasswordReset', 'mutation', { email: demoEmail('client') }),
    button: /^Update password$/,
  },
  acceptInvitation: {
    cause: ({ owner }) =>
      callAs(owner, 'invitations.create', 'mutation', { email: 'ivy@example.test', role: 'client' }),
    button: /^Accept invitation$/,
  },
  payInvoice: {
    cause: async ({ owner }) => {
      const { items } = await callAs<{ items: { id: string; number: string }[] }>(
        owner,
        'invoices.list',
        'query',
      )
      const id = items.find(({ number }) => number === 'INV-1006')?.id
      await callAs(owner, 'invoices.remind', 'mutation', { id })
    },
    button: /^Pay \$/,
  },
  unsubscribe: {
    cause: async ({ admin, portal }) => {
      runSql(
        portal,
        "update notifications set mail = 'due', read_at = null, created_at = '2026-01-01T00:00:00.000Z'",
      )
      await runJob(portal, admin, 'notification-mails')
    },
    button: /^Stop these emails$/,
  },
}

/** Tables that change whenever the portal runs; requests count toward its rate limits. */
const OWN_TABLES = ['mail_outbox', 'job_runs', 'rate_limits']

const VISITORS = ['scanner', 'signed in'] as const

for (const visitor of VISITORS) {
  test(`loading the page of an emailed link changes nothing: ${visitor}`, async ({
    signIn,
    browser,
    portal,
  }) => {
    const [owner, admin] = [await signIn('owner'), await signIn('admin')]
    await owner.goto('/settings')
    await admin.goto('/settings')
    const links: [Visit, string][] = []
    for (const [kind, visit] of Object.entries(VISITS)) {
      await visit.cause({ owner, admin, portal })
      const path = secretLinks[kind as keyof typeof secretLinks]('').replaceAll('?', '\\?')
      links.push([visit, await findMailedLink(portal.dataDir, new RegExp(`${portal.url}${path}[\\w-]{20,}`))])
    }
    const before = await settled(portal)
    for (const [visit, link] of links) {
      const page = visitor === 'scanner' ? await stranger(browser) : owner
      await page.goto(link)
      const shown = visit.signedIn && visitor === 'scanner' ? /^Sign In$/ : visit.button
      await expect(page.getByRole('button', { name: shown })).toBeVisible()
      if (visitor === 'scanner') {
        await page.waitForLoadState('networkidle')
        await page.context().close()
      }
    }
    expect(changedTables(before, await settled(portal))).toEqual([])
  })
}

const stranger = async (browser: Browser) => (await browser.newContext()).newPage()

/** The rows of every table, once all emails have been sent. */
async function settled(portal: Portal): Promise<Map<string, string>> {
  await expect
    .poll(() => runSql(portal, "select count(*) as waiting from mail_outbox where status = 'queued'"))
    .toEqual([{ waiting: 0 }])
  const tables = runSql(portal, "select name from sqlite_master where type = 'table' order by name")
  return new Map(
    tables
      .map(({ name }) => String(name))
      .filter((name) => !OWN_TABLES.includes(name))
      .map((name) => [name, rowsOf(portal, name)]),
  )
}

/** As text, because some numbers exceed JavaScript's safe integers. */
function rowsOf(portal: Portal, table: string): string {
  const columns = runSql(portal, `select name from pragma_table_info('${table}')`)
  const texts = columns.map(({ name }) => `cast("${name}" as text) as "${name}"`)
  return JSON.stringify(runSql(portal, `select ${texts.join(', ')} from "${table}"`))
}

const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after.keys()].filter((name) => after.get(name) !== before.get(name))
